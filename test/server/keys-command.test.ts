/** `ratetree keys`: what it makes and changes in the key file, what it refuses, and that a key is printed only once. */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseKeyFile, toSubscribers } from '../../server/request/keys/api-keys.ts';
import { adding, disabling, enabling, removing, rotating, setting } from '../../server/request/keys/key-file.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { runProgramBeside } from '../support/kit/run-program.ts';
import { gatewayOver, keyRecord, NOON_MS } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const EARLIER = '2026-03-12T12:00:00Z';
const LATER = '2026-03-14T12:00:00Z';

describe('a change', () => {
  const alice = keyRecord('alice', 'a');
  const off = keyRecord('off', 'b', { enabled: false });
  const late = keyRecord('late', 'c', { expires: EARLIER });
  const bob = keyRecord('bob', 'd', { expires: LATER });
  const all = [alice, off, late, bob];
  const { digest } = keyRecord('any', 'new');
  const [created, seven] = ['2026-03-13', { requestsPerMinute: 7 }];

  it.each([
    ['add', adding(keyRecord('new', 'e')), [...all, keyRecord('new', 'e')]],
    ['remove', removing('off'), [alice, late, bob]],
    ['disable', disabling('bob'), [alice, off, late, { ...bob, enabled: false }]],
    ['enable', enabling('off', null, NOON_MS), [alice, { ...off, enabled: true }, late, bob]],
    ['enable, of one that is enabled', enabling('bob', null, NOON_MS), all],
    ['enable, with more time', enabling('late', LATER, NOON_MS), [alice, off, { ...late, expires: LATER }, bob]],
    ['set', setting('bob', seven), [alice, off, late, { ...bob, plan: { ...bob.plan, ...seven } }]],
    ['rotate', rotating('bob', digest, null, NOON_MS), [alice, off, late, { ...bob, digest, created }]],
    [
      'rotate, of a disabled one',
      rotating('off', digest, null, NOON_MS),
      [alice, { ...off, digest, created }, late, bob],
    ],
    [
      'rotate, with more time',
      rotating('late', digest, LATER, NOON_MS),
      [alice, off, { ...late, digest, created, expires: LATER }, bob],
    ],
  ])('"%s" changes one record and keeps the others', (_, change, expected) => {
    expect(change(all)).toEqual(expected);
  });

  it.each([
    [
      'add',
      adding(keyRecord('alice', 'e')),
      /already a key named alice; choose another .* "ratetree keys rotate alice"/,
    ],
    ['remove', removing('nobody'), /no key named nobody; "ratetree keys list"/],
    ['set', setting('nobody', seven), /no key named nobody/],
    ['disable', disabling('nobody'), /no key named nobody/],
    ['enable', enabling('nobody', null, NOON_MS), /no key named nobody/],
    ['rotate', rotating('nobody', digest, null, NOON_MS), /no key named nobody/],
    ['enable, of an expired one', enabling('late', null, NOON_MS), /late expired at 2026-03-12.*--expires/],
    ['rotate, of an expired one', rotating('late', digest, null, NOON_MS), /late expired at 2026-03-12.*--expires/],
    ['enable, at the end', enabling('bob', null, Date.parse(LATER)), /bob expired at 2026-03-14.*--expires/],
  ])('"%s" is refused with the fix', (_, change, words) => {
    expect(() => change(all)).toThrow(words);
  });
});

