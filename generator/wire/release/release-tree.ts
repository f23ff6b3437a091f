/** Root of a manifest → the tree of that release, whose files are checked against hash and size as they are read. */

import { releaseListPath, type TreePath } from '../answers/paths.ts';
import { hashOf } from '../words/hash.ts';
import { EntryFinder } from './find-entry.ts';
import { hashInKey, isOfProofs, textKey } from './keys.ts';
import { keyOf } from './manifest.ts';
import { ManifestFault, type ManifestReader, readRootNode } from './manifest-nodes.ts';
import { parseReleaseList } from './release-list.ts';
import { type Content, CorruptObject, type Tree } from './tree-file.ts';

interface ReleaseObjects {
  /** For messages, which append a key. */
  readonly name: string;
  /** The bytes of the object, or null if there is none. */
  read(key: string): Promise<Buffer | null>;
  readonly manifests: ManifestReader;
  /** Called once for each object that is missing or not what the manifest says. */
  readonly onCorrupt?: () => void;
}

/** What a pointer says of a release. */
interface Named {
  readonly release: string;
  readonly root: string;
}

/** @throws CorruptObject if the root is missing or damaged; and what the store throws */
export async function openReleaseTree(objects: ReleaseObjects, named: Named): Promise<Tree> {
  const root = await orCorrupt(objects, () => readRootNode(named.root, objects.manifests));
  // A span is read date by date, and each file would parse the texts of its provider and its year again.
  const finder = new EntryFinder(root, objects.manifests);
  return {
    release: { release: named.release, date: root.date },
    root: named.root,
    read: (path, held) => orCorrupt(objects, () => readFile(objects, finder, path, held)),
  };
}

async function readFile(
  { name, read }: ReleaseObjects,
  finder: EntryFinder,
  path: TreePath,
  held: string | null,
): Promise<Content | 'unchanged' | null> {
  if (isOfProofs(path)) return readOfProofs(name, path, read);
  const entry = await finder.find(path);
  if (entry === null) return path === releaseListPath ? readList(read) : null;
  if (entry.sha256 === held) return 'unchanged';
  const key = keyOf(entry);
  const bytes = await read(key);
  // The key alone does not say which file it is.
  const place = `${name}${path} (${key})`;
  if (bytes === null) throw new CorruptObject(key, `${place} is missing`);
  if (bytes.length === entry.bytes && hashOf(bytes) === entry.sha256) return { bytes, sha256: entry.sha256 };
  throw new CorruptObject(key, `${place} is not what the manifest says`);
}

/** What proves a release lies beside it in the store. Who reads it checks it; a text must be the one that it is named by. */
async function readOfProofs(name: string, key: string, read: ReleaseObjects['read']): Promise<Content | null> {
  const bytes = await read(key);
  const sha256 = hashInKey(key);
  if (bytes === null || sha256 === null || hashOf(bytes) === sha256) return bytes === null ? null : { bytes, sha256 };
  throw new CorruptObject(key, `${name}${key} does not have that hash`);
}

/** The list of releases lies beside the release. Nobody has signed it, so that only its form can be checked. */
async function readList(read: ReleaseObjects['read']): Promise<Content | null> {
  const bytes = await read(releaseListPath);
  const isList = bytes !== null && parseReleaseList(bytes.toString('utf8')) !== null;
  return isList ? { bytes, sha256: null } : null;
}

async function orCorrupt<Found>({ name, onCorrupt }: ReleaseObjects, read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CorruptObject || error instanceof ManifestFault)) throw error;
    onCorrupt?.();
    if (error instanceof CorruptObject) throw error;
    throw new CorruptObject(textKey(error.sha256), `${name}: ${error.message}`, { cause: error });
  }
}
