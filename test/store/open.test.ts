/** Opening a store: targets that are refused, and what the probe finds out before anything is written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjectStore } from '../../generator/store/open.ts';
import { StoreError } from '../../generator/store/store.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { type Decide, type FaultProxy, startFaultProxy } from '../support/servers/fault-proxy.ts';

const folder = freshFolder();
const NO_BUCKET = { endpoint: null, region: null, pathStyle: true, socketsMax: 8 };

describe('a target', () => {
  it.each([
    ['https://example.org/rates', /write s3:\/\/BUCKET\/PREFIX, or a directory/],
    ['s3://', /not an address of a bucket/],
    ['s3://UPPER/x', /not an address of a bucket/],
  ])('%s is refused, and the error says what to write', async (target, message) => {
    await expect(openObjectStore(target, { ...NO_BUCKET, willWrite: true })).rejects.toThrow(message);
  });

  it('must exist if it is opened for reading', async () => {
    const opened = openObjectStore(`${folder}/nowhere`, { ...NO_BUCKET, willWrite: false });
    await expect(opened).rejects.toThrow(StoreError);
    await expect(opened).rejects.toThrow(/ENOENT/);
  });
});

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
