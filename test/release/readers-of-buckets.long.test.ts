import { afterAll, describe } from 'vitest';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { objectsOf } from '../../generator/release/store/store.ts';
import { bucketObjects } from '../../server/trees/bucket.ts';
import { copyToBucket } from '../support/servers/bucket.ts';
import { engineIsThere, startEngine } from '../support/servers/engine.ts';
import { plainObjects, readerLaws } from './reader-laws.ts';

describe.skipIf(!engineIsThere)('a bucket', async () => {
  if (!engineIsThere) return;
  const engine = await startEngine();
  afterAll(() => engine.stop());
  const filled = async (folder: string) => {
    const address = { bucket: await engine.makeBucket(), prefix: 'some/prefix/' };
    await copyToBucket(folder, address, engine.connection());
    return address;
  };

  readerLaws([
    [
      'as a gateway reads it',
      async (folder) =>
        plainObjects(
          bucketObjects({ address: await filled(folder), connection: engine.connection(), timeoutMs: 5000 }),
        ),
    ],
    [
      'as a publisher reads it',
      async (folder) => {
        const { bucket, prefix } = await filled(folder);
        const connection = { ...engine.connection(), willWrite: false };
        return objectsOf(await openObjectStore(`s3://${bucket}/${prefix}`, connection));
      },
    ],
  ]);
});
