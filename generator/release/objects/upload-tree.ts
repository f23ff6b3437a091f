/** Copies a tree into a store: the objects that the release in force does not name, and what its run remembers. */
import { concurrently } from '../../kit/items.ts';
import { archiveKey } from '../../wire/release/keys.ts';
import { type ManifestReader, readRootNode } from '../../wire/release/manifest-nodes.ts';
import { differingLeaves } from '../../wire/release/manifest-walk.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { FACTS_OF_ARCHIVE, FACTS_OF_TEXT, factsOfImmutable } from '../pointer/caching.ts';
import type { GeneratedTree } from '../pointer/generated.ts';
import type { PointerInForce } from '../pointer/published.ts';
import { manifestReader } from '../pointer/released-files.ts';
import { type ObjectStore, REQUESTS_AT_ONCE, StoreError } from '../store/store.ts';
import { type NamedObject, namedOnlyBelow, stateOf } from './named-only.ts';

export interface UploadOptions {
  readonly store: ObjectStore;
  readonly tree: GeneratedTree;
  readonly onProgress: (part: string, done: number, total: number) => void;
}

/** What the tree names and the release in force does not. @param reader of texts, by default the nearest of both */
export function newObjects(
  store: ObjectStore,
  tree: GeneratedTree,
  before: PointerInForce | null,
  reader: ManifestReader = nearest(tree, store),
): AsyncGenerator<NamedObject> {
  return namedOnlyBelow([tree.pointer], new Set(before === null ? [] : [before.pointer.root]), reader);
}

/** The texts of a tree and of the release before it are mostly the same, and the folder is nearer. */
function nearest(tree: GeneratedTree, store: ObjectStore): ManifestReader {
  const [own, released] = [manifestReader(tree.store), manifestReader(store)];
  const orReleased = (sha256: string) => (error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    return released.read(sha256).catch(() => Promise.reject(error));
  };
  return { read: (sha256) => own.read(sha256).catch(orReleased(sha256)) };
}

/** The root comes last, after everything that it leads to. */
export async function uploadObjects(
  { store, tree, onProgress }: UploadOptions,
  before: PointerInForce | null,
): Promise<{ readonly objects: number; readonly bytes: number }> {
  const reader = nearest(tree, store);
  const total = await countFiles(tree, before, reader);
  let [done, objects, written] = [0, 0, 0];
  const upload = async ({ key, sha256, path }: NamedObject) => {
    const bytes = await objectOf(tree, key, sha256, path ?? key);
    // An object that exists stays as it is: its key stands for its content.
    if ((await store.create(key, bytes, path === null ? FACTS_OF_TEXT : factsOfImmutable(path))) === 'created') {
      objects++;
      written += bytes.length;
    }
    if (path !== null) onProgress('files', ++done, Math.max(total, done));
  };
  const last: NamedObject[] = [];
  await concurrently(newObjects(store, tree, before, reader), REQUESTS_AT_ONCE, async (one) => {
    if (one.sha256 === tree.pointer.root) last.push(one);
    else await upload(one);
  });
  for (const one of last) await upload(one);
  return { objects, bytes: written };
}

/** At most: of the leaves that differ, some files are the same. */
async function countFiles(tree: GeneratedTree, before: PointerInForce | null, reader: ManifestReader): Promise<number> {
  const from = before === null ? null : await readRootNode(before.pointer.root, reader);
  let files = 0;
  for await (const { after } of differingLeaves(from, tree.root, reader)) files += after?.files ?? 0;
  return files;
}

async function objectOf({ store, dir }: GeneratedTree, key: string, sha256: string, name: string): Promise<Buffer> {
  const found = await store.get(key);
  if (found !== null && hashOf(found.bytes) === sha256) return found.bytes;
  const what = found === null ? 'is missing' : 'is not what was generated';
  throw new InputError(`${dir}: ${name} ${what}: build the tree from scratch in an empty --out`);
}

/** What the next run needs of this one, on whatever disk it begins. Returns the objects that it no longer needs. */
export async function uploadState({ store, tree }: UploadOptions, before: PointerInForce | null) {
  const own = await stateOf(tree.store, tree.pointer.state);
  const old = await stateOf(store, before?.pointer.state ?? null);
  const [ownSet, oldSet] = [new Set(own), new Set(old)];
  const added = own.filter((sha256) => !oldSet.has(sha256));
  await concurrently(added, REQUESTS_AT_ONCE, async (sha256) => {
    const key = archiveKey(sha256);
    await store.create(key, await objectOf(tree, key, sha256, key), FACTS_OF_ARCHIVE);
  });
  const gone = old.filter((sha256) => !ownSet.has(sha256)).map(archiveKey);
  return { state: own.length === 0 ? null : tree.pointer.state, gone };
}
