/** What the edge says of bindings that it cannot use. How it answers is in edge.others.test.ts. */
import { describe, expect, it } from 'vitest';
import { type Bindings, toSettings } from '../../server/edge/bindings.ts';
import { keyRecord } from '../support/servers/gateway.ts';

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
