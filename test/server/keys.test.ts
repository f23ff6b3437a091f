/** Which keys are accepted, what a plan allows, and how requests are limited. */

import { describe, expect, it } from 'vitest';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { MinuteCounter, toNeighbourhood } from '../../server/request/keys/limit.ts';
import {
  type Asked,
  DEMO_KEY,
  gatewayOver,
  keyRecord,
  logInto,
  NOON_MS,
  withReads,
} from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const withKey = (key: string, remoteAddress = '192.0.2.1') => ({ headers: { 'subscription-key': key }, remoteAddress });
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const limited = (requestsPerMinute: number | null) => ({
  plan: { operations: ['latest' as const], requestsPerMinute },
});

describe('a key', () => {
  const subscribers = toSubscribers(
    [keyRecord('ours', 'a-good-key'), keyRecord('later', 'to-expire', { expires: '2026-03-13T12:00:00.001Z' })],
    DEMO_KEY,
  );

  it('is taken from the header, or else from the parameter in any letter case', async () => {
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

  it.each<[url: string, headers: Record<string, string>, status?: number]>([
    ['/v1/latest?app_id=a-good-key', {}],
    ['/v1/latest?access_key=a-good-key', {}],
    ['/v1/latest?APIKEY=a-good-key', {}],
    ['/v1/latest?apikey=a-good-key&access_key=a-good-key', {}],
    ['/v1/latest', { apikey: ' a-good-key ' }],
    ['/v1/latest', { authorization: basic('x', 'a-good-key') }],
    ['/v1/latest', { authorization: basic('', 'a-good-key').replace('Basic', 'basic') }],
    ['/key/a-good-key/v1/latest', {}],
    ['/v6/a-good-key/latest/EUR', {}, 403], // known, and its plan has no dialect
    ['/v6/wrong/latest/EUR', {}, 401],
    ['/key/a%2Dgood%2Dkey/v1/currencies', {}],
    ['http://example.org/key/a-good-key/v1/latest?x=1', {}],
    ['/key/wrong/v1/latest?subscription-key=a-good-key', { authorization: basic('x', 'wrong') }],
    ['/v1/latest?app_id=wrong', { apikey: 'a-good-key' }],
    ['/v1/latest?app_id=a-good-key', { apikey: 'wrong' }, 401],
    ['/v1/latest?app_id=a-good-key', { 'subscription-key': 'wrong' }, 401],
    ['/v1/latest?app_id=a-good-key', { authorization: 'Bearer a-bad-key' }, 401],
    ['/v1/latest', { 'x-api-key': 'a-good-key' }],
    ['/v1/latest', { authorization: 'bearer a-good-key' }],
    ['/v1/latest', { authorization: 'Bearer' }, 401],
    ['/v1/latest?subscription-key=wrong', { authorization: 'Bearer a-good-key' }],
    ['/v1/latest', { 'x-api-key': 'a-good-key', authorization: 'Bearer wrong' }],
    ['/v1/latest', { 'subscription-key': 'wrong', 'x-api-key': 'a-good-key' }, 401],
    ['/v1/latest', { authorization: basic('a-good-key', '') }, 401],
    ['/v1/latest', { authorization: `Basic ${Buffer.from('a-good-key').toString('base64')}` }, 401],
    ['/v1/latest', { authorization: 'Basic *' }, 401],
    ['/key//v1/latest', {}, 401],
    ['/key/a-good-key', {}, 404],
    ['/Key/a-good-key/v1/latest', {}, 404],
    ['/v1/latest?app_id=a-good-key&app_id=a-good-key', {}, 400],
  ])('is found where clients of other services put it: %s %o', async (url, headers, status = 200) => {
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers });
    expect((await ask(url, { headers })).status).toBe(status);
  });

  it('is accepted until the moment at which it expires', async () => {
    let nowMs = NOON_MS;
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers, nowMs: () => nowMs });
    expect((await ask('/v1/latest', withKey('to-expire'))).status).toBe(200);
    nowMs += 1;
    expect((await ask('/v1/latest', withKey('to-expire'))).status).toBe(403);
  });

  it('never reaches the log, an answer or the origin, however it is sent', async () => {
    const lines: string[] = [];
    const log = logInto(lines);
    const read: string[] = [];
    const origin = withReads(store, (path, reading) => {
      read.push(path);
      return reading();
    });
    const { ask, said } = await gatewayOver(origin, { subscribers: () => subscribers, accessLog: log });
    const key = 'a-good-key';
    const urls = [
      'app_id=KEY',
      'Access_Key=KEY&apikey=KEY',
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
      'base=EUR;app_id=KEY',
      'base=EUR;access%5fkey=KEY',
    ];
    const paths = [
      ...['/key/KEY/v1/latest', '/key/KEY/nowhere', '/v1/key/KEY/latest', '//key/KEY/v2/rates', '/v2/key/KEY'],
      ...['/key//KEY//v1/latest', '/v1//key//KEY/latest/USD/', '/v6/KEY/latest/EUR', '/v6//KEY/nowhere/'],
    ];
    let answers = '';
    for (const query of [...urls, ...joined]) {
      answers += (await ask(`/v1/convert?amount=1&${query.replaceAll('KEY', key)}`, { headers: {} })).text;
      answers += (await ask(`http://example.org/v1/latest?${query.replaceAll('KEY', key)}`, withKey(key))).text;
    }
    for (const path of paths) answers += (await ask(path.replace('KEY', key), { headers: {} })).text;
    for (const headers of [{ apikey: key }, { authorization: basic('x', key) }]) {
      answers += (await ask('/v1/latest?base=ZZZ', { headers })).text;
      answers += (await ask('/oxr/api/latest.json?base=ZZZ', { headers })).text;
    }
    await log.close();
    expect(lines).toHaveLength(2 * (urls.length + joined.length) + paths.length + 4);
    expect(lines.join()).not.toContain(key);
    expect(said.join()).not.toContain(key);
    expect(read.length).toBeGreaterThan(5);
    expect(read.join()).not.toContain(key);
    expect(answers.toLowerCase()).not.toContain(key);
  });
});

