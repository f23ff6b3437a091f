/** The same questions at the edge, on workerd with a bucket, and at Node's gateway: the same answers. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { PLAN_ITEMS } from '../../generator/wire/answers/operations.ts';
import { currencyCode, isoDate } from '../../generator/wire/words/schemas.ts';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { questionOf } from '../support/kit/questions.ts';
import { randomOf } from '../support/kit/random.ts';
import { type Asked, type GatewayUnderTest, gatewayOver, keyRecord, type Reply } from '../support/servers/gateway.ts';
import { type OnWorkerd, onWorkerd } from '../support/servers/workerd.ts';
import { archiveOfFourBanks, generateEmbedded } from '../support/trees/embedded.ts';
import { ReleaseFolder } from '../support/trees/release-folder.ts';
import { newKeys } from '../support/trees/release-pair.ts';

const KEY = 'a-key-of-alice';
const alice = { ...keyRecord('alice', KEY), plan: { operations: [...PLAN_ITEMS], requestsPerMinute: null } };
const bob = { ...alice, ...keyRecord('bob', 'a-key-of-bob'), plan: { ...alice.plan, requestsPerMinute: 3 } };
const carol = keyRecord('carol', 'a-key-of-carol', { enabled: false });
const keys = [alice, bob, carol];

/** Of the day on which Node and the platform run. */
const PATHS = [
  '/v1/latest',
  '/v1/latest?provider=ECB&currencies=USD,GBP&format=XML',
  '/v1/latest?decimals=4&format=CSV&header=true',
  '/v1/historical?date=2026-03-17&provider=TCMB&type=bid',
  '/v1/convert?amount=100.50&base=USD&to=EUR,JPY',
  '/v1/series?provider=ECB&currencies=USD&from=2026-03-09&to=2026-03-13',
  '/v1/series?from=2026-03-09&to=2026-03-20',
  '/v1/currencies?format=CSV',
  '/v1/providers',
  '/v1/rules',
  '/v1/status.json',
  '/v1/nothing',
  '/v1/latest?provider=NOBODY',
  '/v2/rates?quotes=USD&from=2026-03-09&providers=ECB',
  '/frankfurter/v1/latest?to=USD',
  '/oxr/api/latest.json?base=USD',
  '/fixer/2026-03-13?symbols=USD',
  '/currencylayer/live?source=USD&currencies=EUR',
  '/prebid/latest.json',
  `/v6/${KEY}/pair/USD/EUR/100`,
  '/v4/latest/USD',
  '/api/v7/convert?q=USD_EUR&compact=ultra',
  '/daily/usd.xml',
  '/ecb/eurofxref-daily.xml',
  '/ecb/eurofxref-hist.csv',
  '/2026-03-13/v1/currencies/eur.json',
  `/key/${KEY}/v1/latest`,
];

/** What either server puts there by itself, and what the platform cannot say. */
const OWN_HEADERS = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'];

const told = ({ status, headers, text }: Reply) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))),
  text,
});

const ours = newKeys();
const published = new ReleaseFolder(freshFolder(), ours.signer, new Date());
let edge: OnWorkerd;
let node: GatewayUnderTest;

beforeAll(async () => {
  const dist = join(freshFolder(), 'dist');
  const bases = new Set([currencyCode.parse('EUR'), currencyCode.parse('USD')]);
  const since = isoDate.parse('2026-03-13');
  const archiveDir = await archiveOfFourBanks();
  await generateEmbedded(dist, { archiveDir, definitions: PROVIDERS, bases, historyBases: bases, since });
  await published.publish(dist);
  edge = await onWorkerd(keys, [3], { RATETREE_PUBLIC_KEYS: ours.pem });
  await edge.fill(published.dir);
  const subscribers = toSubscribers(keys, null);
  node = await gatewayOver(new ReleaseStore(folderObjects(published.dir), ours.trusted), {
    // The edge has no disk to read templates from.
    forms: () => new Map(),
    subscribers: () => subscribers,
    nowMs: Date.now,
  });
});
afterAll(() => edge.close());

const both = async (url: string, asked: Asked) => {
  const plain = { ...asked, headers: { 'accept-encoding': 'identity', ...asked.headers } };
  return [told(await edge.ask(url, plain)), told(await node.ask(url, plain))] as const;
};

describe('the edge answers as Node does', () => {
  it.each(PATHS)('%s', async (url) => {
    const [there, here] = await both(url, { headers: { 'subscription-key': KEY } });
    expect(there).toEqual(here);
  });

  it.each([
    ['without a key', {}, 401],
    ['with an unknown key', { 'subscription-key': 'nobody' }, 401],
    ['with a disabled key', { 'subscription-key': 'a-key-of-carol' }, 403],
    ['with the key in Basic', { authorization: `Basic ${Buffer.from(`x:${KEY}`).toString('base64')}` }, 200],
  ])('%s', async (_, headers, status) => {
    const [there, here] = await both('/v1/latest', { headers });
    expect(there).toEqual(here);
    expect(there.status).toBe(status);
  });

  it('HEAD, OPTIONS, POST, and a question whose answer the client has', async () => {
    const headers = { 'subscription-key': KEY };
    for (const method of ['HEAD', 'OPTIONS', 'POST']) {
      const [there, here] = await both('/v1/latest', { method, headers });
      expect(there, method).toEqual(here);
    }
    const etag = (await node.ask('/v1/latest', { headers })).headers.etag ?? '';
    const [there, here] = await both('/v1/latest', { headers: { ...headers, 'if-none-match': etag } });
    expect([there.status, here.status]).toEqual([304, 304]);
    expect(there).toEqual(here);
  });

  it('2,000 random questions', async () => {
    const random = randomOf(20260313);
    for (let count = 0; count < 2000; count++) {
      // Whoever parses an address may write it in another way than it came; only Node sees it as it came.
      const url = new URL(questionOf(random), 'http://x');
      const [there, here] = await both(url.pathname + url.search, { headers: { 'subscription-key': KEY } });
      expect(there, url.href).toEqual(here);
    }
  });
});

it('lets the platform count what a plan allows in a minute', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 5; count++) {
    const { status, headers } = await edge.ask('/v1/providers', { headers: { 'subscription-key': 'a-key-of-bob' } });
    statuses.push(status);
    if (status === 429) expect(headers['retry-after']).toBe('60');
  }
  expect(statuses.filter((status) => status === 200).length).toBe(3);
  expect(statuses.at(-1)).toBe(429);
});

it('refuses a release that none of its keys has signed', async () => {
  const guarded = await onWorkerd(keys, [3], { RATETREE_PUBLIC_KEYS: newKeys().pem });
  try {
    const pointer = freshFolder();
    writeFileSync(join(pointer, 'current.json'), readFileSync(join(published.dir, 'current.json')));
    await guarded.fill(pointer);
    expect((await guarded.ask('/v1/latest', { headers: { 'subscription-key': KEY } })).status).toBe(503);
  } finally {
    await guarded.close();
  }
});
