/** Who may ask, what a plan allows, and how the key file changes under a running gateway. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/root.ts';
import { parseKeyFile, type Subscribers, toSubscribers } from '../../server/keys.ts';
import { toNeighbourhood } from '../../server/limit.ts';
import { LiveKeys } from '../../server/live-keys.ts';
import { diskStore } from '../../server/stores/disk.ts';
import { freshFolder } from '../support/archives.ts';
import { DEMO_KEY, gatewayOver, keyRecord, logInto, NOON_MS } from '../support/gateway.ts';
import { writeSmallTree } from '../support/small-tree.ts';

const store = diskStore(writeSmallTree());
const folder = freshFolder();
const withKey = (key: string, remoteAddress = '192.0.2.1') => ({ headers: { 'subscription-key': key }, remoteAddress });
const limited = (requestsPerMinute: number | null) => ({
  plan: { operations: ['latest' as const], requestsPerMinute },
});

describe('a key', () => {
  const subscribers = toSubscribers(
    [keyRecord('ours', 'a-good-key'), keyRecord('later', 'to-expire', { expires: '2026-03-13T12:00:00.001Z' })],
    DEMO_KEY,
  );

  it('is taken from the header, else from the parameter in any spelling; the header wins', async () => {
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers });
    const status = async (url: string, headers: Record<string, string>) => (await ask(url, { headers })).status;
    expect(await status('/v1/latest', { 'subscription-key': 'a-good-key' })).toBe(200);
    expect(await status('/v1/latest', { 'subscription-key': ' a-good-key ' })).toBe(200);
    expect(await status('/v1/latest?Subscription-Key=a-good-key', {})).toBe(200);
    expect(await status('/v1/latest?subscription%2Dkey=a-good%2Dkey', {})).toBe(200);
    expect(await status('/v1/latest?subscription-key=a-good-key', { 'subscription-key': '' })).toBe(200);
    expect(await status('/v1/latest?subscription-key=a-good-key', { 'subscription-key': 'wrong' })).toBe(401);
    expect(await status('/v1/latest?subscription-key=wrong', { 'subscription-key': 'a-good-key' })).toBe(200);
    expect(await status('/v1/latest', { 'subscription-key': 'A-GOOD-KEY' })).toBe(401);
  });

  it('is good until the moment that it expires', async () => {
    let nowMs = NOON_MS;
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers, nowMs: () => nowMs });
    expect((await ask('/v1/latest', withKey('to-expire'))).status).toBe(200);
    nowMs += 1;
    expect((await ask('/v1/latest', withKey('to-expire'))).status).toBe(403);
  });

  it('never reaches the log or an answer, however it is sent', async () => {
    const lines: string[] = [];
    const log = logInto(lines);
    const { ask, said } = await gatewayOver(store, { subscribers: () => subscribers, accessLog: log });
    const key = 'a-good-key';
    const urls = [
      'subscription-key=KEY',
      'SUBSCRIPTION%2DKEY=KEY',
      'key=KEY',
      'subscription-key=KEY&subscription-key=KEY',
    ];
    const joined = [
      'base=EUR;subscription-key=KEY',
      'base=EUR?Subscription-Key=KEY',
      '%zz=KEY',
      'subscription-key=%zzKEY',
    ];
    let answers = '';
    for (const query of [...urls, ...joined]) {
      answers += (await ask(`/v1/convert?amount=1&${query.replaceAll('KEY', key)}`, { headers: {} })).text;
      answers += (await ask(`http://example.org/v1/latest?${query.replaceAll('KEY', key)}`, withKey(key))).text;
    }
    await log.close();
    expect(lines).toHaveLength(16);
    expect(lines.join()).not.toContain(key);
    expect(said.join()).not.toContain(key);
    expect(answers.toLowerCase()).not.toContain(key);
  });
});

describe('a plan', () => {
  it('counts by clock minutes, each key for itself, and says when to come back', async () => {
    let nowMs = NOON_MS + 20_400;
    const records = [
      keyRecord('two', 'key-two', limited(2)),
      keyRecord('one', 'key-one', limited(1)),
      keyRecord('no', 'key-no', limited(null)),
    ];
    const subscribers = toSubscribers(records, DEMO_KEY);
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers, nowMs: () => nowMs });
    const status = async (key: string) => (await ask('/v1/latest', withKey(key))).status;
    expect([await status('key-two'), await status('key-two'), await status('key-two')]).toEqual([200, 200, 429]);
    expect([await status('key-one'), await status('key-one')]).toEqual([200, 429]);
    expect((await ask('/v1/latest', withKey('key-two'))).headers['retry-after']).toBe('40');
    for (let count = 0; count < 100; count++)
      expect([await status('key-no'), await status(DEMO_KEY)]).toEqual([200, 200]);
    nowMs += 40_000;
    expect([await status('key-two'), await status('key-one')]).toEqual([200, 200]);
  });

  it('counts refusals, but no preflight', async () => {
    const subscribers = toSubscribers([keyRecord('one', 'key-one', limited(1))], null);
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers });
    await ask('/v1/latest', { ...withKey('key-one'), method: 'OPTIONS' });
    expect((await ask('/v1/latest?base=ZZZ', withKey('key-one'))).status).toBe(400);
    expect((await ask('/v1/latest', withKey('key-one'))).status).toBe(429);
  });

  it('limits guesses at keys by address, and no one else there', async () => {
    const { ask } = await gatewayOver(store, { unknownKeysPerMinute: 2 });
    const guess = async (address: string) => (await ask('/v1/latest', withKey('a-guess', address))).status;
    expect([await guess('192.0.2.1'), await guess('::ffff:192.0.2.1'), await guess('192.0.2.1')]).toEqual([
      401, 401, 429,
    ]);
    expect(await guess('192.0.2.2')).toBe(401);
    expect((await ask('/v1/latest', withKey(DEMO_KEY))).status).toBe(200);
    expect((await ask('/v1/latest', { headers: {} })).status).toBe(401);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('the address %s belongs to %s', (address, neighbourhood) => {
    expect(toNeighbourhood(address)).toBe(neighbourhood);
  });
});

describe('the key file', () => {
  const write = (file: string, records: readonly unknown[]) => writeFileSync(file, JSON.stringify({ keys: records }));

  it('is read again when it changes, and a broken one keeps the old set and says so', () => {
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

  it('must be there and whole at the start', () => {
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
  ])('%s is refused by name', (text, words) => {
    expect(() => parseKeyFile(text, 'keys.json')).toThrow(words);
  });
});

describe('ratetree keys', () => {
  const run = promisify(execFile);
  const file = join(folder, 'made.json');
  const keys = (...words: string[]) =>
    run(process.execPath, [join(packageRoot(), 'build', 'server', 'keys-main.js'), ...words, '--file', file]);

  it('adds a key, shows it once, lists its plan, and disables it', async () => {
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

  it('waits for no other change: it says that one is under way', async () => {
    writeFileSync(`${file}.next`, '');
    await expect(keys('add', 'carol')).rejects.toMatchObject({ stderr: expect.stringContaining('another change') });
  });
});
