import { afterAll, describe } from 'vitest';
import type { Origin } from '../../server/trees/open.ts';
import { copyToBucket } from '../support/servers/bucket.ts';
import { engineIsThere, startEngine } from '../support/servers/engine.ts';
import { placeLaws, publishTwo } from './place-laws.ts';

describe.skipIf(!engineIsThere)('a real S3 store', async () => {
  if (!engineIsThere) return;
  const published = await publishTwo();
  const engine = await startEngine();
  afterAll(() => engine.stop());

  const bucket = async (prefix: string): Promise<Origin> => {
    const name = await engine.makeBucket();
    const connection = engine.connection();
    await copyToBucket(published.folder.dir, { bucket: name, prefix }, connection);
    return { kind: 'bucket', address: { bucket: name, prefix }, connection };
  };

  placeLaws(published, [
    ['a release in a bucket', () => bucket(''), true],
    ['a release in a bucket, below a prefix', () => bucket('rates/public/'), true],
  ]);
});
