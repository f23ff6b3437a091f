/** The commands that answer questions, as a person runs them: every kind of origin, exit codes, and colours. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takesColours } from '../../generator/kit/terminal.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { commandsOf, readMarkdown } from '../support/kit/markdown.ts';
import { PROGRAM } from '../support/kit/program.ts';
import { runProgramBeside } from '../support/kit/run-program.ts';
import { serveFolder } from '../support/servers/file-server.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { generateRelease, publishAll } from '../support/trees/releases.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Beside: some of the servers that are asked live in this process. */
async function ratetree(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const { RATETREE_ORIGIN: _, NO_COLOR: __, FORCE_COLOR: ___, ...inherited } = process.env;
  const { status, stdout, stderr } = await runProgramBeside(words, {
    cwd: freshFolder(),
    env: { ...inherited, ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

const tree = writeSmallTree();
const QUESTION = ['rate', '100', 'EUR', 'USD', '--provider', 'GLOBAL'];
const ANSWER = expect.stringMatching(/^100 EUR, GLOBAL of 2026-03-13, \d+ days old\nUSD {2}117\.17\n$/);

describe('a question is answered from', () => {
  it('a folder, named by a flag or by the variable', async () => {
    const expected = { code: 0, out: ANSWER, err: '' };
    expect(await ratetree([...QUESTION, '--origin', tree])).toEqual(expected);
    expect(await ratetree(QUESTION, { RATETREE_ORIGIN: tree })).toEqual(expected);
  });

  it('the address of a tree on any file server', async () => {
    const { url } = await serveFolder(tree);
    expect(await ratetree([...QUESTION, '--origin', url])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/USD {2}117\.17/),
    });
  });

  it('releases, in a folder and at an address', async () => {
    const { dir } = await publishAll([await generateRelease(1)]);
    const { url } = await serveFolder(dir);
    const [first, second] = await Promise.all(
      [dir, url].map((origin) => ratetree(['latest', '--provider', 'ECB', '--json', '--origin', origin])),
    );
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^\{"provider":"ECB","date":/), err: '' });
    expect(second).toEqual(first);
  });

  it('a gateway, with the key of the environment, and is refused without it in words that name the variable', async () => {
    const ports = { PORT: '0', RATETREE_ADMIN_PORT: '0', RATETREE_DRAIN_MS: '0' };
    const { child, says, ended } = startGateway({ ...ports, RATETREE_ORIGIN: tree, RATETREE_DEMO_KEY: 'k' });
    const [, origin = ''] = await says(/gateway at (http:\S+)/);
    const asked = [...QUESTION, '--origin', origin];
    const [known, versioned, unknown, none] = await Promise.all([
      ratetree(asked, { RATETREE_SUBSCRIPTION_KEY: 'k' }),
      ratetree([...QUESTION, '--origin', `${origin}/v1/`], { RATETREE_SUBSCRIPTION_KEY: 'k' }),
      ratetree(asked, { RATETREE_SUBSCRIPTION_KEY: 'other' }),
      ratetree(asked),
    ]);
    child.kill('SIGTERM');
    await ended;
    expect([known, versioned]).toEqual(Array(2).fill({ code: 0, out: ANSWER, err: '' }));
    expect(unknown).toMatchObject({
      code: 1,
      err: 'ratetree: key is unknown; correct the variable RATETREE_SUBSCRIPTION_KEY (1402)\n',
    });
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^ratetree: key is missing; .*RATETREE_SUBSCRIPTION_KEY \(1401\)\n$/),
    });
  });
});

it.runIf(existsSync('/dev/full'))('an answer that a full disk does not take ends with 6', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...QUESTION, '--origin', tree], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect([status, stderr]).toEqual([6, expect.stringMatching(/^Error: ENOSPC: /)]);
});

describe('docs/cli.md', () => {
  const questions = commandsOf(readMarkdown('docs/cli.md')).flatMap(
    (line) => /^ratetree ((?:convert|latest|historical|series|why) .*)/.exec(line)?.[1] ?? [],
  );

  it.each(questions)('shows a question that is answered: ratetree %s', async (question) => {
    const ran = await ratetree([...question.split(' '), '--origin', await embeddedTree()]);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out.split('\n').length).toBeGreaterThan(2);
  });

  it('shows one of each command', () => {
    expect(questions.map((question) => question.split(' ')[0])).toEqual([
      ...['convert', 'convert', 'latest', 'latest', 'historical', 'series', 'why'],
    ]);
  });
});

