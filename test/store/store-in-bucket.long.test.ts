import { afterAll, beforeAll, describe } from 'vitest';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { type FaultProxy, startFaultProxy } from '../support/servers/fault-proxy.ts';
import { storeLaws } from './store-laws.ts';

let engine: Engine;
let proxy: FaultProxy;

const openBucket = async (endpoint: string) =>
  openObjectStore(`s3://${await engine.makeBucket()}/rates/eu`, { ...engine.connection(endpoint), willWrite: true });

describe.skipIf(!engineIsThere)('a bucket', () => {
  beforeAll(async () => {
    engine = await startEngine('memstore');
    proxy = await startFaultProxy(engine.endpoint);
  });
  afterAll(async () => {
    await proxy?.stop();
    await engine?.kill();
  });

  describe('with conditional writes', () =>
    storeLaws({ isConditional: true, open: () => openBucket(engine.endpoint) }));

  describe('without conditional writes', () => {
    const open = () => {
      proxy.decide = () => ({ kind: 'drop-conditions' });
      return openBucket(proxy.endpoint);
    };
    storeLaws({ isConditional: false, open });
  });
});
