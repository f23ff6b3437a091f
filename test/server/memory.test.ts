/** What the gateway remembers of requests, and what is judged at each request all the same. */

import { describe, expect, it } from 'vitest';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { Memory } from '../../server/request/perform/answers.ts';
import { DEMO_KEY, gatewayOver, keyRecord, logInto, NOON_MS, withReads } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';
import { releaseIn } from '../support/trees/trees.ts';

const store = diskStore(writeSmallTree());
const COMPUTED = '/v1/convert?amount=1&base=EUR&decimals=3';
const SPAN = '/v1/series?from=2026-03-11';
const ASKED = ['/v1/latest', COMPUTED, SPAN, '/v1/providers?code=ECB', '/oxr/api/latest.json'];
const keyed = (key: string) => ({ headers: { 'subscription-key': key } });

describe('an answer that was given before', () => {
  it.each(ASKED)('is the same with all its headers, and no file is read for it: %s', async (url) => {
    const read: string[] = [];
    const watched = withReads(store, (path, reading) => {
      read.push(path);
      return reading();
    });
    const { ask } = await gatewayOver(watched);
    const first = await ask(url);
    expect(first.status).toBe(200);
    read.length = 0;
    expect(await ask(url)).toEqual(first);
    expect(read).toEqual([]);
    const etag = first.headers.etag ?? '';
    expect((await ask(url, { headers: { 'subscription-key': DEMO_KEY, 'if-none-match': etag } })).status).toBe(304);
    const head = await ask(url, { method: 'HEAD' });
    expect([head.headers, head.body]).toEqual([first.headers, null]);
  });

  it.each(ASKED)('names the release that is in force at the next request: %s', async (url) => {
    const own = writeSmallTree();
    const { ask, catalogue } = await gatewayOver(diskStore(own));
    await ask(url);
    const next = releaseIn(writeSmallTree(own, { dollars: '1.2' }));
    await catalogue.refresh();
    expect((await ask(url)).headers['ratetree-release']).toBe(next);
  });

  it('is not given on another day, on which it would be refused', async () => {
    let nowMs = NOON_MS;
    const { ask } = await gatewayOver(store, { nowMs: () => nowMs });
    const url = '/v1/historical?date=2026-03-14&latest=true&decimals=3';
    expect((await ask(url)).status).toBe(200);
    nowMs -= 5 * 86_400_000;
    const earlier = await ask(url);
    expect([earlier.status, JSON.parse(earlier.text).errorCode]).toEqual([400, 1007]);
    nowMs = NOON_MS;
    expect((await ask(url)).status).toBe(200);
  });

  it('is shared by those who send their key in the address, and refused where a key is sent twice', async () => {
    const read: string[] = [];
    const watched = withReads(store, (path, reading) => {
      read.push(path);
      return reading();
    });
    const subscribers = toSubscribers([keyRecord('one', 'key-1'), keyRecord('two', 'key-2')], null);
    const { ask } = await gatewayOver(watched, { subscribers: () => subscribers });
    const first = await ask(`${SPAN}&subscription-key=key-1`, { headers: {} });
    read.length = 0;
    expect(await ask(`/v1/series?subscription-key=key-2&from=2026-03-11`, { headers: {} })).toEqual(first);
    expect(await ask(`/key/key-2${SPAN}`, { headers: {} })).toEqual(first);
    expect(read).toEqual([]);
    const twice = await ask(`${SPAN}&subscription-key=a&subscription-key=b`, keyed('key-1'));
    expect([twice.status, JSON.parse(twice.text).errorCode]).toEqual([400, 1100]);
  });

  it('is one of the media type that is asked for', async () => {
    const { ask } = await gatewayOver(store);
    const accepting = (accept: string) => ask('/v2/rates', { headers: { 'subscription-key': DEMO_KEY, accept } });
    const types = ['*/*', 'application/x-ndjson', '*/*', 'application/x-ndjson'];
    const replies = [];
    for (const type of types) replies.push((await accepting(type)).headers['content-type']);
    expect(replies).toEqual([
      'application/json; charset=utf-8',
      'application/x-ndjson',
      'application/json; charset=utf-8',
      'application/x-ndjson',
    ]);
  });
});

