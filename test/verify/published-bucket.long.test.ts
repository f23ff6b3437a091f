import { afterAll, beforeAll, describe } from 'vitest';
import { type Engine, engineIsThere, startEngine } from '../support/servers/engine.ts';
import { FOLDER, makeTrees, publishBoth, publishedLaws } from './published-laws.ts';

describe.skipIf(!engineIsThere)('a release in a bucket', () => {
  let engine: Engine;
  beforeAll(async () => {
    await makeTrees();
    engine = await startEngine('memstore');
  });
  afterAll(() => engine?.kill());

  publishedLaws(async () =>
    publishBoth(`s3://${await engine.makeBucket()}/some/prefix`, { ...FOLDER, ...engine.connection() }),
  );
});
