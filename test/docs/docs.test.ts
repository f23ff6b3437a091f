/** The documents say what the program does: commands, flags, variables, refusals, files and the first answer are compared. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/providers/index.ts';
import { SIGNING_KEY_VARIABLE } from '../../generator/release/signing.ts';
import { OPERATION_NAMES, type Operation, parametersOf } from '../../generator/wire/operations.ts';
import { PROBLEMS } from '../../generator/wire/problems.ts';
import { currencyCode } from '../../generator/wire/schemas.ts';
import { parseConfig } from '../../server/config.ts';
import { diskStore } from '../../server/stores/disk.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { blocksOf, commandsOf, linksOf, readMarkdown, spansOf, tableOf } from '../support/kit/markdown.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { generateEmbedded } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const README = readMarkdown('README.md');
const DOCUMENTS = [
  README,
  ...['CONTRIBUTING.md', 'DECISIONS.md', 'CHANGELOG.md', 'data/README.md', 'docs/global.md', 'docs/accuracy.md'].map(
    readMarkdown,
  ),
];
const each = DOCUMENTS.map((document) => [document.file, document] as const);
const at = (path: string) => join(packageRoot(), path);

/** Made by the program or by npm, or, the last ones, by the reader of CONTRIBUTING.md: not in the repository. */
const MADE = ['dist', 'build', 'node_modules', '.ratetree', '.staging', '../shared'];
const MADE_BY_THE_READER = ['generator/providers/nb.ts', 'test/providers/nb.test.ts', 'source.json', 'keys.json'];
/** Objects of a bucket, and what The Update Framework calls its own. */
const IN_A_BUCKET = ['current.json', 'stable.json', 'targets.json'];

let tree: readonly string[] = [];
let gateway: GatewayUnderTest;
beforeAll(async () => {
  const folder = freshFolder();
  const bases = new Set([currencyCode.parse('USD')]);
  await generateEmbedded(folder, { bases, historyBases: bases });
  tree = [...readTree(folder).keys()];
  gateway = await gatewayOver(diskStore(folder));
});

describe('what the documents point to is there', () => {
  it.each(each)('links of %s', (file, document) => {
    expect(linksOf(document).filter((target) => !existsSync(join(at(dirname(file)), target)))).toEqual([]);
  });

  it.each(each)('files that %s names', (file, document) => {
    const words = commandsOf(document).flatMap((command) => command.split(/[\s=]+/));
    const paths = words.map((word) => word.replace(/^\.\/(?=.)|[,:;]$/g, '')).filter(isPath);
    expect(paths.filter((path) => !isThere(path, dirname(file)))).toEqual([]);
  });

  it.each(each)('npm scripts and ./scripts that %s names', (_, document) => {
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

/** From the root or from the document's folder; a bare name may be an archive's or the tree's. */
function isThere(path: string, folder: string): boolean {
  if (
    [...MADE_BY_THE_READER, ...IN_A_BUCKET].includes(path) ||
    MADE.some((made) => path === made || path.startsWith(`${made}/`))
  )
    return true;
  if (existsSync(at(path)) || existsSync(join(at(folder), path))) return true;
  return (
    [...tree, 'documents.csv', 'accepted.csv', 'releases.csv'].some(
      (held) => held === path || held.startsWith(path.replace(/\/?$/, '/')) || held.endsWith(`/${path}`),
    ) || isTreePattern(path)
  );
}

/** The lists of files in README, each as a pattern: `<BASE>[.bid|.ask].{json,csv}`. */
const patterns = blocksOf(README, '')
  .flatMap((block) => block.split(/\s+/))
  .filter((word) => /^(v1|tables|index)\//.test(word));
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

describe('the tree is the one that README lists', () => {
  it('each file of the tree is on the list', () => {
    expect(tree.filter((path) => !isTreePattern(path))).toEqual([]);
  });

  it('each file of the list is in the tree', () => {
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => !tree.some((path) => toPattern(pattern).test(path)))).toEqual([]);
  });
});

const flagsOf = (text: string) => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
const helpOf = (...command: string[]) =>
  flagsOf(execFileSync(process.execPath, [at('build/generator/main.js'), ...command, '--help'], { encoding: 'utf8' }));

describe('flags and commands', () => {
  const ofPublishing = ['nightly', 'publish', 'rollback', 'check', 'verify', 'status', 'quarantine', 'keygen'].map(
    (command) => [command],
  );
  const commands = [['collect'], ['generate'], ...ofPublishing, ['keys', 'add'], ['keys', 'list'], ['keys', 'disable']];
  const flags = commands.flatMap((command) => helpOf(...command).filter((flag) => flag !== '--help'));

  it('README explains every flag', () => {
    expect([...new Set(flags)].filter((flag) => !flagsOf(README.text).includes(flag))).toEqual([]);
  });

  it.each(each)('%s names none that is not there', (_, document) => {
    const ours = commandsOf(document).filter((command) => !/^(curl|npm|npx)\b/.test(command));
    expect(ours.flatMap(flagsOf).filter((flag) => !flags.includes(flag))).toEqual([]);
  });

  it.each(each)('%s names only commands that there are', (_, document) => {
    const help = execFileSync(process.execPath, [at('build/generator/main.js'), '--help'], { encoding: 'utf8' });
    const named = [
      ...commandsOf(document)
        .join('\n')
        .matchAll(/(?:\bratetree|generator\/main\.js) ([a-z]+)/g),
    ];
    expect(named.filter(([, command]) => !new RegExp(`^  ${command}\\b`, 'm').test(help)).map(String)).toEqual([]);
  });
});

describe('the environment', () => {
  const ofGateway = [...readFileSync(at('server/config.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
    ([, name = '']) => name,
  );
  const ofFeeds = PROVIDERS.flatMap(({ feeds }) => feeds.flatMap(({ keys }) => keys ?? []));
  const ofProxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];
  const named = new Set([...README.text.matchAll(/\b(HOST|PORT|[A-Z]+(_[A-Z0-9]+)+)\b/g)].map(([name]) => name));
  const rows = tableOf(README, 'variable', 'default').flatMap(([names = '', defaults = '']) => {
    const values = defaults.split(',').map((value) => value.trim());
    return spansOf(names).map((name, index) => [name, values[index] ?? ''] as const);
  });

  it('README names each variable, and no other', () => {
    expect(ofGateway.length).toBeGreaterThan(10);
    const known = [...ofGateway, ...ofFeeds, ...ofProxies, SIGNING_KEY_VARIABLE];
    expect([...named].sort()).toEqual(known.sort());
    expect(rows.map(([name]) => name).sort()).toEqual([...ofGateway].sort());
  });

  const least = { RATETREE_ORIGIN: packageRoot(), RATETREE_DEMO_KEY: 'k' };
  it.each(rows.filter(([, value]) => value !== ''))('%s is %s where it is not set', (name, value) => {
    expect(parseConfig({ ...least, [name]: value })).toEqual(parseConfig(least));
    expect(parseConfig({ ...least, [name]: value.slice(0, -1) })).not.toEqual(parseConfig(least));
  });
});

describe('the service', () => {
  it('refuses with the codes of the table', () => {
    const rows = tableOf(README, 'code', 'status', 'meaning');
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