describe('whoever asks again', () => {
  it.each(ASKED)('is refused from the moment at which the key is disabled, taken away or limited: %s', async (url) => {
    const record = keyRecord('one', 'key-1', {
      plan: {
        ...keyRecord('all', '').plan,
        operations: ['latest', 'convert', 'series', 'providers', 'oxr', 'documents'],
      },
    });
    let subscribers = toSubscribers([record], null);
    const { ask } = await gatewayOver(store, { subscribers: () => subscribers });
    const status = async () => (await ask(url, keyed('key-1'))).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    subscribers = toSubscribers([{ ...record, enabled: false }], null);
    expect(await status()).toBe(403);
    subscribers = toSubscribers([{ ...record, plan: { ...record.plan, operations: ['currencies'] } }], null);
    expect((await ask(url, keyed('key-1'))).text).toContain('plan of this key does not include');
    subscribers = toSubscribers([{ ...record, plan: { ...record.plan, requestsPerMinute: 4 } }], null);
    expect([await status(), await status(), await status(), await status(), await status()]).toEqual([
      ...[200, 200, 200, 200, 429],
    ]);
    subscribers = toSubscribers([], null);
    expect(await status()).toBe(401);
  });

  it('has each request in the log, without the key', async () => {
    const lines: string[] = [];
    const accessLog = logInto(lines);
    const { ask } = await gatewayOver(store, { accessLog });
    const url = `/v1/latest?base=usd&subscription-key=${DEMO_KEY}`;
    for (let times = 0; times < 2; times++) await ask(url, { headers: {} });
    accessLog.flush();
    const told = lines.map((line) => JSON.parse(line)).map(({ path, query, bytes }) => ({ path, query, bytes }));
    expect(told[0]).toMatchObject({ path: '/v1/latest', query: { base: 'usd', 'subscription-key': 'hidden' } });
    expect(told[1]).toEqual(told[0]);
  });
});

describe('the memory', () => {
  const text = (place: number) => `a text of some length ${place}`;

  it('has a limit, and keeps what is used', () => {
    const memory = new Memory<number>(100_000);
    for (let place = 0; place < 1000; place++) {
      memory.keep(text(place), place, 1000);
      memory.get(text(0));
    }
    const held = Array.from({ length: 1000 }, (_, place) => memory.get(text(place))).filter((one) => one !== undefined);
    expect(held[0]).toBe(0);
    expect(held.at(-1)).toBe(999);
    expect(held.length).toBeLessThanOrEqual(100);
    expect(held.length).toBeGreaterThan(50);
  });

  it('has a limit even if everything is used all the time', () => {
    const memory = new Memory<number>(100_000);
    for (let place = 0; place < 300; place++) {
      memory.keep(text(place), place, 1000);
      for (let other = 0; other <= place; other++) memory.get(text(other));
    }
    const held = Array.from({ length: 300 }, (_, place) => memory.get(text(place))).filter((one) => one !== undefined);
    expect(held.length).toBeLessThanOrEqual(100);
  });

  it('does not drop all the rest for one value', () => {
    const memory = new Memory<number>(100_000);
    memory.keep('small', 1, 1000);
    memory.keep('large', 2, 90_000);
    expect([memory.get('small'), memory.get('large')]).toEqual([1, undefined]);
  });

  it('counts a value that is replaced once', () => {
    const memory = new Memory<number>(100_000);
    memory.keep('other', 0, 10_000);
    for (let times = 0; times < 100; times++) memory.keep('same', times, 10_000);
    expect([memory.get('other'), memory.get('same')]).toEqual([0, 99]);
  });
});
