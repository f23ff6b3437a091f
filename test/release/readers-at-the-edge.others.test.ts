import { afterAll } from 'vitest';
import { bucketObjects } from '../../server/clients/edge/bindings.ts';
import { onWorkerd } from '../support/servers/workerd.ts';
import { plainObjects, readerLaws } from './reader-laws.ts';

const platform = await onWorkerd([]);
afterAll(() => platform.close());

let count = 0;
readerLaws([
  [
    "the platform's bucket, as the edge reads it",
    async (folder) => {
      const prefix = `releases-${++count}/`;
      await platform.fill(folder, prefix);
      return plainObjects(bucketObjects(await platform.bucket(), prefix));
    },
  ],
]);
