/** What the probe finds out about a bucket before anything is written to it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { type Decide, type FaultProxy, startFaultProxy } from '../support/servers/fault-proxy.ts';

describe.skipIf(!engineIsThere)('opening a bucket', () => {
  let engine: Engine;
  let proxy: FaultProxy;
  let bucket: string;

  beforeAll(async () => {
    engine = await startEngine('memstore');
    proxy = await startFaultProxy(engine.endpoint);
    bucket = await engine.makeBucket();
  });
  afterAll(async () => {
    await proxy?.stop();
    await engine?.kill();
  });

  const open = (willWrite: boolean) =>
    openObjectStore(`s3://${bucket}/p`, { ...engine.connection(proxy.endpoint), willWrite });

  const capabilitiesUnder = async (decide: Decide) => {
    proxy.decide = decide;
    const probed = await open(true);
    await probed.close();
    return probed.capabilities;
  };

  it('for reading sends no request', async () => {
    const before = proxy.requests.length;
    await (await open(false)).close();
    expect(proxy.requests.length).toBe(before);
  });

  it('for writing makes at most eight requests', async () => {
    const before = proxy.requests.length;
    await (await open(true)).close();
    expect(proxy.requests.length - before).toBeLessThanOrEqual(8);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('comes to the right result if the answer to request %i is lost', async (lost) => {
    const before = proxy.requests.length;
    const decide: Decide = ({ number }) => (number === before + lost ? { kind: 'lose-answer' } : null);
    expect(await capabilitiesUnder(decide)).toEqual({ createOnly: true, compareAndSwap: true });
  });

  it.each<[string, Decide, object]>([
    [
      'ignores only compare-and-swap',
      ({ headers }) => (headers['if-match'] === undefined ? null : { kind: 'drop-conditions' }),
      { createOnly: true, compareAndSwap: false },
    ],
    [
      'ignores only create-only writes',
      ({ headers }) => (headers['if-none-match'] === undefined ? null : { kind: 'drop-conditions' }),
      { createOnly: false, compareAndSwap: true },
    ],
    [
      'answers that it has no conditional writes',
      ({ headers }) => (isConditional(headers) ? { kind: 'answer', status: 501, code: 'NotImplemented' } : null),
      { createOnly: false, compareAndSwap: false },
    ],
  ])('detects a store that %s', async (_, decide, capabilities) => {
    expect(await capabilitiesUnder(decide)).toEqual(capabilities);
  });
});

function isConditional(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}
