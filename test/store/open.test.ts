/** What is found out about a store before anything is written to it, and what is refused before anything is asked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjectStore } from '../../generator/store/open.ts';
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
  ])('%s is refused with what to write', async (target, message) => {
    await expect(openObjectStore(target, { ...NO_BUCKET, willWrite: true })).rejects.toThrow(message);
  });

  it('that is read must be there', async () => {
    await expect(openObjectStore(`${folder}/nowhere`, { ...NO_BUCKET, willWrite: false })).rejects.toThrow(/ENOENT/);
  });
});

describe.skipIf(!engineIsThere)('a bucket that is opened', () => {
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

  it('for reading only, nothing is sent', async () => {
    const before = proxy.requests.length;
    await (await open(false)).close();
    expect(proxy.requests.length).toBe(before);
  });

  it('for writing, at most eight requests are made', async () => {
    const before = proxy.requests.length;
    await (await open(true)).close();
    expect(proxy.requests.length - before).toBeLessThanOrEqual(8);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('the answer to request %i may be lost without a wrong conclusion', async (lost) => {
    const before = proxy.requests.length;
    const decide: Decide = ({ number }) => (number === before + lost ? { kind: 'lose-answer' } : null);
    expect(await capabilitiesUnder(decide)).toEqual({ createOnly: true, compareAndSwap: true });
  });

  it.each<[string, Decide, object]>([
    [
      'ignores compare-and-swap only',
      ({ headers }) => (headers['if-match'] === undefined ? null : { kind: 'drop-conditions' }),
      { createOnly: true, compareAndSwap: false },
    ],
    [
      'ignores create-only only',
      ({ headers }) => (headers['if-none-match'] === undefined ? null : { kind: 'drop-conditions' }),
      { createOnly: false, compareAndSwap: true },
    ],
    [
      'says that it has no conditions',
      ({ headers }) => (isConditional(headers) ? { kind: 'answer', status: 501, code: 'NotImplemented' } : null),
      { createOnly: false, compareAndSwap: false },
    ],
  ])('a store that %s is found out', async (_, decide, capabilities) => {
    expect(await capabilitiesUnder(decide)).toEqual(capabilities);
  });
});

function isConditional(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}
