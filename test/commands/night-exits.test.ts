/** Exits of a night that nobody plans: each has the last line, a documented code, and names what is at fault. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { acquireLock } from '../../generator/commands/cli/lock.ts';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { modulesIn } from '../support/kit/program.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { mountReadOnlyDisk, mountSmallDisk } from '../support/kit/small-disk.ts';
import { listen } from '../support/servers/loopback.ts';
import { newPlace, night, nightWith, recordingOf, startNight, toReport } from '../support/trees/one-night.ts';

const sound = recordingOf('1.1415');

describe('a wrong command line ends a night with 1, one line and the last line:', () => {
  it.each<[string[], string]>([
    [['--bogus'], "unknown option '--bogus'"],
    [['--date', 'today'], "option '--date <date>' argument 'today' is invalid. It must be a day, written YYYY-MM-DD."],
    [['--bases', 'EUR,QQQ'], 'QQQ'],
  ])('%j', (words, fault) => {
    const place = newPlace();
    const { status, report, stderr } = night(place, sound, ...words);
    expect(report).toMatchObject({ outcome: 'input', published: null, error: expect.stringContaining(fault) });
    expect(stderr).toContain(report.error);
    expect(stderr.endsWith('\nsee "ratetree nightly --help"\n')).toBe(words[0] === '--bogus');
    expect([status, existsSync(place.archive)]).toEqual([1, false]);
  });

  it('a target that is missing', () => {
    const { status, stdout, stderr } = runProgram(['nightly']);
    expect(stderr).toBe("error: missing required argument 'target'\n");
    expect(toReport(stdout, stderr)).toMatchObject({ outcome: 'input', error: "missing required argument 'target'" });
    expect(status).toBe(1);
  });
});

describe('a wrong target or variable ends a night with 1, and one line names it:', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['s3//rates', {}, /^not a target: s3\/\/rates; write s3:\/\/BUCKET\/PREFIX, or a folder/],
    ['', {}, /^the target is empty/],
    [
      's3://rates',
      { RATETREE_S3_ENDPOINT: 'localhost:9000' },
      /^RATETREE_S3_ENDPOINT is not an address: localhost:9000/,
    ],
    ['s3://rates', { RATETREE_S3_PATH_STYLE: 'yes' }, /^RATETREE_S3_PATH_STYLE is yes; it must be true or false/],
    ['s3://rates', { RATETREE_SIGNING_KEY: 'secret' }, /^RATETREE_SIGNING_KEY: there is no private key in PEM here/],
  ])('%j with %j', (store, env, message) => {
    const { status, report, stderr } = nightWith(env, { ...newPlace(), store }, sound);
    expect(report).toMatchObject({ outcome: 'input', published: null, error: expect.stringMatching(message) });
    expect(stderr).toContain(`ratetree: ${report.error}\n`);
    expect(stderr).not.toContain('secret');
    expect(status).toBe(1);
  });

  it('a proxy, without the password that is in its address', () => {
    const place = newPlace();
    const words = ['nightly', place.store, '--archive', place.archive, '--out', place.out, '--provider', 'ECB'];
    const { status, stdout, stderr } = runProgram(words, {
      env: { ...process.env, HTTPS_PROXY: 'me:secret@proxy' },
    });
    const error = 'HTTPS_PROXY is not the address of a proxy; write http://HOST:PORT';
    expect(toReport(stdout, stderr)).toMatchObject({ outcome: 'input', error });
    expect([status, `${stdout}${stderr}`.includes('secret')]).toEqual([1, false]);
  });
});

describe('a folder that may not be written ends a night, and the error names it:', () => {
  it.for([
    ['archive', 1, 'input'],
    ['out', 1, 'input'],
    ['store', 4, 'store failed'],
  ] as const)('that of the %s, with %i', ([name, code, outcome], context) => {
    const folder = join(mountReadOnlyDisk(context), name);
    const { status, report, stderr } = night({ ...newPlace(), [name]: folder }, sound);
    expect(report, stderr).toMatchObject({ outcome, published: null, error: expect.stringContaining(folder) });
    expect(report.error).toContain('is on a disk that cannot be written; name another');
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(code);
  });
});

describe('a night that is stopped', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('by %s prints its last line and ends by the signal', async (signal) => {
    // A store that takes the request and never answers, so that the night is still at work.
    const { url: endpoint, server: silent } = await listen(() => {});
    const place = { ...newPlace(), store: 's3://rates/night' };
    const env = { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'secret' };
    const child = startNight(env, place, sound, '--endpoint', endpoint, '--region', 'here', '--path-style');
    await once(silent, 'request');
    expect(await acquireLock(place.archive)).toBe(null);
    child.kill(signal);
    const [stdout, stderr, [code, ended]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect(toReport(stdout, stderr)).toMatchObject({ outcome: 'stopped', error: `stopped by ${signal}` });
    expect([code, ended]).toEqual([null, signal]);
    const lock = await acquireLock(place.archive);
    expect(lock).not.toBe(null);
    await lock?.release();
  });
});

describe('a bug ends a night with 6, the stack and the last line', () => {
  /** A copy of the program in which the collecting has a bug. */
  function programWithBug(bug: string): string {
    const root = freshFolder();
    for (const name of ['build/generator', 'build/scripts/ratetree.js', 'package.json'])
      cpSync(join(packageRoot(), name), join(root, name), { recursive: true });
    for (const name of ['data', 'node_modules']) symlinkSync(join(packageRoot(), name), join(root, name));
    const body = `export async function collectProviders() { ${bug}; }\n`;
    writeFileSync(join(root, 'build', 'generator', 'sources', 'collect', 'collect.js'), body);
    return modulesIn(root);
  }

  it.each([
    [
      'outside of every promise',
      "setTimeout(() => { throw new TypeError('a bug'); }); await new Promise((done) => setTimeout(done, 60000))",
      'a bug',
      /TypeError: a bug\n\s+at /,
    ],
    [
      'in a promise that never settles, which Node ends with a code of its own',
      'await new Promise(() => {})',
      null,
      /^/,
    ],
  ])('%s', (_, bug, error, stack) => {
    const place = newPlace();
    const words = ['nightly', place.store, '--archive', place.archive, '--out', place.out, '--provider', 'ECB'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [programWithBug(bug), ...words], {
      encoding: 'utf8',
    });
    expect(toReport(stdout, stderr)).toMatchObject({ outcome: 'broken', published: null, error });
    expect(stderr).toMatch(stack);
    expect(status).toBe(6);
  });
});

describe('a disk that is full', () => {
  it('under the store ends a night with 4, and the error names the object', (context) => {
    const store = mountSmallDisk('16k', context);
    const { status, report } = night({ ...newPlace(), store }, sound);
    expect(report).toMatchObject({ outcome: 'store failed', published: null });
    expect(report.error).toMatch(new RegExp(`^${store}/: PUT \\S+: ENOSPC: no space left on device`));
    expect(status).toBe(4);
  });
});
