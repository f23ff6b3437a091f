/** `ratetree export` as a person runs it: the kinds of origin, the file and its absence, progress, and exit codes. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { runProgram, runProgramBeside } from '../support/kit/run-program.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { listen } from '../support/servers/loopback.ts';
import { diskStore } from '../support/servers/stores.ts';
import { generateLongTree, LONG_NOON_MS, someCurrencies } from '../support/trees/long-tree.ts';

const PORTS = { PORT: '0', RATETREE_ADMIN_PORT: '0', RATETREE_DRAIN_MS: '0' };

/** Not execFile: some servers that are asked live in this process, and signals are sent. */
function start(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { RATETREE_ORIGIN: _, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'export', ...words], {
    env: { ...inherited, RATETREE_SUBSCRIPTION_KEY: DEMO_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard: { out: Buffer[]; err: string } = { out: [], err: '' };
  child.stdout?.on('data', (chunk: Buffer) => heard.out.push(chunk));
  child.stderr?.on('data', (chunk) => {
    heard.err += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({
    ...{ code, signal, err: heard.err },
    out: Buffer.concat(heard.out).toString('latin1'),
  }));
  return { child, ended };
}

const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => start(words, env).ended;

/** The same in a process that has the program loaded. What it prints has to be text. */
async function runLoaded(words: readonly string[]) {
  const { RATETREE_ORIGIN: _, ...inherited } = process.env;
  const env = { ...inherited, RATETREE_SUBSCRIPTION_KEY: DEMO_KEY };
  const { status, stdout, stderr } = await runProgramBeside(['export', ...words], { env });
  return { code: status, signal: null, err: stderr, out: stdout };
}

let tree = '';
let gateway = '';
beforeAll(async () => {
  tree = await generateLongTree();
  const { says } = startGateway({ ...PORTS, RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: DEMO_KEY });
  [, gateway = ''] = await says(/gateway at (http:\S+)/);
});

/** What is said of the figures before they come. */
const LICENCE = 'class of the licence of ECB: attribution\n';
const SPAN = ['--provider', 'ECB', '--currencies', someCurrencies(150), '--from', '2024-02-10'];

describe('an export', () => {
  it.each([
    ['csv', runLoaded],
    ['json', runLoaded],
    ['parquet', run],
  ])('as %s has the same bytes from a folder, its address and a gateway', async (format, runIt) => {
    const { url } = await serveFolder(tree);
    const [folder, ...others] = await Promise.all(
      [tree, url, gateway].map((origin) => runIt(['--format', format, '--origin', origin, ...SPAN])),
    );
    expect(folder).toMatchObject({ code: 0, err: `${LICENCE}export: 3 years\n` });
    expect(folder?.out.length).toBeGreaterThan(3000);
    for (const other of others) expect(other).toEqual(folder);
  });

  it('goes to a file, says how large it is, and replaces an older one', async () => {
    const folder = freshFolder();
    const path = join(folder, 'rates.csv');
    writeFileSync(path, 'older');
    const { code, out, err } = await runLoaded(['--format', 'csv', '--origin', tree, '--out', path, ...SPAN]);
    const text = readFileSync(path, 'utf8');
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe(`${LICENCE}export: 3 years\nratetree: ${text.length} bytes are written to ${path}\n`);
    expect(text).toMatch(/^provider,date,base,currency,rate\r\nECB,2024-02-12,EUR,EUR,1\r\n/);
    expect(readdirSync(folder)).toEqual(['rates.csv']);
  });
});

describe('an export that cannot be made', () => {
  it.each<[string, string[], RegExp]>([
    [
      'of a provider that there is not',
      ['--provider', 'NOBODY'],
      /^ratetree: provider "NOBODY" is not one of .*\(1001\)\n$/,
    ],
    ['of days in the wrong order', ['--from', '2025-02-01', '--to', '2025-01-01'], /^ratetree: from .*\(1006\)\n$/],
    [
      'in a format that there is not',
      ['--format', 'xlsx'],
      /^ratetree: --format must be one of csv, json, firefly, parquet; or write --template and one of beancount, /,
    ],
    ['in a format that is a template now', ['--format', 'hledger'], /write --template and one of .*, hledger, /],
    [
      'by a template that there is not',
      ['--template', 'sap-tcur'],
      /^ratetree: --template "sap-tcur" is not one of beancount, .*: did you mean sap-tcurr\?, and there is no such file\n$/,
    ],
    [
      'by a template and in a format',
      ['--template', 'hledger', '--format', 'csv'],
      /^error: option '--format <name>' cannot be used with option '--template <name>'/,
    ],
    ['from a day that there is not', ['--from', '2025-02-30'], /--from <day>.* It must be a day, written YYYY-MM-DD/],
    [
      'into a folder that there is not',
      ['--provider', 'ECB', '--out', '/nowhere/rates.csv'],
      /^ratetree: --out .*there is no folder \/nowhere/,
    ],
  ])('%s ends with code 1 and one line', (_, flags, words) => {
    const asked = flags.some((flag) => ['--format', '--template'].includes(flag)) ? [] : ['--format', 'csv'];
    const { status, stdout, stderr } = runProgram(['export', ...asked, ...flags, '--origin', tree]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('for lack of a format says which flag is missing', async () => {
    expect(await runLoaded(['--origin', tree])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^ratetree: --format must be one of csv, json, firefly, parquet; or write --template /,
      ),
    });
  });

  const hasTerminals = spawnSync('script', ['--version']).status === 0;
  it.skipIf(!hasTerminals)('as Parquet on a terminal asks for a file', () => {
    const command = `${process.execPath} ${PROGRAM} export --format parquet --origin ${tree}`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
    expect(stdout).toContain('parquet cannot be shown in a terminal: name a file with --out');
  });
});

describe('an export that is cut short', () => {
  /** A gateway that answers until its third answer about a span, which never comes. */
  async function stuckGateway(): Promise<{ readonly url: string; readonly isStuck: Promise<void> }> {
    const { handler } = await gatewayOver(diskStore(tree), { nowMs: () => LONG_NOON_MS });
    let spans = 0;
    let stick = () => {};
    const isStuck = new Promise<void>((resolve) => {
      stick = resolve;
    });
    const { url } = await listen(async ({ method = '', url: path = '', headers }, response) => {
      if (path.startsWith('/v1/series') && ++spans > 2) return stick();
      const answer = await handler({ method, url: path, headers, remoteAddress: '127.0.0.1' });
      response.writeHead(answer.status, [...answer.headers]).end(answer.body);
    });
    return { url, isStuck };
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s leaves no file, and ends by that signal', async (name) => {
    const folder = freshFolder();
    const { url, isStuck } = await stuckGateway();
    const path = join(folder, 'rates.csv');
    const env = { ...process.env, RATETREE_SUBSCRIPTION_KEY: DEMO_KEY };
    const child = spawn(
      process.execPath,
      [PROGRAM, 'export', '--format', 'csv', '--origin', url, '--out', path, ...SPAN],
      {
        env,
      },
    );
    const ended = once(child, 'close');
    await isStuck;
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.rates\.csv\.\d+\.new$/)]);
    child.kill(name);
    const [code, signal] = await ended;
    expect([code, signal, readdirSync(folder)]).toEqual([null, name, []]);
  });

  it('by a gateway that is silent leaves no file, and ends with code 4', async () => {
    const folder = freshFolder();
    const { url } = await stuckGateway();
    const words = ['--format', 'parquet', '--origin', url, '--out', join(folder, 'rates.parquet'), ...SPAN];
    const { code, err } = await run(words, { RATETREE_ORIGIN_TIMEOUT_MS: '500' });
    expect([code, readdirSync(folder)]).toEqual([4, []]);
    expect(err).toMatch(/ does not answer: .*; check --origin and the connection, and ask again\n$/);
  });

  it('by a gateway that is silent writes nothing to a pipe', async () => {
    const { url } = await stuckGateway();
    const words = ['--format', 'csv', '--origin', url, ...SPAN];
    expect(await run(words, { RATETREE_ORIGIN_TIMEOUT_MS: '500' })).toMatchObject({ code: 4, out: '' });
  });

  // The first of all is the base itself.
  const [ONE, TWO] = [2, 3].map((count) => ['--currencies', someCurrencies(count).replace('EUR,', '')]);
  it.each([
    ['ghostfolio', TWO, 'name one currency in currencies'],
    ['ghostfolio', [...(ONE ?? []), '--period', 'month'], 'leave out period'],
    ['firefly', [...(ONE ?? []), '--period', 'month'], 'leave out --period'],
    ['sdmx-csv', [...(ONE ?? []), '--period', 'year', '--statistic', 'first'], 'has no label for'],
    ['prestashop', [...(ONE ?? []), '--period', 'year'], 'leave out period'],
    ['prestashop', ['--currencies', 'EUR'], 'there is no fixing in this span'],
  ])('as %s by a refusal of %j writes nothing to a pipe', async (format, flags, words) => {
    const flag = format === 'firefly' ? '--format' : '--template';
    const asked = [flag, format, '--origin', tree, '--provider', 'ECB', '--from', '2024-02-10', ...(flags ?? [])];
    const { code, out, err } = await runLoaded(asked);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(words);
  });

  it('by a reader that goes away says that this is not all', async () => {
    const { child, ended } = start(['--format', 'csv', '--origin', tree, ...SPAN]);
    child.stdout?.destroy();
    const { code, err } = await ended;
    expect(code).toBe(1);
    expect(err).toContain('standard output was closed before the export ended');
    expect(existsSync(tree)).toBe(true);
  });
});
