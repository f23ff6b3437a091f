/** The first minute: what `start` prints after the installation, and what is in its log instead. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { programIn } from '../support/kit/program.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { copyOfCheckout, EMBEDDED_WORDS, firstMinute, noteInstallation } from '../support/kit/start.ts';
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
      start(root, '--after-install', '--provider', 'ECB', '--replay', replay),
    );
    expect([code, err]).toEqual([0, '']);
    expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(lines.join('\n'))?.[0];
    const url = `${address}/v1/latest?base=USD&currencies=EUR,GBP,JPY`;
    expect(lines).toEqual([
      expect.stringMatching(
        /^Ratetree [\d.]+: 118 packages are installed, and the program is compiled\. Details are in /,
      ),
      'Asking the banks for at most 10 seconds ...',
      `1 of 1 banks answered. For the others, ${EMBEDDED_WORDS} are served.`,
      'Building the tree ...',
      expect.stringMatching(
        /^Built the tree in [\d.]+ s: release [0-9a-f]{16}, in dist, signed; its key is \.ratetree\/demo\.pem\.pub\.$/,
      ),
      'GLOBAL is of 2026-03-06: for 2026-03-09 it states 28 of the 41 currencies quoted in the 31 days before, nine tenths are needed.',
      '',
      `Open     ${address}/#key=k`,
      `Ask      curl -H 'Subscription-Key: k' '${url}'`,
      expect.stringMatching(/^Answer {3}\{"provider":"GLOBAL","date":"[\d-]+","base":"USD","exchangeRates":\{"EUR":/),
      'Stop     Ctrl-C',
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
    const { code, lines, log } = await firstMinute(folder, start(root, ...options), { stop: 'by a supervisor', env });
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^Ratetree [\d.]+ works in the folder \/.+\. Details are in \.ratetree\/start\.log\.$/);
    expect(lines.at(-1)).toBe('Stop     Ctrl-C');
    expect(log).not.toContain('what an earlier start has said');
    // A key of this form is hidden wherever else it stands (hidden-keys.test.ts).
    expect(lines.find((line) => line.startsWith('Open'))).toMatch(/\/#key=rt_[\w-]{43}$/);
    expect(readdirSync(folder).sort()).toEqual(['.ratetree', 'dist']);
    expect(readdirSync(root)).not.toContain('dist');
  });

  it('says in one line that no bank could be reached; the log says so of each bank, with what to do', async () => {
    const root = copyOfCheckout(['build']);
    noteInstallation(root, '');
    const { code, lines, log } = await firstMinute(root, start(root, '--after-install', '--provider', 'ECB,NBP'));
    expect(code).toBe(0);
    expect(lines[0]).toContain('the packages were already installed');
    expect(lines[2]).toBe(`No bank could be reached, so ${EMBEDDED_WORDS} are served.`);
    expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
    expect(log).toMatch(/^ECB: .*ECONNREFUSED/m);
    expect(log).toContain('They could not be reached. Check the network and HTTPS_PROXY');
  });

  it('finds first that a port is taken, and leaves nothing behind', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const [root, folder] = [copyOfCheckout(['build']), freshFolder()];
    const { code, lines, err } = await firstMinute(folder, start(root, '--port', `${port}`));
    taken.close();
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
