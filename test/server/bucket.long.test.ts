/** A gateway over a real bucket: what it asks for, how it takes refusals, and how it answers without the store. */
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { bucketObjects } from '../../server/trees/bucket.ts';
import { openStore } from '../../server/trees/open.ts';
import { copyToBucket } from '../support/servers/bucket.ts';
import { engineIsThere, startEngine } from '../support/servers/engine.ts';
import { startFaultProxy } from '../support/servers/fault-proxy.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { answersOf, generateRelease, ours, publishAll } from '../support/trees/releases.ts';

const PREFIX = 'rates/';
const TIMEOUT_MS = 5000;
/** Where the store hangs, the test waits for the limit twice. */
const HANGING_MS = 2500;

// engine.ts prints a line when these tests are skipped.
describe.skipIf(!engineIsThere)('a bucket', async () => {
  if (!engineIsThere) return;
  const tree = await generateRelease(1);
  const { bodies } = await answersOf(tree);
  const first = await publishAll([tree]);
  const engine = await startEngine();
  const proxy = await startFaultProxy(engine.endpoint);

  async function filled() {
    proxy.decide = null;
    const address = { bucket: await engine.makeBucket(), prefix: PREFIX };
    await copyToBucket(first.dir, address, engine.connection());
    const connection = engine.connection(proxy.endpoint);
    return { address, connection };
  }

  async function serve(timeoutMs = TIMEOUT_MS) {
    const place = await filled();
    const store = await openStore({ kind: 'bucket', ...place }, { timeoutMs, trusted: ours.trusted });
    const state = { nowMs: Date.parse('2026-03-13T12:00:00Z') };
    const gateway = await gatewayOver(store, { nowMs: () => state.nowMs });
    return { ...place, ...gateway, store, state };
  }

  it('is asked for the pointer by its tag, which saves the body', async () => {
    const { store, catalogue } = await serve();
    const before = proxy.requests.length;
    const tree = await store.current();
    expect(catalogue.current?.tree).toBe(tree);
    const [asked, ...more] = proxy.requests.slice(before);
    expect(more).toEqual([]);
    expect(asked?.headers['if-none-match']).toMatch(/[0-9a-f]{32}/);
    const objects = bucketObjects({ ...(await filled()), timeoutMs: TIMEOUT_MS });
    const found = await objects.get('current.json', null);
    if (found === null || found === 'unchanged') throw new Error('no pointer');
    expect(await objects.get('current.json', found.etag)).toBe('unchanged');
    expect(await objects.get('nothing', null)).toBeNull();
  });

  it.each([
    ['answers 500', { kind: 'answer', status: 500, code: 'InternalError' }],
    ['answers SlowDown', { kind: 'answer', status: 503, code: 'SlowDown' }],
    ['resets connections', { kind: 'reset' }],
    ['hangs', { kind: 'hang' }],
    ['hangs in the middle of a body', { kind: 'hang-in-body' }],
  ] as const)('that %s leaves what is in memory, and 503 for the rest', async (what, fault) => {
    const { ask, catalogue, state } = await serve(what.startsWith('hangs') ? HANGING_MS : TIMEOUT_MS);
    const known = await ask('/v1/latest');
    proxy.decide = () => fault;
    const [isNew, unknown] = await Promise.all([catalogue.refresh(), ask('/v1/convert?amount=1')]);
    expect([isNew, unknown.status]).toEqual([false, 503]);
    expect(await ask('/v1/latest')).toEqual(known);
    proxy.decide = null;
    state.nowMs += 5000;
    expect(await catalogue.refresh()).toBe(true);
    expect((await ask('/v1/convert?amount=1')).status).toBe(200);
  });

  it('whose answers are damaged on the way is not trusted', async () => {
    const { ask, store, state } = await serve();
    proxy.decide = () => ({ kind: 'damage-answer' });
    expect((await ask('/v1/latest')).status).toBe(503);
    expect(store.following().corrupted).toBe(1);
    proxy.decide = null;
    state.nowMs += 5000;
    expect((await ask('/v1/latest')).text).toBe(bodies.get('/v1/latest'));
  });

  it.each([
    ['AccessDenied', null],
    ['SignatureDoesNotMatch', 'down'],
    ['InvalidAccessKeyId', 'down'],
  ])('that answers 403 %s: %s', async (code, expected) => {
    const objects = bucketObjects({ ...(await filled()), timeoutMs: TIMEOUT_MS });
    proxy.decide = () => ({ kind: 'answer', status: 403, code });
    const found = objects.get('current.json', null);
    if (expected === null) expect(await found).toBeNull();
    else await expect(found).rejects.toThrow(new RegExp(`s3://.*current\\.json cannot be read \\(${code}\\)`));
  });

  it('that does not exist is reported as such and not taken for an empty one', async () => {
    const { connection } = await filled();
    const objects = bucketObjects({
      address: { bucket: 'no-such-one', prefix: '' },
      connection,
      timeoutMs: TIMEOUT_MS,
    });
    await expect(objects.get('current.json', null)).rejects.toThrow(/NoSuchBucket/);
    await expect(objects.get('current.json', null)).rejects.toThrow(StoreError);
  });

  it('that is killed is not needed for what has been read before', async () => {
    const { ask, catalogue } = await serve();
    const known = await ask('/v1/latest');
    await engine.kill();
    expect(await catalogue.refresh()).toBe(false);
    expect(await ask('/v1/latest')).toEqual(known);
    expect((await ask('/v1/latest?base=USD')).status).toBe(503);
  });
});
