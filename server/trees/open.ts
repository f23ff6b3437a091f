/** Opens the store that RATETREE_ORIGIN names. */

import type { BucketConnection } from '../../generator/kit/s3-client.ts';
import type { BucketAddress } from '../../generator/wire/release/keys.ts';
import type { TrustedKeys } from '../../generator/wire/release/pointer.ts';
import { diskStore, folderObjects } from './disk.ts';
import { releaseStore } from './release.ts';
import type { Store } from './store.ts';

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
  /** With keys, only releases are served, so that nobody can get unsigned files served by hiding the pointer. */
  readonly trusted: TrustedKeys | null;
}

/** Loads only the client of the store that is asked for: that of buckets and that of HTTP take 10 MB of memory each. */
export async function openStore(origin: Origin, { timeoutMs, trusted }: OpenOptions): Promise<Store> {
  switch (origin.kind) {
    case 'directory': {
      const releases = releaseStore({ objects: folderObjects(origin.path), trusted });
      return trusted === null ? eitherStore(releases, diskStore(origin.path)) : releases;
    }
    case 'http': {
      const { httpObjects, originStore } = await import('./origin.ts');
      const options = { url: origin.url, timeoutMs };
      const releases = releaseStore({ objects: httpObjects(options, 'bucket'), trusted });
      return trusted === null ? eitherStore(releases, originStore(options)) : releases;
    }
    case 'bucket': {
      const { bucketObjects } = await import('./bucket.ts');
      return releaseStore({ objects: bucketObjects({ ...origin, timeoutMs }), trusted });
    }
    default:
      throw new TypeError(`no store for ${JSON.stringify(origin satisfies never)}`);
  }
}

/** Serves releases where there is a pointer, else a plain tree. The first tree that is found decides for good. */
function eitherStore(releases: Store, plain: Store): Store {
  let chosen: Store | null = null;
  return {
    current: async () => {
      if (chosen !== null) return chosen.current();
      for (const store of [releases, plain]) {
        const tree = await store.current();
        if (tree === null) continue;
        chosen = store;
        return tree;
      }
      return null;
    },
    following: () => (chosen === plain ? null : releases.following()),
    close: async () => {
      await Promise.all([releases.close(), plain.close()]);
    },
  };
}
