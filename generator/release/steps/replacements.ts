/**
 * The bytes of an object that is missing or damaged in a store, found again in a tree or an archive on disk, or
 * elsewhere in the store. Nothing is taken that does not have the hash by which the release names it.
 */
import { type ObjectStore, StoreError } from '../../store/store.ts';
import type { LocalTree } from '../../tree/write/local-tree.ts';
import { hasStableAddress } from '../../wire/answers/page.ts';
import type { TreePath } from '../../wire/answers/paths.ts';
import type { AcceptedFact, FileEntry, RootNode } from '../../wire/release/manifest.ts';
import { ManifestFault } from '../../wire/release/manifest-nodes.ts';
import { findEntry } from '../../wire/release/manifest-walk.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { toManifest } from '../objects/build-manifest.ts';
import type { TextSpool } from '../objects/text-spool.ts';
import { manifestReader } from '../pointer/published.ts';

/** Where replacements may be found. */
export interface Replacing {
  readonly store: ObjectStore;
  readonly pointer: Pointer;
  /** The tree on disk, which is opened once and only if something is to be replaced; null if there is none. */
  readonly tree: () => LocalTree | null;
  readonly archiveDir: string;
  /** The sequence under which the release was first in force, as far as copies of pointers tell. */
  readonly firstSequence: number;
}

/** Finds a file of the release: in the tree, or in the copy at its stable address. */
export async function findFile(
  { store, tree }: Replacing,
  { path, sha256 }: Pick<FileEntry, 'path' | 'sha256'>,
): Promise<Buffer | null> {
  const local = tree();
  const own = local === null ? null : readIfThere(local, path);
  if (own !== null && hashOf(own) === sha256) return own;
  const copy = hasStableAddress(path) ? ((await store.get(path))?.bytes ?? null) : null;
  return copy !== null && hashOf(copy) === sha256 ? copy : null;
}

function readIfThere(tree: LocalTree, path: TreePath): Buffer | null {
  try {
    return tree.read(path);
  } catch {
    // The tree is of another night, or is damaged as well.
    return null;
  }
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

/**
 * Makes the texts of the manifest again from the tree, by hash; null if there is no tree. The texts above and beside what
 * has changed since are among them, because a text is the same if its files are the same.
 */
export async function remakeManifest(
  { tree }: Replacing,
  accepted: readonly AcceptedFact[],
): Promise<TextSpool | null> {
  const local = tree();
  if (local === null) return null;
  const { texts, news } = await toManifest(local, null, accepted);
  news.close();
  return texts;
}
