/** Opens the store that RATETREE_ORIGIN names. */

import type { BucketConnection } from '../../generator/kit/s3-client.ts';
import type { BucketAddress } from '../../generator/wire/release/keys.ts';
import type { TrustedKeys } from '../../generator/wire/release/pointer.ts';
import { diskStore, folderObjects } from './disk.ts';
import { ReleaseStore } from './release.ts';
import type { Bounds, ObjectReader, Store } from './store.ts';

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

/** Loads only the client that the store needs: the bucket client and the HTTP client take 10 MB of memory each. */
export async function openStore(origin: Origin, { timeoutMs, trusted, bounds }: OpenOptions): Promise<Store> {
  switch (origin.kind) {
    case 'directory':
      return diskStore(origin.path, trusted, bounds);
    case 'http': {
      const { originStore } = await import('./origin.ts');
      return originStore({ url: origin.url, timeoutMs }, trusted, bounds);
    }
    case 'bucket': {
      const { bucketObjects } = await import('./bucket.ts');
      return new ReleaseStore(bucketObjects({ ...origin, timeoutMs }), trusted, bounds);
    }
    default:
      throw new TypeError(`no store for ${JSON.stringify(origin satisfies never)}`);
  }
}

/** What lies at the origin, also what no release names. */
export async function openObjects(origin: Origin, timeoutMs: number): Promise<ObjectReader> {
  if (origin.kind === 'directory') return folderObjects(origin.path);
  if (origin.kind === 'http') return (await import('./origin.ts')).httpObjects({ url: origin.url, timeoutMs });
  return (await import('./bucket.ts')).bucketObjects({ ...origin, timeoutMs });
}
