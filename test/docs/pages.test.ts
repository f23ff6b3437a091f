/**
 * The pages keep to a form that can be read: short lines, a README of one page, decisions with three headings; and the
 * package.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { linksOf, type Markdown, readMarkdown, readPages, tableOf } from '../support/kit/markdown.ts';

const PAGES = readPages();
const each = PAGES.map((page) => [page.file, page] as const);
const DECISIONS = PAGES.filter(({ file }) => file.startsWith(join('docs', 'decisions')));

const README_LINES_MAX = 110;
const DECISION_LINES_MAX = 60;
const LINE_CHARACTERS_MAX = 120;
/** A cell of a table cannot be wrapped. */
const CELL_CHARACTERS_MAX = 55;

interface Package {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}
const facts = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as Package;

const linesOf = ({ text }: Markdown) => text.trimEnd().split('\n');

function isForced(line: string): boolean {
  return line.startsWith('|') && line.split(' | ').some((cell) => cell.length > CELL_CHARACTERS_MAX);
}

describe('every page', () => {
  it.each(each)('%s has lines of at most 120 characters', (_, page) => {
    expect(linesOf(page).filter((line) => line.length > LINE_CHARACTERS_MAX && !isForced(line))).toEqual([]);
  });
});

describe('README.md', () => {
  it('has at most 110 lines', () => {
    expect(linesOf(readMarkdown('README.md')).length).toBeLessThanOrEqual(README_LINES_MAX);
  });

  it('leads to every page of docs/', () => {
    const pages = PAGES.map(({ file }) => file).filter((file) => /^docs\/[^/]+$/.test(file));
    expect(pages.filter((file) => !linksOf(readMarkdown('README.md')).includes(file))).toEqual([]);
  });
});

describe('decisions', () => {
  it.each(DECISIONS.map((page) => [page.file, page] as const))('%s is one page with three headings', (_, page) => {
    expect(linesOf(page).length).toBeLessThanOrEqual(DECISION_LINES_MAX);
    const headings = linesOf(page).filter((line) => line.startsWith('#'));
    expect(headings.slice(1)).toEqual(['## Decision', '## Alternatives', '## Revisit when']);
  });

  it('are numbered, and DECISIONS.md lists each with its number and title', () => {
    const listed = [...readMarkdown('DECISIONS.md').text.matchAll(/^(\d+\. )\[(.+)\]\((.+)\)$/gm)];
    const titles = listed.map(([, number, title, file]) => [file, `# ${number}${title}`]);
    expect(titles).toEqual(DECISIONS.map((page) => [page.file, linesOf(page)[0]]));
    expect(listed.map(([, number]) => number)).toEqual(DECISIONS.map((_, index) => `${index + 1}. `));
  });

  it('say why each library was added', () => {
    const rows = tableOf(readMarkdown('docs/decisions/08-libraries.md'), 'library', 'why');
    const named = rows.flatMap(([names = '']) => names.replaceAll('`', '').split(', '));
    expect(named).toEqual(Object.keys({ ...facts.dependencies, ...facts.peerDependencies }).sort());
  });
});

describe('CHANGELOG.md', () => {
  it('has the version of package.json as its newest', () => {
    const versions = [...readMarkdown('CHANGELOG.md').text.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
      ([, version]) => version,
    );
    expect(versions[0]).toBe(facts.version);
    expect(versions).toEqual([...new Set(versions)]);
  });
});

describe('the package', () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: packageRoot(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ readonly files: readonly { readonly path: string }[] }];
  const paths = packed.files.map(({ path }) => path);

  it('has what its users run and read', () => {
    const wanted = [
      'build/client/client.d.ts',
      'build/client/client.js',
      'build/program/ratetree.js',
      'build/edge/worker.js',
      'build/page/index.html',
      'data/currencies.csv',
      'data/archive/ECB/2026.csv',
      'docs/operate.md',
      'docs/decisions/01-exact-ratios.md',
      'scripts/deploy/cdn/configure',
      'scripts/deploy/nightly/crontab',
      'CHANGELOG.md',
      'DECISIONS.md',
      'LICENSE',
      'README.md',
    ];
    expect(wanted.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('has nothing else: no benchmarks, audits, scripts of developers or tests', () => {
    const rest = paths.filter((path) => !/^(build\/(client|edge|page|program)|data|docs|scripts\/deploy)\//.test(path));
    expect(rest.filter((path) => !path.endsWith('.md')).sort()).toEqual(['LICENSE', 'package.json']);
  });

  it('has every file to which its pages link', () => {
    const links = PAGES.filter(({ file }) => paths.includes(file)).flatMap((page) =>
      linksOf(page).map((target) => join(dirname(page.file), target)),
    );
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter((target) => !paths.includes(target))).toEqual([]);
  });
});
