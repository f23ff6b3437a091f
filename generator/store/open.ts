/** From what a user wrote to a store that is ready: a bucket that was probed, or a folder. */

import { parseBucketAddress } from '../wire/keys.ts';
import type { BucketConnection } from '../wire/s3-client.ts';
import { openFolderStore } from './folder.ts';
import { openS3Store } from './s3.ts';
import type { ObjectStore } from './store.ts';

export interface OpenOptions extends BucketConnection {
  /** False for who only reads: nothing is probed then, so that credentials for reading are enough. */
  readonly willWrite: boolean;
}

/**
 * `s3://BUCKET/PREFIX`, or a directory. Who is going to write looks at `capabilities` and says what is lost without them.
 * @throws TypeError where the target is neither; StoreError where it cannot be written
 */
export async function openObjectStore(target: string, options: OpenOptions): Promise<ObjectStore> {
  const { willWrite, ...connection } = options;
  if (target.startsWith('s3:')) return openS3Store(parseBucketAddress(target), connection, willWrite);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) {
    throw new TypeError(`not a store: ${target.replace(/\/\/[^/]*@/, '//')}; write s3://BUCKET/PREFIX, or a directory`);
  }
  return openFolderStore(target, willWrite);
}