describe('each operation is a command', () => {
  it.each([
    ['currencies usd,HRK', ['2 currencies', 'HRK  191  Croatian Kuna  obsolete', 'USD  840  US Dollar']],
    [
      'providers --country CZ,PL',
      [/^2 providers$/, /^CNB {2}CZK {2}CZ {2}Czech National Bank$/, /^NBP {2}PLN {2}PL {2}/],
    ],
    ['rules CZ-VAT', ['1 rule', 'CZ-VAT  CNB  mid  on-or-before  VAT: the day of the tax point']],
    [
      'historical 2026-03-08 USD --latest --provider ECB',
      ['1 EUR, ECB of 2026-03-06, 2 days before 2026-03-08', 'USD  1.1561'],
    ],
    [
      'historical 2026-03-08 EUR --rule CZ-VAT',
      ['1 CZK, CNB of 2026-03-06, by rule CZ-VAT for 2026-03-08', 'EUR  0.04097521'],
    ],
    // As published: the bank's own direction, units and digits, its list and the number of that list.
    [
      'latest HUF,USD --provider CNB --published',
      [/^CNB of 2026-03-20, as published, \d+ days old$/, '100 HUF =  6.244 CZK  daily', '  1 USD = 21.204 CZK  daily'],
    ],
    [
      'historical 2026-03-05 USD,XAU --provider NBP --published',
      [
        'NBP of 2026-03-05, as published',
        '  1 USD =   3.6771 PLN  A     044/A/NBP/2026',
        '1 g XAU = 612.51 PLN    gold',
      ],
    ],
    [
      'historical 2026-03-19 MYR,USD --provider BNM --published',
      ['BNM of 2026-03-19, as published', /^1 USD = 3\.93\d* MYR {2}bid 3\.927, ask 3\.93\d* {2}session 0900$/],
    ],
    [
      'series USD --provider CNB --published --from 2026-03-19',
      [
        'CNB, 2026-03-19 to 2026-03-20, as published',
        ...['2026-03-19  1 USD = 21.324 CZK  daily', '2026-03-20  1 USD = 21.204 CZK  daily'],
      ],
    ],
    [
      'convert 100 HUF CZK --provider CNB --published --date 2026-03-20',
      ['100 HUF, CNB of 2026-03-20', 'CZK  6.244', '100 HUF = 6.244 CZK  daily'],
    ],
    [
      'historical 2026-03-20 CZK,EUR --provider CNB --base USD --cross',
      ['1 USD, CNB of 2026-03-20', 'CZK  21.204', 'EUR   0.8652927974'],
    ],
    // The other name of convert. The law's rates are printed as the bank states them: per unit, and not inverted.
    [
      'rate 1000 EUR CZK,USD,JPY --rule CZ-VAT --date 2026-03-08',
      [
        '1000 EUR, CNB of 2026-03-06, by rule CZ-VAT for 2026-03-08',
        ...['CZK   24405', /^JPY {2}\d{6}$/, /^USD {4}1156\.42$/],
        ...['1 EUR = 24.405 CZK', /^1 JPY = 0\.1\d{1,5} CZK$/, '1 USD = 21.104 CZK'],
      ],
    ],
  ])('ratetree %s', async (question, lines) => {
    const words = [...question.split(' '), '--origin', await embeddedTree()];
    const [ran, asJson] = [await ratetree(words), await ratetree([...words, '--json'])];
    expect([ran.code, ran.err]).toEqual([0, '']);
    const matched = lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)));
    expect(ran.out.trimEnd().split('\n')).toEqual(matched);
    expect(asJson.out).toMatch(/^[[{].*[\]}]\n$/);
  });
});

