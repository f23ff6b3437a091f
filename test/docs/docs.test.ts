/** The pages describe what exists: files, links, scripts, the tree, operations, refusals and the first answer. */

import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { OPERATION_NAMES, type Operation, parametersOf } from '../../generator/wire/answers/operations.ts';
import { PROBLEMS } from '../../generator/wire/words/problems.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { blocksOf, commandsOf, linksOf, readMarkdown, readPages, spansOf, tableOf } from '../support/kit/markdown.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { generateEmbedded } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const PAGES = readPages();
const README = readMarkdown('README.md');
const API = readMarkdown('docs/api.md');
const FILES = readMarkdown('docs/files.md');
const each = PAGES.map((page) => [page.file, page] as const);
const at = (path: string) => join(packageRoot(), path);

/** The program or npm makes these; they are not in the repository. */
const MADE = ['dist', 'build', 'node_modules', '.ratetree', '../shared'];
/** The reader of a page makes these. */
const MADE_BY_THE_READER = ['rates.csv', 'source.json', 'keys.json', 'scripts/deploy/compose/.env'];
const IN_A_BUCKET = ['current.json', 'pointers/copies.json', 'notes/draft.json', 'v1/releases.csv'];
const IN_AN_ARCHIVE = [
  'documents-<YEAR>.csv',
  'documents.csv',
  'accepted.csv',
  'holds.csv',
  'redenominations.csv',
  'releases.csv',
  'backfill-<from>.csv',
  'validators.txt',
  'hashes.txt',
];

let tree: readonly string[] = [];
let gateway: GatewayUnderTest;
beforeAll(async () => {
  const folder = freshFolder();
  const bases = new Set([currencyCode.parse('USD')]);
  await generateEmbedded(folder, { bases, historyBases: bases });
  tree = [...readTree(folder).keys()];
  gateway = await gatewayOver(diskStore(folder));
});

describe('the pages point only to what exists', () => {
  it.each(each)('%s links to files that exist', (file, document) => {
    expect(linksOf(document).filter((target) => !existsSync(join(at(dirname(file)), target)))).toEqual([]);
  });

  it.each(each)('%s names files that exist', (file, document) => {
    const words = commandsOf(document).flatMap((command) => command.split(/[\s=]+/));
    const paths = words.map((word) => word.replace(/^\.\/(?=.)|[,:;]$/g, '')).filter(isPath);
    expect(paths.filter((path) => !isThere(path, dirname(file)))).toEqual([]);
  });

  it.each(each)('%s names npm scripts and ./scripts that exist', (_, document) => {
    const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { scripts: Record<string, string> };
    const commands = commandsOf(document).join('\n');
    for (const [, name = ''] of commands.matchAll(/\bnpm run (?:--\S+ )*([\w:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(name);
    }
    for (const [path] of commands.matchAll(/\.\/scripts\/[\w/.-]+/g)) accessSync(at(path), constants.X_OK);
  });
});

const TOP = readdirSync(packageRoot()).filter((name) => !MADE.includes(name));

function isPath(word: string): boolean {
  if (!/^[\w.@-]+(\/[\w.@-]+)*\/?$/.test(word) || /^[\d.]+$/.test(word)) return false;
  return (
    /\.(ts|js|json|csv|md|html|yml)$/.test(word) || [...TOP, 'v1', 'tables', 'index'].includes(word.split('/')[0] ?? '')
  );
}

/**
 * A path may start from the root or from the page's folder; a bare name may be that of a file in an archive or a tree.
 */
function isThere(path: string, folder: string): boolean {
  if (
    [...MADE_BY_THE_READER, ...IN_A_BUCKET].includes(path) ||
    MADE.some((made) => path === made || path.startsWith(`${made}/`))
  )
    return true;
  if (existsSync(at(path)) || existsSync(join(at(folder), path))) return true;
  return (
    [...tree, ...IN_AN_ARCHIVE].some(
      (held) => held === path || held.startsWith(path.replace(/\/?$/, '/')) || held.endsWith(`/${path}`),
    ) || isTreePattern(path)
  );
}

/** The lists of files in docs/files.md, each as a pattern such as `<BASE>[.bid|.ask].{json,csv}`. */
const patterns = blocksOf(FILES, '')
  .flatMap((block) => block.split(/\s+/))
  .filter((word) => /^(v1|ecb|tables|index)\//.test(word));
const toPattern = (text: string) =>
  new RegExp(
    `^${text
      .replace(/\./g, '\\.')
      .replace(/\[([^\]]+)\]/g, '($1)?')
      .replace(/\{([^}]+)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
      .replace(/<(PROVIDER|BASE|CURRENCY)>/g, '[A-Z]+')
      .replace(/<[YMD-]+>/g, '[\\d-]+')}$`,
  );

function isTreePattern(path: string): boolean {
  return patterns.some((pattern) => toPattern(pattern).test(path));
}

describe('the tree that docs/files.md lists', () => {
  it('has a pattern for each file of a tree', () => {
    expect(tree.filter((path) => !isTreePattern(path))).toEqual([]);
  });

  it('has a file in the tree for each pattern', () => {
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => !tree.some((path) => toPattern(pattern).test(path)))).toEqual([]);
  });
});

describe('the service', () => {
  it('refuses with the codes of the table', () => {
    const rows = tableOf(API, 'code', 'status', 'meaning');
    const expected = Object.entries(PROBLEMS).map(([code, { status, meaning }]) => [code, `${status}`, meaning]);
    expect(rows).toEqual(expected);
  });

  it('has the operations and parameters of the table', () => {
    const namesOf = (operation: Operation) => parametersOf(operation).map(({ name }) => name.toLowerCase());
    const rows = tableOf(README, 'operation', 'parameters').map(([operation = '', parameters = '']) => {
      const names = spansOf(parameters).flatMap((name) => (name === '/v1/latest' ? namesOf('latest') : [name]));
      return [operation, [...new Set([...names, 'format', 'header'].map((name) => name.toLowerCase()))].sort()];
    });
    expect(rows).toEqual(OPERATION_NAMES.map((name) => [`\`/v1/${name}\``, namesOf(name).sort()]));
  });

  it('gives the first answer of README from the embedded archive', async () => {
    const url = /'(?:http:\/\/127\.0\.0\.1:8080)(\/v1\/[^']+)'/.exec(blocksOf(README, 'sh')[0] ?? '')?.[1] ?? '';
    expect((await gateway.ask(url)).text).toBe(blocksOf(README, 'json')[0]?.trim());
  });
});
