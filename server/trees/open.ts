/** Opens the store that RATETREE_ORIGIN names: a folder, an address or a bucket. */
import { constants } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../generator/kit/files.ts';
import type { BucketConnection } from '../../generator/kit/s3-client.ts';
import type { BucketAddress } from '../../generator/wire/release/keys.ts';
import type { TrustedKeys } from '../../generator/wire/release/pointer.ts';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { ReleaseStore } from './release.ts';
import { type Bounds, OBJECT_BYTES_MAX, type ObjectReader, type Store } from './store.ts';

export type Origin =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'http'; readonly url: string }
  | {
      readonly kind: 'bucket';
      readonly address: BucketAddress;
      readonly connection: Omit<BucketConnection, 'socketsMax'>;
    };

interface OpenOptions {
  readonly timeoutMs: number;
  /** Null when pointers need no signature. */
  readonly trusted: TrustedKeys | null;
  /** Of the first pointer; unless they are given, it may be any that is signed. */
  readonly bounds?: Bounds;
}

export async function openStore(origin: Origin, { timeoutMs, trusted, bounds }: OpenOptions): Promise<Store> {
  return new ReleaseStore(await openObjects(origin, timeoutMs), trusted, bounds);
}

/**
 * What lies at the origin, also what no release names. Loads only the client that is needed: that of buckets and that of
 * addresses take 10 MB of memory each.
 */
export async function openObjects(origin: Origin, timeoutMs: number): Promise<ObjectReader> {
  switch (origin.kind) {
    case 'directory':
      return folderObjects(origin.path);
    case 'http':
      return (await import('./origin.ts')).httpObjects({ url: origin.url, timeoutMs });
    case 'bucket':
      return (await import('./bucket.ts')).bucketObjects({ ...origin, timeoutMs });
    default:
      throw new TypeError(`no store for ${JSON.stringify(origin satisfies never)}`);
  }
}

/** Objects have no tag, because reading a small file again costs no more than asking whether it has changed. */
export function folderObjects(folder: string): ObjectReader {
  return {
    name: join(folder, '/'),
    get: async (key) => {
      try {
        const path = join(folder, key);
        const facts = await stat(path);
        if (!facts.isFile() || facts.size > OBJECT_BYTES_MAX) throw new Error('no file, or too large for an object');
        // A pipe that comes in its place meanwhile would hold one of four threads until somebody writes into it.
        return { bytes: await readFile(path, { flag: constants.O_RDONLY | constants.O_NONBLOCK }), etag: null };
      } catch (error) {
        // A part of the path does not exist, or is a file where a folder should be.
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
        throw new StoreError(`${key} cannot be read from ${folder}`, { cause: error });
      }
    },
    close: async () => {},
  };
}
