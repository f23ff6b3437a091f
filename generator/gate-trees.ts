/** The two trees that the gate compares: one in a folder, and a published release found file by file in its manifest. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeReader } from './gate-fixings.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import { releaseKey } from './wire/bucket.ts';
import { hashOf, type RootNode } from './wire/manifest.ts';
import type { ManifestReader } from './wire/manifest-nodes.ts';
import { findEntry } from './wire/manifest-walk.ts';

export function folderTree(dir: string): TreeReader {
  return {
    async read(path) {
      try {
        return await readFile(join(dir, path));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}

/** @throws StoreError where the store lacks what the manifest names, or has other bytes: nothing can be compared then */
export function releasedTree(store: ObjectStore, root: RootNode, manifests: ManifestReader): TreeReader {
  return {
    async read(path) {
      const entry = await findEntry(root, path, manifests);
      if (entry === null) return null;
      const key = releaseKey(entry.release, path);
      const found = await store.get(key);
      if (found !== null && hashOf(found.bytes) === entry.sha256) return found.bytes;
      throw new StoreError(`${store.name}${key} ${found === null ? 'is missing' : 'has other bytes'}: run verify`);
    },
  };
}