describe('what cannot be answered ends with a code and one line that says what to do', () => {
  const nowhere = join(freshFolder(), 'nowhere');
  const empty = freshFolder();

  it.each<[string, string[], number, RegExp]>([
    [
      'a folder that does not exist',
      ['--origin', nowhere],
      1,
      /--origin names no directory: .*; "ratetree start" makes a tree/,
    ],
    [
      'an empty folder',
      ['--origin', empty],
      1,
      /--origin names .*, which holds no tree and no release; "ratetree start" makes a tree/,
    ],
    ['another kind of address', ['--origin', 'ftp://x/'], 1, /--origin must be a directory, an http\(s\):\/\/ address/],
    ['a currency that there is not', ['--origin', tree, '--provider', 'NOBODY'], 1, /NOBODY.*"ratetree status" lists/],
    [
      'a host that does not answer',
      ['--origin', 'http://127.0.0.1:9/'],
      4,
      /cannot be read; check --origin and the con/,
    ],
  ])('%s', async (_, flags, code, words) => {
    const ran = await ratetree(['latest', ...flags]);
    expect(ran).toMatchObject({ code, out: '', err: expect.stringMatching(words) });
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each([
    [['series', 'USD'], 'series'],
    [['keys', 'set', 'alice'], 'keys set'],
  ])(
    'an unknown flag of %j, with the name of the manual, which does not push it off the screen',
    async (words, name) => {
      const ran = await ratetree([...words, '--symbols', 'EUR']);
      expect(ran).toMatchObject({
        code: 1,
        err: `error: unknown option '--symbols'\nsee "ratetree ${name} --help"\n`,
      });
    },
  );

  it('a folder that a variable of the system names', async () => {
    const ran = await ratetree(['export', '--format', 'csv', '--origin', tree], { TMPDIR: '/nowhere' });
    expect(ran).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^ratetree: TMPDIR \/nowhere: there is no folder \/nowhere; /m),
    });
  });

  it('a refusal, which with --json is on standard output for the program that asked', async () => {
    const { code, out, err } = await ratetree(['rate', '1', 'EUR', 'ZZZ', '--json', '--origin', tree]);
    expect([code, JSON.parse(out)]).toEqual([1, { message: expect.stringContaining('"ZZZ"'), errorCode: 1002 }]);
    expect(err).toMatch(/^ratetree: to names "ZZZ".* \(1002\)\n$/);
  });
});

describe('what a tree says is shown as text', () => {
  it('even if a reason in it would move the cursor', async () => {
    const rows = (columns: string[], ...cells: string[][]) => ({ columns, rows: cells });
    const provenance = {
      method: 'm',
      currencies: rows(['currency', 'method', 'figure'], ['USD', 'single', '1.1717']),
      figures: rows(
        ['currency', 'provider', 'date', 'document', 'perEuro', 'use'],
        [...['USD', 'ECB', '2026-03-13', 'd', '1.1717', 'left out: \u001b[2J\u0007gone']],
      ),
    };
    const path = 'v1/provenance/GLOBAL/2026/03/13.json';
    const change = (files: Map<string, string | Buffer>) => files.set(path, JSON.stringify(provenance));
    const hostile = writeSmallTree(freshFolder(), { change });
    const { code, out } = await ratetree(['why', 'GLOBAL', '2026-03-13', 'USD', '--origin', hostile]);
    expect(code).toBe(0);
    expect(out).toContain('left out: ?[2J?gone');
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

describe('colours', () => {
  const yes = (): boolean => true;
  const terminal = { isTTY: true, hasColors: yes };

  it.each([
    ['a terminal', terminal, {}, true],
    ['a terminal, with NO_COLOR', terminal, { NO_COLOR: '1' }, false],
    ['a terminal, with NO_COLOR and FORCE_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['a terminal, with an empty NO_COLOR, which counts as none', terminal, { NO_COLOR: '' }, true],
    ['a terminal that has none', { isTTY: true, hasColors: () => !yes() }, {}, false],
    ['a file', { hasColors: yes }, { FORCE_COLOR: '1' }, false],
  ])('%s', (_, stream, env, expected) => expect(takesColours(stream, env)).toBe(expected));

  const hasTerminals = spawnSync('script', ['--version']).status === 0;
  it.skipIf(!hasTerminals)('are on a real terminal, and go with NO_COLOR and into a pipe', async () => {
    const command = `${process.execPath} ${PROGRAM} ${QUESTION.join(' ')} --origin ${tree}`;
    const onTerminal = (env: Readonly<Record<string, string>>) =>
      spawnSync('script', ['-qec', command, '/dev/null'], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...env },
      }).stdout;
    expect(onTerminal({})).toContain('\x1b[1m100 EUR');
    expect(onTerminal({ NO_COLOR: '1' })).not.toContain('\x1b');
    expect((await ratetree([...QUESTION, '--origin', tree])).out).not.toContain('\x1b');
  });
});
