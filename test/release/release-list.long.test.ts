import { afterAll, beforeAll, describe } from 'vitest';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { releaseListLaws } from './release-list-laws.ts';

describe.skipIf(!engineIsThere)('in a bucket', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine('memstore');
  });
  afterAll(() => engine?.kill());

  releaseListLaws(async () => ({
    target: `s3://${await engine.makeBucket()}/rates/public`,
    connection: engine.connection(),
  }));
});
