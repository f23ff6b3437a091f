/** What a run leaves for the next one, as objects of a store; and what older runs have left in a folder. */
import { concurrently, inPortions } from '../../kit/items.ts';
import { objectsIn } from '../../kit/memory.ts';
import { archiveKey, pointerCopyKey } from '../../wire/release/keys.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { FACTS_OF_ARCHIVE } from '../pointer/caching.ts';
import { type PointerInForce, readCopies } from '../pointer/published.ts';
import { KEYS_AT_ONCE, type ObjectStore, REQUESTS_AT_ONCE, type ReadStore, StoreError } from '../store/store.ts';
import { keysBelow } from './below.ts';
import { objectOf, textsOf, type UploadOptions } from './upload-tree.ts';

/**
 * Deletes what only older trees of a folder name. The tree before the one in force stays, because a gateway may read it
 * until it has seen the new pointer.
 */
export async function dropOlder(store: ObjectStore, inForce: Pointer): Promise<void> {
  const copies = await readCopies(store, { signer: null }, inForce);
  const [before] = copies.filter(({ root }) => root !== inForce.root).slice(-1);
  const kept = new Set([inForce.root, ...(before === undefined ? [] : [before.root])]);
  const older = copies.filter(({ sequence }) => sequence < (before?.sequence ?? inForce.sequence));
  await dropState(store, [...older, ...(before === undefined ? [] : [before])], inForce);
  if (older.length === 0) return;
  const roots = older.map(({ root }) => root).filter((root) => !kept.has(root));
  try {
    const gone = keysBelow(roots, textsOf(store), { except: kept });
    for await (const keys of inPortions(gone, KEYS_AT_ONCE)) await store.delete(keys);
  } catch (error) {
    // What a damaged tree named is left to "repair --sweep".
    if (!(error instanceof StoreError)) throw error;
  }
  await store.delete(older.map(({ sequence }) => pointerCopyKey(sequence)));
}

/** Only the newest run is remembered. */
async function dropState(store: ObjectStore, older: readonly Pointer[], inForce: Pointer): Promise<void> {
  const needed = new Set(await stateOf(store, inForce.state));
  const gone = new Set<string>();
  for (const state of new Set(older.map(({ state }) => state))) {
    for (const sha256 of state === inForce.state ? [] : await stateOf(store, state)) {
      if (!needed.has(sha256)) gone.add(archiveKey(sha256));
    }
  }
  await store.delete([...gone]);
}

/** The objects of the state that a run leaves, its index last; none if that is missing. */
export async function stateOf(store: ReadStore, index: string | null): Promise<readonly string[]> {
  const found = index === null ? null : await store.get(archiveKey(index));
  return found === null || index === null ? [] : [...objectsIn(found.bytes.toString('utf8')), index];
}

/** What the next run needs of this one, on whatever disk it begins. Returns the objects that it no longer needs. */
export async function uploadState(
  { store, tree }: Pick<UploadOptions, 'store' | 'tree'>,
  before: PointerInForce | null,
) {
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