describe('a plan', () => {
  it('counts the requests of each key by clock minutes, and says when to ask again', async () => {
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

  it('says with each answer, refusals and 304 too, how many requests are left and until when', async () => {
    const subscribers = toSubscribers([keyRecord('three', 'key-three', limited(3))], DEMO_KEY);
    const now = () => NOON_MS + 20_000;
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers, nowMs: now, keylessPerMinute: 5 });
    const told = async (url: string, asked: Asked) => {
      const { status, headers } = await ask(url, asked);
      return [status, headers['ratelimit-policy'], headers.ratelimit];
    };
    const key = withKey('key-three');
    const { etag } = (await ask('/v1/latest', key)).headers;
    const known = { headers: { ...key.headers, 'if-none-match': String(etag) } };
    expect(await told('/v1/latest', known)).toEqual([304, '"minute";q=3;w=60', '"minute";r=1;t=40']);
    expect(await told('/v1/latest?base=ZZZ', key)).toEqual([400, '"minute";q=3;w=60', '"minute";r=0;t=40']);
    expect(await told('/v1/latest', key)).toEqual([429, '"minute";q=3;w=60', '"minute";r=0;t=40']);
    expect(await told('/v1/latest', { headers: {} })).toEqual([200, '"minute";q=5;w=60', '"minute";r=4;t=40']);
    // The demo key has no limit, and who guesses keys is told nothing.
    expect(await told('/v1/latest', withKey(DEMO_KEY))).toEqual([200, undefined, undefined]);
    expect(await told('/v1/latest', withKey('a-guess'))).toEqual([401, undefined, undefined]);
  });

  it('counts refusals but not preflight requests', async () => {
    const subscribers = toSubscribers([keyRecord('one', 'key-one', limited(1))], null);
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers });
    await ask('/v1/latest', { ...withKey('key-one'), method: 'OPTIONS' });
    expect((await ask('/v1/latest?base=ZZZ', withKey('key-one'))).status).toBe(400);
    expect((await ask('/v1/latest', withKey('key-one'))).status).toBe(429);
  });

  it('limits unknown keys by address, and does not limit valid keys from there', async () => {
    const { ask } = await gatewayOver(store, { unknownKeysPerMinute: 2 });
    const guess = async (address: string) => (await ask('/v1/latest', withKey('a-guess', address))).status;
    expect([await guess('192.0.2.1'), await guess('::ffff:192.0.2.1'), await guess('192.0.2.1')]).toEqual([
      401, 401, 429,
    ]);
    expect(await guess('192.0.2.2')).toBe(401);
    expect((await ask('/v1/latest', withKey(DEMO_KEY))).status).toBe(200);
    expect((await ask('/v1/latest', { headers: {} })).status).toBe(401);
  });

  it('may name dialects, and then covers nothing else', async () => {
    const plan = { operations: ['frankfurter' as const, 'prebid' as const], requestsPerMinute: null };
    const subscribers = toSubscribers([keyRecord('other', 'key-other', { plan })], null);
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers });
    const told = async (url: string) => {
      const { status, text } = await ask(url, withKey('key-other'));
      return `${status} ${status === 200 ? '' : text}`.trim();
    };
    expect(await told('/v2/rates')).toBe('200');
    expect(await told('/prebid/latest.json')).toBe('200');
    expect(await told('/v1/latest')).toMatch(/^400 .*does not include \/v1\/latest","errorCode":1019/);
    expect(await told('/fixer/latest')).toMatch(/^400 .*"code":105,.*does not include the dialect fixer/);
    expect(await told('/oxr/api/latest.json')).toMatch(/^400 .*"message":"not_allowed"/);
    expect(await told('/oxr/api/currencies.json')).toBe('200');
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

describe('without a key', () => {
  const from = (remoteAddress: string, url = '/v1/latest') => ({ url, asked: { headers: {}, remoteAddress } });

  it('nothing but what is free for everybody is answered, unless the operator allows it', async () => {
    const { ask } = await gatewayOver(store);
    for (const url of ['/v1/latest', '/v2/rates', '/oxr/api/latest.json', '/v1/status.json']) {
      expect((await ask(url, { headers: {} })).status).toBe(401);
    }
    expect((await ask('/oxr/api/currencies.json', { headers: {} })).status).toBe(200);
  });

  it('requests are counted for each address by clock minutes, and say who asked', async () => {
    let nowMs = NOON_MS + 20_400;
    const lines: string[] = [];
    const accessLog = logInto(lines);
    const { ask } = await gatewayOver(store, { keylessPerMinute: 2, nowMs: () => nowMs, accessLog });
    const status = async ({ url, asked }: ReturnType<typeof from>) => (await ask(url, asked)).status;
    expect([await status(from('192.0.2.1')), await status(from('192.0.2.1', '/v2/rates'))]).toEqual([200, 200]);
    const refused = await ask('/v2/rates', from('::ffff:192.0.2.1').asked);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '40']);
    expect(JSON.parse(refused.text)).toEqual({
      status: 429,
      message: expect.stringMatching(/without a key.*send a key$/),
    });
    expect(await status(from('192.0.2.2'))).toBe(200);
    expect((await ask('/v1/latest', withKey(DEMO_KEY, '192.0.2.1'))).status).toBe(200);
    expect((await ask('/v1/latest', withKey('wrong', '192.0.2.3'))).status).toBe(401);
    nowMs += 40_000;
    expect(await status(from('192.0.2.1'))).toBe(200);
    await accessLog.close();
    const subscribers = lines.map((line) => JSON.parse(line).subscriber);
    expect(subscribers).toEqual(['keyless', 'keyless', null, 'keyless', 'demo', null, 'keyless']);
  });

  it('the addresses of one minute are counted in bounded memory', () => {
    const counter = new MinuteCounter(() => NOON_MS, 1000);
    const isCounted = (name: string, perMinute: number) => {
      const { remaining, seconds } = counter.count(name, perMinute);
      expect([seconds, remaining]).toEqual([60, expect.any(Number)]);
      return remaining !== null && remaining >= 0;
    };
    const answers = Array.from({ length: 5000 }, (_, place) => isCounted(`10.0.${place >> 8}.${place & 255}`, 1));
    // Each is new and is answered: many names keep nobody out.
    expect(answers.filter(Boolean)).toHaveLength(5000);
    // The newest thousand are still known, and the first of all is not.
    expect(isCounted('10.0.19.135', 1)).toBe(false);
    expect(isCounted('10.0.0.0', 1)).toBe(true);
    // Whoever has just asked, though refused, is not the one that is forgotten.
    for (let place = 0; place < 3000; place++) {
      isCounted(`10.1.${place >> 8}.${place & 255}`, 1);
      if (place % 500 === 0) expect(isCounted('10.0.0.0', 1)).toBe(false);
    }
  });

  it('the networks of one IPv6 /48 have the limit of sixteen clients together', async () => {
    const { ask } = await gatewayOver(store, { keylessPerMinute: 2 });
    const from = async (remoteAddress: string) => (await ask('/v1/latest', { headers: {}, remoteAddress })).status;
    const statuses: number[] = [];
    for (let network = 0; network < 40; network++) statuses.push(await from(`2001:db8:1:${network.toString(16)}::1`));
    expect(statuses.filter((status) => status === 200)).toHaveLength(32);
    expect(await from('2001:db8:1:ffff::1')).toBe(429);
    // One network that asks too often takes nothing from its neighbours, and another /48 has its own.
    expect(await from('2001:db8:2::1')).toBe(200);
    for (let times = 0; times < 100; times++) await from('2001:db8:3:1::1');
    expect(await from('2001:db8:3:2::1')).toBe(200);
  });

  it('a hundred thousand addresses in a minute keep no new client out', async () => {
    const counter = new MinuteCounter(() => NOON_MS);
    for (let place = 0; place < 100_000; place++) counter.count(`2001:db8:${place.toString(16)}::/64`, 60);
    expect(counter.count('192.0.2.1', 60).remaining).toBe(59);
  });
});
