/** What proves a figure, at the gateway: pointer, log and texts of manifests as the store has them, and no figures. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../generator/wire/answers/operations.ts';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { copied } from '../support/kit/copied.ts';
import { DEMO_KEY, type GatewayUnderTest, gatewayOver, keyRecord, NOON_MS } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { makeNights, openTestStore, publishLogged } from '../support/trees/logged.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const keys = newKeys();
const plan = { operations: [...OPERATION_NAMES], requestsPerMinute: null };
const subscribers = toSubscribers([keyRecord('rates-only', 'rates-only', { plan })], DEMO_KEY);
const TEXT = /^objects\/..\/[0-9a-f]{64}$/;

let dir = '';
let held: readonly string[] = [];
let gateway: GatewayUnderTest;
beforeAll(async () => {
  const store = await openTestStore();
  for (const night of await makeNights('2026-03-10', '2026-03-11')) await publishLogged(store, keys, night);
  dir = store.name.replace(/\/$/, '');
  const found = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  held = found.filter((key) => statSync(join(dir, key)).isFile());
  gateway = await gatewayOver(diskStore(dir, keys.trusted), { subscribers: () => subscribers });
});

const isPassedOn = (key: string) => key === 'current.json' || key.startsWith('log/') || TEXT.test(key);

describe('below /proof/', () => {
  it('lies what leads from a figure to a signature, byte for byte, and nothing else of the store', async () => {
    expect(held.filter(isPassedOn).length).toBeGreaterThan(10);
    for (const key of held) {
      const { status, body } = await gateway.ask(`/proof/${key}`);
      expect([key, status]).toEqual([key, isPassedOn(key) ? 200 : 404]);
      if (isPassedOn(key)) expect(body?.equals(readFileSync(join(dir, key))), key).toBe(true);
    }
  });

  it.each([
    ['current.json', 'application/json; charset=utf-8', 'private, max-age=60'],
    ['log/checkpoint', 'text/plain; charset=utf-8', 'private, max-age=60'],
    ['log/tile/entries/000.p/2', 'application/octet-stream', 'private, max-age=3600'],
  ])('%s says what it is and how long it may be kept', async (key, type, cache) => {
    const { headers } = await gateway.ask(`/proof/${key}`);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': cache });
  });

  it('is for keys whose plan has the documents', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await gateway.ask('/proof/log/checkpoint', { headers })).status;
    expect(await ask({})).toBe(401);
    expect(await ask({ 'subscription-key': 'rates-only' })).toBe(400);
    expect(await ask({ 'subscription-key': DEMO_KEY })).toBe(200);
  });

  it.each(['../current.json', 'log/../current.json', 'log/tile/0/000.p/9', `objects/ab/ab${'0'.repeat(62)}`, ''])(
    '%j is nothing',
    async (key) => expect((await gateway.ask(`/proof/${key}`)).status).toBe(404),
  );

  it('a text that is not the one of its name is not passed on', async () => {
    const own = copied(dir);
    const text = held.findLast((key) => TEXT.test(key) && readFileSync(join(dir, key), 'utf8').includes('historical'));
    writeFileSync(join(own, `${text}`), 'other words');
    const { ask } = await gatewayOver(diskStore(own));
    expect((await ask(`/proof/${text}`)).status).toBe(503);
  });

  it('a checkpoint is read again after half a minute', async () => {
    const own = copied(dir);
    let nowMs = NOON_MS;
    const { ask } = await gatewayOver(diskStore(own), { nowMs: () => nowMs });
    const text = async () => (await ask('/proof/log/checkpoint')).text;
    const before = await text();
    writeFileSync(join(own, 'log/checkpoint'), 'a later one');
    expect(await text()).toBe(before);
    nowMs += 30_000;
    expect(await text()).toBe('a later one');
  });
});

describe('a tree that was not published', () => {
  it('has no log below /proof/', async () => {
    const [night] = await makeNights('2026-03-10');
    const { ask } = await gatewayOver(diskStore(night?.tree ?? ''));
    expect((await ask('/proof/log/checkpoint')).status).toBe(404);
    expect((await ask('/proof/current.json')).status).toBe(200);
  });
});
