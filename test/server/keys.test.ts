/** Which keys are accepted, what a plan allows, and how requests are limited. */
import { describe, expect, it } from 'vitest';
import { toSubscribers } from '../../server/keys/keys.ts';
import { toNeighbourhood } from '../../server/keys/limit.ts';
import { diskStore } from '../../server/stores/disk.ts';
import { DEMO_KEY, gatewayOver, keyRecord, logInto, NOON_MS } from '../support/servers/gateway.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const withKey = (key: string, remoteAddress = '192.0.2.1') => ({ headers: { 'subscription-key': key }, remoteAddress });
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

  it('is accepted until the moment at which it expires', async () => {
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
