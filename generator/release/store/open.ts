/** Opens the store that a user has named: a bucket, which is probed first, or a folder. */

import { existsSync, statSync } from 'node:fs';
import type { BucketConnection } from '../../kit/s3-client.ts';
import { parseBucketAddress } from '../../wire/release/keys.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { openFolderStore } from './folder.ts';
import type { ObjectStore } from './store.ts';

interface OpenOptions extends BucketConnection {
  /** False to only read: then nothing is probed, and credentials for reading are enough. */
  readonly willWrite: boolean;
  /** True if a folder that does not exist is a mistake, and not a new store. That is the default for reading. */
  readonly mustExist?: boolean;
}

/**
 * Opens `s3://BUCKET/PREFIX` or a folder. Callers that write check `capabilities` and tell the user what is lost
 * without them.
 * @throws InputError if the target is neither, or is a folder that must exist and does not; StoreError if it cannot be
 * written
 */
export async function openObjectStore(target: string, options: OpenOptions): Promise<ObjectStore> {
  const { willWrite, mustExist = !willWrite, ...connection } = options;
  if (isBucket(target)) {
    const address = parseBucketAddress(target);
    // The client for buckets is large, and a folder needs none of it.
    const { openS3Store } = await import('./s3.ts');
    return openS3Store(address, connection, willWrite);
  }
  const folder = toFolder(target, 's3://BUCKET/PREFIX, or a folder');
  if (mustExist) refuseMissing(folder);
  return openFolderStore(folder, willWrite);
}

export function isBucket(target: string): boolean {
  return target.startsWith('s3://');
}

/**
 * Takes the target for the name of a folder, unless it is an address of another kind or nearly an address: a misspelt
 * `s3//bucket` would otherwise make a folder on this machine, and the night would look published.
 * @param forms what a target may be, for the message
 * @throws InputError naming the forms
 */
export function toFolder(target: string, forms: string): string {
  if (target === '') throw new InputError(`the target is empty; write ${forms}`);
  if (/^\.{0,2}\//.test(target) || statSync(target, { throwIfNoEntry: false })?.isDirectory() === true) return target;
  if (!/^[a-z][a-z0-9+.-]+:|^(s3|https?)\/\//i.test(target)) return target;
  const shown = target.replace(/\/\/[^/]*@/, '//');
  throw new InputError(
    `not a target: ${shown}; write ${forms}, which begins with ./ if its name looks like an address`,
  );
}

/** @throws InputError if there is no such folder, which must not pass for an empty one */
export function refuseMissing(folder: string): void {
  if (!existsSync(folder)) throw new InputError(`${folder}: there is no such folder; correct the name of the target`);
}
