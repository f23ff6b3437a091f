/** The pages for operators describe the program as it is: every command, flag, variable and exit code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INDEX_VARIABLES } from '../../generator/commands/cli/flags.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { SIGNING_KEY_VARIABLE } from '../../generator/release/pointer/signing.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { EXIT } from '../../generator/wire/words/input-error.ts';
import { parseConfig } from '../../server/config.ts';
import { commandsOf, type Markdown, readMarkdown, readPages, spansOf, tableOf } from '../support/kit/markdown.ts';
import { runProgram } from '../support/kit/run-program.ts';

const README = readMarkdown('README.md');
const OPERATE = readMarkdown('docs/operate.md');
const PUBLISH = readMarkdown('docs/publish.md');
const EXPLAINING = ['cli', 'operate', 'publish', 'incidents', 'install', 'not-served', 'proxy', 'verify'].map((name) =>
  readMarkdown(`docs/${name}.md`),
);
const each = readPages().map((page) => [page.file, page] as const);
const at = (path: string) => join(packageRoot(), path);

const flagsOf = (text: string) => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
function helpOf(...command: string[]): string {
  const { status, stdout, stderr } = runProgram([...command, '--help']);
  if (status !== 0) throw new Error(`ratetree ${command.join(' ')} --help: ${stderr}`);
  return stdout;
}

/** Programs that have flags of their own. */
const OTHERS =
  /^(curl|docker|hledger|kubectl|ledger|node build\/scripts\/(bench|audit)|npm|npx|NODE_OPTIONS|openssl|promtool|sudo|\.\/scripts\/test)\b/;

describe('flags', () => {
  const help = helpOf();
  const namesIn = (text: string) =>
    [...text.matchAll(/^ {2}([a-z][a-z-]*)(?: .*)? {2,}/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'help' && name !== 'ratetree');
  const ofKeys = namesIn(helpOf('keys')).map((name) => ['keys', name]);
  const commands = [...namesIn(help).map((name) => [name]), ...ofKeys];
  const flags = commands.flatMap((command) => flagsOf(helpOf(...command))).filter((flag) => flag !== '--help');

  it('are all explained on the pages for operators', () => {
    const explained = flagsOf(EXPLAINING.map(({ text }) => text).join('\n'));
    expect([...new Set(flags)].filter((flag) => !explained.includes(flag))).toEqual([]);
  });

  it.each(each)('%s names no flag that does not exist', (_, document) => {
    const ours = commandsOf(document).filter((command) => !OTHERS.test(command));
    expect(ours.flatMap(flagsOf).filter((flag) => ![...flags, '--help'].includes(flag))).toEqual([]);
  });

  it.each(each)('%s names only commands that exist', (_, document) => {
    const named = [
      ...commandsOf(document)
        .join('\n')
        .matchAll(/\bratetree(?:\.js)? ([a-z]+)/g),
    ];
    const isThere = (command = '') => command === 'rate' || new RegExp(`^  ${command}\\b`, 'm').test(help);
    expect(named.filter(([, command]) => !isThere(command)).map(String)).toEqual([]);
  });
});

describe('the environment', () => {
  const ofGateway = [...readFileSync(at('server/config.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
    ([, name = '']) => name,
  );
  const ofFeeds = PROVIDERS.flatMap(({ feeds }) => feeds.flatMap(({ keys }) => keys ?? []));
  const ofProxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];
  const ofRequests = ['RATETREE_CONTACT'];
  const known = [...ofGateway, ...ofFeeds, ...ofProxies, ...ofRequests, ...INDEX_VARIABLES, SIGNING_KEY_VARIABLE];
  const namesIn = ({ text }: Markdown) =>
    [...text.matchAll(/\b(HOST|PORT|[A-Z]+(_[A-Z0-9]+)+)\b/g)].map(([name]) => name);
  const rows = tableOf(OPERATE, 'variable', 'default').flatMap(([names = '', defaults = '']) => {
    const values = defaults.split(',').map((value) => value.trim());
    return spansOf(names).map((name, index) => [name, values[index] ?? ''] as const);
  });

  it('has each variable on the pages for operators, and no other', () => {
    expect(ofGateway.length).toBeGreaterThan(10);
    expect([...new Set([README, OPERATE, PUBLISH].flatMap(namesIn))].sort()).toEqual([...known].sort());
    expect(rows.map(([name]) => name).sort()).toEqual([...ofGateway].sort());
  });

  const least = { RATETREE_ORIGIN: packageRoot(), RATETREE_DEMO_KEY: 'k' };
  it.each(rows.filter(([, value]) => value !== ''))('has %s at %s unless it is set', (name, value) => {
    expect(parseConfig({ ...least, [name]: value })).toEqual(parseConfig(least));
    expect(parseConfig({ ...least, [name]: value.slice(0, -1) })).not.toEqual(parseConfig(least));
  });
});

describe('exit codes', () => {
  it('are those of the table', () => {
    const rows = tableOf(OPERATE, 'code', 'what makes it', 'what to do');
    const codes = [...new Set(rows.map(([code]) => code))];
    expect(codes).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect(rows.filter((cells) => cells.includes(''))).toEqual([]);
    expect(Object.values(EXIT).filter((code) => !codes.includes(`${code}`))).toEqual([]);
  });
});
