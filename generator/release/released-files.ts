/** The files of a published release by their paths, each checked against the manifest. */
import { type ObjectStore, StoreError } from '../store/store.ts';
import { hashOf } from '../wire/hash.ts';
import { releaseKey } from '../wire/keys.ts';
import type { RootNode } from '../wire/manifest.ts';
import { readRootNode } from '../wire/manifest-nodes.ts';
import { findEntry } from '../wire/manifest-walk.ts';
import type { TreePath } from '../wire/paths.ts';
import { manifestReader } from './published.ts';

export interface ReleasedTree {
  readonly root: RootNode;
  /** null where the release has no such file. @throws StoreError when its bytes are missing or damaged */
  read(path: TreePath): Promise<Buffer | null>;
}

export async function openReleasedTree(store: ObjectStore, rootHash: string): Promise<ReleasedTree> {
  const reader = manifestReader(store);
  const root = await readRootNode(rootHash, reader);
  return {
    root,
    async read(path) {
      const entry = await findEntry(root, path, reader);
      if (entry === null) return null;
      const found = await store.get(releaseKey(entry.release, path));
      if (found !== null && hashOf(found.bytes) === entry.sha256) return found.bytes;
      const what = found === null ? 'is missing' : 'is damaged';
      throw new StoreError(
        `${store.name}: ${path} of release ${entry.release} ${what}; "ratetree verify" names all such`,
      );
    },
  };
}
