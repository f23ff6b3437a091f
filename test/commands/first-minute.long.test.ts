/** The first minute: what `start` prints after the installation, and what is in its log instead. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { programIn } from '../support/kit/program.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { copyOfCheckout, EMBEDDED_WORDS, firstMinute, noteInstallation, RENEWED } from '../support/kit/start.ts';
import { listen } from '../support/servers/loopback.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';

const start = (root: string, ...options: readonly string[]): [string, ...string[]] => [
  process.execPath,
  programIn(root),
  'start',
  ...options,
];

const LINES_MAX = 15;

describe('start', () => {
  it('says in fifteen lines at most what it did, what to ask, and how to stop, and the log has the rest', async () => {
    const root = copyOfCheckout(['build']);
    noteInstallation(root, 'added 118 packages in 8s\n');
    const replay = recordings(DAYS, calm);
    const { code, lines, log, err } = await firstMinute(
      root,
      start(root, '--after-install', '--provider', 'ECB', '--replay', replay, '--budget', '50'),
      { until: RENEWED },
    );
    expect([code, err]).toEqual([0, '']);
    expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(lines.join('\n'))?.[0];
    const url = `${address}/v1/latest?base=USD&currencies=EUR,GBP,JPY`;
    const built = expect.stringMatching(
      /^Built the tree in [\d.]+ s: release [0-9a-f]{16}, in dist, signed; its key is \.ratetree\/demo\.pem\.pub\.$/,
    );
    expect(lines).toEqual([
      expect.stringMatching(
        /^Ratetree [\d.]+: 118 packages are installed, and the program is compiled\. Details are in /,
      ),
      `Serving the newest of ${EMBEDDED_WORDS}.`,
      expect.stringMatching(/^GLOBAL is of 2026-03-\d\d/),
      '',
      `Open     ${address}/#key=k`,
      `Ask      curl -H 'Subscription-Key: k' '${url}'`,
      expect.stringMatching(/^Answer {3}\{"provider":"GLOBAL","date":"[\d-]+","base":"USD","exchangeRates":\{"EUR":/),
      'Stop     Ctrl-C',
      built,
      'Asking the banks for at most 50 seconds ...',
      `1 of 1 banks answered. For the others, ${EMBEDDED_WORDS} are served.`,
      built,
      'GLOBAL is of 2026-03-06: for 2026-03-09 it states 28 of the 41 currencies quoted in the 31 days before, nine tenths are needed.',
    ]);
    for (const words of ['ECB: asking', 'ECB: 1 documents, ', 'files rendered', `gateway at ${address}`]) {
      expect(log).toContain(words);
    }
    const proven = runProgram(['prove', 'GLOBAL', 'latest', 'USD', '--from', 'dist', '--out', 'a.proof'], {
      cwd: root,
    });
    expect([proven.status, proven.stderr]).toEqual([0, '']);
    const judged = runProgram(['verify', 'a.proof', '--public-key', '.ratetree/demo.pem.pub'], { cwd: root });
    expect(judged.stdout).toMatch(/all good\n$/);
  });

  it('works in the folder where it is called, whose log it begins anew, when nothing was installed before', async () => {
    const [root, folder] = [copyOfCheckout(['build']), freshFolder()];
    noteInstallation(folder, 'what an earlier start has said');
    const options = ['--provider', 'ECB', '--replay', recordings(DAYS, calm)];
    const env = { RATETREE_DEMO_KEY: '' };
    const { code, lines, log } = await firstMinute(folder, start(root, ...options), {
      stop: 'by a supervisor',
      until: RENEWED,
      env,
    });
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^Ratetree [\d.]+ works in the folder \/.+\. Details are in \.ratetree\/start\.log\.$/);
    expect(lines).toContain('Stop     Ctrl-C');
    expect(log).not.toContain('what an earlier start has said');
    // A key of this form is hidden wherever else it stands (hidden-keys.test.ts).
    expect(lines.find((line) => line.startsWith('Open'))).toMatch(/\/#key=rt_[\w-]{43}$/);
    expect(readdirSync(folder).sort()).toEqual(['.ratetree', 'dist']);
    expect(readdirSync(root)).not.toContain('dist');
  });

  it('says in one line that no bank could be reached; the log says so of each bank, with what to do', async () => {
    const root = copyOfCheckout(['build']);
    noteInstallation(root, '');
    const { code, lines, log } = await firstMinute(root, start(root, '--after-install', '--provider', 'ECB,NBP'), {
      until: RENEWED,
    });
    expect(code).toBe(0);
    expect(lines[0]).toContain('the packages were already installed');
    expect(lines.at(-1)).toBe(`No bank could be reached, so ${EMBEDDED_WORDS} are served.`);
    expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
    expect(log).toMatch(/^ECB: .*ECONNREFUSED/m);
    expect(log).toContain('They could not be reached. Check the network and HTTPS_PROXY');
  });

  it('does the same without a word in an empty folder, and in one that is its own; elsewhere it shows the commands', async () => {
    const [root, folder] = [copyOfCheckout(['build']), freshFolder()];
    const program = programIn(root);
    for (const said of ['Serving the newest of ', 'Serving what is in dist.']) {
      const { code, lines } = await firstMinute(folder, [process.execPath, program]);
      expect([code, lines[1]]).toEqual([0, expect.stringContaining(said)]);
    }
    const help = spawnSync(process.execPath, [program], { cwd: root, encoding: 'utf8' });
    expect([help.status, help.stderr]).toEqual([1, expect.stringMatching(/^Usage: ratetree /)]);
  });

  it('answers before it asks a bank, puts what they say in force without a new start, and asks again', async () => {
    const [root, folder] = [copyOfCheckout(['build']), freshFolder()];
    const options = ['--ask-every', '1', '--provider', 'ECB', '--replay', recordings(DAYS, calm)];
    const newest: string[] = [];
    const { lines } = await firstMinute(folder, start(root, ...options), {
      until: /(^1 of 1 banks answered[\s\S]*){2}/m,
      meanwhile: async (out) => {
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
        for (let tries = 0; tries < 100 && newest.at(-1) !== '2026-03-13'; tries++) {
          const { body } = await request(`${address}/v1/latest?provider=ECB`, { headers: { 'Subscription-Key': 'k' } });
          newest.push(((await body.json()) as { date: string }).date);
          await sleep(100);
        }
      },
    });
    expect(newest.at(-1)).toBe('2026-03-13');
    expect(lines.indexOf('Stop     Ctrl-C')).toBeLessThan(lines.findIndex((line) => line.startsWith('Asking')));
  });

  it('answers without a key where it is told to, until there is a key file', async () => {
    const [root, folder] = [copyOfCheckout(['build']), freshFolder()];
    const added = runProgram(['keys', 'add', 'alice', '--file', 'keys.json'], { cwd: folder });
    expect(added.status).toBe(0);
    const statuses: number[] = [];
    const ask = async (out: string) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
      const { statusCode, body } = await request(`${address}/v1/latest?currencies=USD`);
      await body.dump();
      statuses.push(statusCode);
    };
    const command = start(root, '--keyless', '60');
    const open = await firstMinute(folder, command, { meanwhile: ask });
    expect(open.lines).toContain('Nobody needs a key: 60 requests a minute of each address are answered.');
    const closed = await firstMinute(folder, command, { meanwhile: ask, env: { RATETREE_KEYS: 'keys.json' } });
    expect(closed.lines.join()).not.toContain('Nobody needs a key');
    expect(statuses).toEqual([200, 401]);
  });

  it('finds first that a port is taken, and leaves nothing behind', async () => {
    const { port } = new URL((await listen(() => {})).url);
    const [root, folder] = [copyOfCheckout(['build']), freshFolder()];
    const { code, lines, err } = await firstMinute(folder, start(root, '--port', `${port}`));
    expect([code, lines]).toEqual([1, ['']]);
    expect(err).toMatch(
      new RegExp(`^ratetree: cannot listen on 127\\.0\\.0\\.1:${port} .*; name a free port with --port or PORT\n$`),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes its port and its key from flags, says why GLOBAL is older, and begins where a collect reached nobody', async () => {
    const [root, folder] = [copyOfCheckout(['build']), freshFolder()];
    const env = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [programIn(root), ...words], { cwd: folder, env, encoding: 'utf8' });
    expect(run('collect', '--provider', 'ECB').status).toBe(2);
    expect(run('generate').stderr).toMatch(/no fixing .*: begin with "ratetree start"/);
    const options = ['--provider', 'ECB', '--port', '0', '--key', 'mine'];
    const { code, lines } = await firstMinute(folder, start(root, ...options));
    expect(code).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^Open {5}http:\/\/127\.0\.0\.1:\d+\/#key=mine$/));
    expect(lines).toContainEqual(expect.stringMatching(/^GLOBAL is of 2026-03-\d\d: for 2026-03-\d\d it .* needed\.$/));
    const answered = run('convert', '1', 'EUR', 'USD');
    expect([answered.status, answered.stderr]).toEqual([0, '']);
  });
});
