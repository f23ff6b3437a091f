/** What the edge says of bindings that it cannot use, and which pointer an instance begins with. How it answers is in edge.others.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bindings, toSettings } from '../../server/clients/edge/bindings.ts';
import { createEdge } from '../../server/clients/edge/edge.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { keyRecord } from '../support/servers/gateway.ts';

import { ReleaseFolder } from '../support/trees/release-folder.ts';
import { generateRelease, ours } from '../support/trees/releases.ts';

const RELEASES = { get: async () => null };
const limiter = { limit: async () => ({ success: true }) };
const free = keyRecord('alice', 'a-key-of-alice');
const limited = { ...free, plan: { ...free.plan, requestsPerMinute: 600 } };
const textOf = (...keys: readonly unknown[]) => JSON.stringify({ keys });

describe('bindings', () => {
  it.each<[string, Bindings, string]>([
    ['no bucket', { RATETREE_KEYS: textOf(free) }, 'RELEASES is not bound; bind it to the bucket of the releases'],
    ['no keys', { RELEASES }, 'RATETREE_KEYS is not bound; make it a secret with the text of the key file'],
    ['keys that are no JSON', { RELEASES, RATETREE_KEYS: 'alice' }, 'RATETREE_KEYS: not JSON'],
    ['a limit that nobody counts', { RELEASES, RATETREE_KEYS: textOf(limited) }, 'bind a limiter named LIMIT_600'],
    [
      'a lowest sequence that is no number',
      { RELEASES, RATETREE_KEYS: textOf(free), RATETREE_SEQUENCE_MIN: 'two' },
      'RATETREE_SEQUENCE_MIN must be',
    ],
    [
      'a lowest sequence without a key to trust',
      { RELEASES, RATETREE_KEYS: textOf(free), RATETREE_SEQUENCE_MIN: '2' },
      'RATETREE_SEQUENCE_MIN needs RATETREE_PUBLIC_KEYS',
    ],
    [
      'a word that is neither yes nor no',
      { RELEASES, RATETREE_KEYS: textOf(free), RATETREE_SERVE_EXPIRED: 'yes' },
      'RATETREE_SERVE_EXPIRED must be true or false',
    ],
    ['a bad interval', { RELEASES, RATETREE_KEYS: textOf(free), RATETREE_POLL_MS: '-1' }, 'RATETREE_POLL_MS must be'],
  ])('%s', (_, bindings, words) => expect(() => toSettings(bindings)).toThrow(words));

  it('finds the limiter of a plan', () => {
    const settings = toSettings({ RELEASES, RATETREE_KEYS: textOf(limited), LIMIT_600: limiter });
    const limiterOf = ({ plan }: typeof free) => settings.limiters.get(plan.requestsPerMinute) ?? null;
    expect([limiterOf(limited), limiterOf(free)]).toEqual([limiter, null]);
  });

  it.each([
    [undefined, ''],
    ['', ''],
    ['public', 'public/'],
    ['a/public/', 'a/public/'],
  ])('the prefix %j is %j', (RATETREE_PREFIX, prefix) => {
    const given = RATETREE_PREFIX === undefined ? {} : { RATETREE_PREFIX };
    expect(toSettings({ RELEASES, RATETREE_KEYS: textOf(free), ...given }).prefix).toBe(prefix);
  });
});

describe('an instance that begins', () => {
  const DAY_MS = 86_400_000;

  /** Asks a new instance over a pointer of sequence 1 that was signed so many days ago. */
  async function statusOf(ageDays: number, more: Bindings, size: number | null = null): Promise<number> {
    const store = new ReleaseFolder(freshFolder(), ours.signer, new Date(Date.now() - ageDays * DAY_MS));
    await store.publish(await generateRelease(1));
    const get = async (key: string) => {
      const bytes = readFileSync(join(store.dir, key));
      return { etag: key, size: size ?? bytes.length, arrayBuffer: async () => new Uint8Array(bytes).buffer };
    };
    const keys = { RATETREE_KEYS: textOf(free), RATETREE_PUBLIC_KEYS: ours.pem };
    const edge = createEdge({ RELEASES: { get }, ...keys, ...more });
    const headers = { 'subscription-key': 'a-key-of-alice' };
    return (await edge(new Request('https://rates.example/v1/latest', { headers }), { waitUntil: () => {} })).status;
  }

  it.each<[string, number, Bindings, number]>([
    ['takes a signed pointer', 0, {}, 200],
    ['takes the lowest sequence', 0, { RATETREE_SEQUENCE_MIN: '1' }, 200],
    ['refuses one below the lowest sequence', 0, { RATETREE_SEQUENCE_MIN: '2' }, 503],
    ['refuses one that has expired', 9, {}, 503],
    ['takes one that has expired if it is told so', 9, { RATETREE_SERVE_EXPIRED: 'true' }, 200],
  ])('%s', async (_, ageDays, more, status) => expect(await statusOf(ageDays, more)).toBe(status));

  it('reads no object that is larger than any of a store', async () =>
    expect(await statusOf(0, {}, 17_000_000)).toBe(503));
});