describe('ratetree keys', () => {
  const folder = freshFolder();
  const file = join(folder, 'made.json');
  const keys = async (...words: string[]) => {
    const { status, stdout, stderr } = await runProgramBeside(['keys', ...words, '--file', file]);
    if (status !== 0) throw Object.assign(new Error(stderr), { code: status, stdout, stderr });
    return { stdout, stderr };
  };
  /** The cells of the table, with `today` for a day of creation. */
  const rows = async () =>
    (await keys('list')).stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/).map((cell, place) => (place === 2 ? cell.replace(/^\d.*/, 'today') : cell)));
  const store = diskStore(writeSmallTree());
  const statusOf = async (url: string, key: string) => {
    const subscribers = toSubscribers(parseKeyFile(readFileSync(file, 'utf8'), file), null);
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers });
    return (await ask(url, { headers: { 'subscription-key': key } })).status;
  };

  it.each(['list', 'set alice --unlimited', 'disable alice', 'enable alice', 'rotate alice', 'remove alice'])(
    '%s says that there is no key file, and makes none',
    async (words) => {
      const stderr = expect.stringMatching(/made\.json does not exist; "ratetree keys add NAME --file .*made\.json"/);
      await expect(keys(...words.split(' '))).rejects.toMatchObject({ stderr, stdout: '', code: 1 });
      expect([existsSync(file), existsSync(`${file}.next`)]).toEqual([false, false]);
    },
  );

  it('adds a key, prints it once, lists its plan, disables, enables, rotates and removes it', async () => {
    const plan = ['--operations', 'latest,convert', '--per-minute', '60', '--expires', '2030-01-01'];
    const key = (await keys('add', 'alice', ...plan)).stdout.trim();
    expect(key).toMatch(/^rt_[\w-]{43}$/);
    expect(readFileSync(file, 'utf8')).not.toContain(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const listed = ['alice', 'enabled', 'today', '2030-01-01', '60', 'latest,convert'];
    expect((await keys('list')).stdout).toMatch(
      /^NAME {3}STATE {4}CREATED {5}EXPIRES {5}A MINUTE {2}OPERATIONS\nalice {2}/,
    );
    expect(await rows()).toEqual([listed]);
    expect(await statusOf('/v1/latest', key)).toBe(200);
    expect(await statusOf('/v1/currencies', key)).toBe(400);

    await keys('disable', 'alice');
    expect(await rows()).toEqual([listed.with(1, 'disabled')]);
    const rotated = await keys('rotate', 'alice');
    expect(rotated.stderr).toContain('still disabled: "ratetree keys enable alice"');
    expect(await statusOf('/v1/latest', rotated.stdout.trim())).toBe(403);
    await keys('enable', 'alice', '--expires', '2031-01-01');
    expect(await rows()).toEqual([listed.with(3, '2031-01-01')]);
    expect(await statusOf('/v1/latest', rotated.stdout.trim())).toBe(200);
    expect(await statusOf('/v1/latest', key)).toBe(401);

    await keys('set', 'alice', '--operations', 'all', '--per-minute', '7');
    expect(await rows()).toEqual([['alice', 'enabled', 'today', '2031-01-01', '7', 'all']]);
    expect(await statusOf('/v1/currencies', rotated.stdout.trim())).toBe(200);
    await keys('set', 'alice', '--unlimited');
    expect(await rows()).toEqual([['alice', 'enabled', 'today', '2031-01-01', 'no limit', 'all']]);

    await keys('add', 'bob');
    await keys('add', 'bank', '--unlimited');
    await keys('remove', 'alice');
    expect(await rows()).toEqual([
      ['bob', 'enabled', 'today', 'never', '600', 'all'],
      ['bank', 'enabled', 'today', 'never', 'no limit', 'all'],
    ]);
    expect(await statusOf('/v1/latest', rotated.stdout.trim())).toBe(401);
  });

  it('reads a file of before, whose keys have no day of creation', async () => {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/ *"created": .*\n/g, ''));
    const unknown = ['bob', 'enabled', '-', 'never', '600', 'all'];
    expect((await rows())[0]).toEqual(unknown);
    await keys('set', 'bob', '--per-minute', '60');
    expect((await rows())[0]).toEqual(unknown.with(4, '60'));
    writeFileSync(file, text);
  });

  it.each([
    [['add', 'bob'], /already a key named bob/],
    [['add', 'a b'], /name: letters/],
    [['add', 'carol', '--per-minute', '0'], /whole number/],
    [['add', 'carol', '--per-minute', '60', '--unlimited'], /'--unlimited' cannot be used with option '--per-minute/],
    [['add', 'carol', '--operations', 'delete'], /none of currencies/],
    [['add', 'carol', '--expires', 'soon'], /2027-01-01/],
    [['add', 'carol', '--expires', '2020-01-01'], /this time has passed/],
    [['rotate', 'bob', '--expires', '2020-01-01T00:00:00Z'], /this time has passed/],
    [['set', 'bob'], /nothing to set: give --operations, --per-minute or --unlimited/],
    [['set', 'bob', '--per-minute', '60', '--unlimited'], /'--unlimited' cannot be used with option '--per-minute/],
    [['set', 'nobody', '--unlimited'], /made\.json: there is no key named nobody/],
    [['disable', 'nobody'], /made\.json: there is no key named nobody/],
  ])('%j is refused, and changes nothing', async (words, message) => {
    const before = readFileSync(file, 'utf8');
    await expect(keys(...words)).rejects.toMatchObject({ stderr: expect.stringMatching(message), code: 1 });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('does not wait for another change but reports that one is running', async () => {
    writeFileSync(`${file}.next`, '');
    await expect(keys('add', 'carol')).rejects.toMatchObject({ stderr: expect.stringContaining('another change') });
  });
});
