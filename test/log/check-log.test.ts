/** docs/check_log.py: a stranger's program finds a rate's release in the log, and a log that was rewritten. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';
import { withMlDsa } from '../support/log/ml-dsa.ts';
import { makeNights, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const missing = [
  ['python3', '--version'],
  ['openssl', 'version'],
].filter(([tool = '', word = '']) => spawnSync(tool, [word]).error !== undefined);
if (missing.length > 0) console.log(`skipped: docs/check_log.py is not run without ${missing.join(', ')}`);

const PROGRAM = join(packageRoot(), 'docs', 'check_log.py');
const keys = newKeys();
let [dir, publicKey, kept] = ['', '', ''];

beforeAll(async () => {
  const folder = freshFolder();
  [publicKey, kept] = [join(folder, 'ratetree.pub'), join(folder, 'kept.txt')];
  writeFileSync(publicKey, keys.pem);
  const store = await openTestStore();
  dir = store.name;
  for (const night of await makeNights('2026-03-10', '2026-03-11', '2026-03-13')) {
    await publishLogged(store, keys, night, { now: () => new Date() });
    // That of the second night is kept.
    const checkpoint = readFileSync(join(dir, 'log/checkpoint'), 'utf8');
    if (checkpoint.split('\n')[1] !== '3') writeFileSync(kept, checkpoint);
  }
});

function check(store: string, ...more: readonly string[]) {
  const words = [PROGRAM, pathToFileURL(store).href.replace(/\/$/, ''), publicKey, 'ECB', 'EUR', 'USD', '2026-03-10'];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  return spawnSync('python3', [...words, ...more], { encoding: 'utf8', env });
}

describe.skipIf(missing.length > 0)('a stranger with Python and a checkpoint', () => {
  it('has a program of forty lines', () => {
    expect(readFileSync(PROGRAM, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('finds the rate, its release in the log, and that the log goes on from the checkpoint', () => {
    const { status, stdout, stderr } = check(dir, kept);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^2026-03-10: 1 EUR = [\d.]+ USD\nits release is entry 2 of 3 of rates\.example\/log\n$/);
    expect(check(dir).status).toBe(0);
  });

  it('passes over signatures of a type that it does not know', () => {
    const own = copied(dir);
    const file = join(own, 'log/checkpoint');
    const note = readFileSync(file, 'utf8');
    rmSync(file);
    writeFileSync(file, withMlDsa(note, 'rates.example/log', 'w.example'));
    expect(check(own, kept)).toMatchObject({ status: 0, stderr: '' });
  });

  it('is run as docs/verify.md says', () => {
    const [block = ''] = blocksOf(readMarkdown('docs/verify.md'), 'sh').filter((one) => one.includes('check_log.py'));
    const script = block
      .replace('https://rates.example', pathToFileURL(dir).href.replace(/\/$/, ''))
      .replace('ratetree.pub', publicKey)
      .replace('kept.txt', kept);
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const { status, stdout } = spawnSync('bash', ['-ec', script], { cwd: packageRoot(), env, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^2026-03-13: 1 EUR = /)]);
  });

  it('stops at a log that was written anew by the same publisher', async () => {
    const store = await openTestStore();
    const [night] = await makeNights('2026-03-12');
    if (night !== undefined) await publishLogged(store, keys, night, { now: () => new Date() });
    expect(check(store.name).status).toBe(0);
    const { status, stderr } = check(store.name, kept);
    expect([status, stderr]).toEqual([1, expect.stringContaining('the log was rewritten: its first 2 entries')]);
  });

  it.each<[string, (own: string) => void, RegExp]>([
    ['the log of another', (own) => forge(own), /not signed by this key/],
    ['another entry', (own) => flip(join(own, 'log/tile/entries/000.p/3')), /the log was rewritten/],
    ['no entries', (own) => rmSync(join(own, 'log/tile/entries/000.p/3')), /No such file/],
  ])('stops at %s', (_, change, words) => {
    const own = copied(dir);
    change(own);
    const { status, stderr } = check(own, kept);
    expect(status).toBe(1);
    expect(stderr).toMatch(words);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('keeps the checkpoint where none was kept yet, says so, and goes on from it the next time', () => {
    const fresh = join(freshFolder(), 'kept.txt');
    expect(check(dir, fresh)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/\n.*kept\.txt was not there: it keeps this checkpoint\n$/),
    });
    expect(readFileSync(fresh, 'utf8')).toBe(readFileSync(join(dir, 'log/checkpoint'), 'utf8'));
    expect(check(dir, fresh)).toMatchObject({ status: 0, stdout: expect.not.stringContaining('was not there') });
  });

  it('keeps no checkpoint of a log that it does not believe', () => {
    const [own, fresh] = [copied(dir), join(freshFolder(), 'kept.txt')];
    forge(own);
    expect(check(own, fresh).status).toBe(1);
    expect(existsSync(fresh)).toBe(false);
  });
});

function forge(own: string): void {
  const file = join(own, 'log/checkpoint');
  const note = readFileSync(file, 'utf8');
  rmSync(file);
  writeFileSync(file, note.replace('\n3\n', '\n4\n'));
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
  rmSync(file);
  writeFileSync(file, bytes);
}
