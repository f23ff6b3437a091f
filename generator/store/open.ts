/** Opens the store that a user has named: a bucket, which is probed first, or a folder. */

import { InputError } from '../wire/input-error.ts';
import { parseBucketAddress } from '../wire/keys.ts';
import type { BucketConnection } from '../wire/s3-client.ts';
import { openFolderStore } from './folder.ts';
import type { ObjectStore } from './store.ts';

interface OpenOptions extends BucketConnection {
  /** False to only read: then nothing is probed, and credentials for reading are enough. */
  readonly willWrite: boolean;
}

/**
 * Opens `s3://BUCKET/PREFIX` or a directory. Callers that write check `capabilities` and tell the user what is lost
 * without them.
 * @throws InputError if the target is neither; StoreError if it cannot be written, or is read and does not exist
 */
export async function openObjectStore(target: string, options: OpenOptions): Promise<ObjectStore> {
  const { willWrite, ...connection } = options;
  if (target.startsWith('s3:')) {
    const address = parseBucketAddress(target);
    // The client for buckets is large, and a folder needs none of it.
    const { openS3Store } = await import('./s3.ts');
    return openS3Store(address, connection, willWrite);
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) {
    const shown = target.replace(/\/\/[^/]*@/, '//');
    throw new InputError(`not a store: ${shown}; write s3://BUCKET/PREFIX, or a directory`);
  }
  return openFolderStore(target, willWrite);
}
