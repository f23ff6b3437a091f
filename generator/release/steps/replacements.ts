/**
 * The bytes of an object that is missing or damaged in a store, found again in another store, such as the folder of the
 * tree, in an archive on disk, or elsewhere in the store. Nothing is taken that does not have the hash by which the release
 * names it.
 */
import { type ObjectStore, StoreError } from '../../store/store.ts';
import { hasStableAddress } from '../../wire/answers/page.ts';
import type { TreePath } from '../../wire/answers/paths.ts';
import { findEntry } from '../../wire/release/find-entry.ts';
import { type FileEntry, keyOf, type RootNode } from '../../wire/release/manifest.ts';
import { ManifestFault } from '../../wire/release/manifest-nodes.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { manifestReader } from '../pointer/manifest-reader.ts';
import type { PublishedPointer } from '../pointer/published.ts';

/** Where replacements may be found. */
export interface Replacing {
  readonly store: ObjectStore;
  readonly pointer: PublishedPointer;
  /** Objects have the same keys in every store; null if there is none beside the one that is mended. */
  readonly from: ObjectStore | null;
  readonly archiveDir: string;
  /** The sequence under which the release was first in force, as far as copies of pointers tell. */
  readonly firstSequence: number;
}

/** Finds a file of the release: in the other store, or in the copy at its stable address. */
export async function findFile(replacing: Replacing, entry: FileEntry): Promise<Buffer | null> {
  const own = await findObject(replacing, keyOf(entry), entry.sha256);
  if (own !== null || !hasStableAddress(entry.path)) return own;
  const copy = (await replacing.store.get(entry.path))?.bytes ?? null;
  return copy !== null && hashOf(copy) === entry.sha256 ? copy : null;
}

/** Finds an object in the other store. */
export async function findObject({ from }: Replacing, key: string, sha256: string): Promise<Buffer | null> {
  const bytes = (await from?.get(key))?.bytes ?? null;
  return bytes !== null && hashOf(bytes) === sha256 ? bytes : null;
}

/** Returns null if the release has no such file, or if the manifest does not lead to it. */
export async function entryIn({ store }: Replacing, root: RootNode | null, path: string): Promise<FileEntry | null> {
  try {
    return root === null ? null : await findEntry(root, path as TreePath, manifestReader(store));
  } catch (error) {
    if (error instanceof StoreError || error instanceof ManifestFault) return null;
    throw error;
  }
}
