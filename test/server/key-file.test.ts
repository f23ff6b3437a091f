/** The key file: changes while the gateway runs, what is refused in it, and the command that writes it. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { parseKeyFile, type Subscribers, toSubscribers } from '../../server/keys/keys.ts';
import { LiveKeys } from '../../server/keys/live-keys.ts';
import { diskStore } from '../../server/stores/disk.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { gatewayOver, keyRecord } from '../support/servers/gateway.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const folder = freshFolder();
const withKey = (key: string, remoteAddress = '192.0.2.1') => ({ headers: { 'subscription-key': key }, remoteAddress });

describe('the key file', () => {
  const write = (file: string, records: readonly unknown[]) => writeFileSync(file, JSON.stringify({ keys: records }));

  it('is read again when it changes; when it is broken, that is reported and the old keys stay', () => {
    const file = join(folder, 'live.json');
    write(file, [keyRecord('first', 'key-1')]);
    const said: string[] = [];
    let seen: Subscribers | null = null;
    const keys = new LiveKeys({
      file,
      demoKey: null,
      onChange: (subscribers) => {
        seen = subscribers;
      },
      onBroken: (error) => said.push(error.message),
    });
    expect([...keys.current.values()].map(({ name }) => name)).toEqual(['first']);
    keys.refresh();
    expect(seen).toBeNull();
    write(file, [keyRecord('first', 'key-1'), keyRecord('second', 'key-2')]);
    keys.refresh();
    expect([...keys.current.values()].map(({ name }) => name)).toEqual(['first', 'second']);
    expect(seen).toBe(keys.current);
    writeFileSync(file, '{"keys": [');
    keys.refresh();
    keys.refresh();
    expect(said).toEqual([expect.stringContaining('live.json: not JSON')]);
    expect(keys.current.size).toBe(2);
    write(file, []);
    keys.refresh();
    expect(keys.current.size).toBe(0);
  });

  it('must exist and be valid at the start', () => {
    const options = { demoKey: null, onChange: () => {}, onBroken: () => {} };
    expect(() => new LiveKeys({ ...options, file: join(folder, 'none.json') })).toThrow(
      /none\.json.*ratetree keys add/,
    );
    expect(new LiveKeys({ ...options, file: null, demoKey: 'demo' }).current.size).toBe(1);
  });

  const good = keyRecord('a', 'b');
  it.each([
    ['{', /not JSON/],
    ['[]', /the file/],
    [JSON.stringify({ keys: [{ ...good, digest: 'abc' }] }), /keys\.0\.digest: the SHA-256/],
    [JSON.stringify({ keys: [{ ...good, name: 'a b' }] }), /keys\.0\.name/],
    [JSON.stringify({ keys: [{ ...good, expires: 'soon' }] }), /keys\.0\.expires: a UTC time/],
    [
      JSON.stringify({ keys: [{ ...good, plan: { operations: ['delete'], requestsPerMinute: 1 } }] }),
      /keys\.0\.plan\.operations\.0/,
    ],
    [JSON.stringify({ keys: [{ ...good, key: 'in clear' }] }), /key/],
    [JSON.stringify({ keys: [good, good] }), /keys\.1\.name: is there twice; keys\.1\.digest: is there twice/],
  ])('%s is refused with the name of the field', (text, words) => {
    expect(() => parseKeyFile(text, 'keys.json')).toThrow(words);
  });
});

describe('ratetree keys', () => {
  const run = promisify(execFile);
  const file = join(folder, 'made.json');
  const keys = (...words: string[]) =>
    run(process.execPath, [join(packageRoot(), 'build', 'server', 'keys', 'keys-main.js'), ...words, '--file', file]);

  it('adds a key, prints it once, lists its plan, and disables it', async () => {
    const added = await keys(
      'add',
      'alice',
      '--operations',
      'latest,convert',
      '--per-minute',
      '60',
      '--expires',
      '2030-01-01',
    );
    const key = added.stdout.trim();
    expect(key).toMatch(/^rt_[\w-]{43}$/);
    expect(readFileSync(file, 'utf8')).not.toContain(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const listed = 'alice\tenabled\texpires 2030-01-01T00:00:00Z\t60 a minute\tlatest,convert\n';
    expect((await keys('list')).stdout).toBe(listed);
    const subscribers = toSubscribers(parseKeyFile(readFileSync(file, 'utf8'), file), null);
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers });
    expect((await ask('/v1/latest', withKey(key))).status).toBe(200);
    expect((await ask('/v1/currencies', withKey(key))).status).toBe(400);
    await keys('disable', 'alice');
    expect((await keys('list')).stdout).toBe(listed.replace('enabled', 'disabled'));
  });

  it.each([
    [['add', 'alice'], /name: is there twice/],
    [['add', 'a b'], /name: letters/],
    [['add', 'bob', '--per-minute', '0'], /whole number/],
    [['add', 'bob', '--operations', 'delete'], /none of currencies/],
    [['add', 'bob', '--expires', 'soon'], /2027-01-01/],
    [['disable', 'nobody'], /no key of the name nobody/],
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
