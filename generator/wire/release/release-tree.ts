/** A release → the tree that a gateway serves, with what lies beside it in the store. */
import { releaseListPath, type TreePath } from '../answers/paths.ts';
import { hashOf } from '../words/hash.ts';
import { hashInKey, isOfProofs } from './keys.ts';
import { releaseOf } from './manifest.ts';
import type { Release } from './release.ts';
import { parseReleaseList } from './release-list.ts';
import { type Content, CorruptObject, type Objects, type Tree } from './tree-file.ts';

/** @param onCorrupt is called once for each object that is missing or not what the manifest says */
export function toTree(release: Release, onCorrupt: () => void = () => {}): Tree {
  const { rootHash, root } = release;
  return {
    release: { release: releaseOf(rootHash), date: root.date },
    root: rootHash,
    read: (path, held) =>
      readFrom(release, path, held).catch((error) => {
        if (error instanceof CorruptObject) onCorrupt();
        throw error;
      }),
  };
}

async function readFrom(release: Release, path: TreePath, held: string | null): Promise<Content | 'unchanged' | null> {
  const { objects } = release;
  if (isOfProofs(path)) return readOfProofs(objects, path);
  const found = await release.file(path, held);
  return found === null && path === releaseListPath ? readList(objects) : found;
}

/** What proves a release lies beside it in the store. Who reads it checks it; a text must be the one that it is named by. */
async function readOfProofs({ name, read }: Objects, key: string): Promise<Content | null> {
  const bytes = await read(key);
  const sha256 = hashInKey(key);
  if (bytes === null || sha256 === null || hashOf(bytes) === sha256) return bytes === null ? null : { bytes, sha256 };
  throw new CorruptObject(key, `${name}${key} does not have that hash`);
}

/** The list of releases lies beside the release. Nobody has signed it, so that only its form can be checked. */
async function readList({ read }: Objects): Promise<Content | null> {
  const bytes = await read(releaseListPath);
  const isList = bytes !== null && parseReleaseList(bytes.toString('utf8')) !== null;
  return isList ? { bytes, sha256: null } : null;
}
