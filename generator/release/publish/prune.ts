/**
 * Deletes old releases. An object is deleted if a dropped release names it and no kept one does. The manifests tell,
 * and only those of their texts that differ are read: the cost depends on how many nights are dropped, not on the size
 * of the tree. Objects that a killed publisher left are not touched, because they may belong to a release that another
 * publisher is still uploading.
 *
 * A sweep deletes those, once they are older than a day. Only a sweep lists the whole store.
 */
import { inPortions } from '../../kit/items.ts';
import {
  ARCHIVE,
  archiveKey,
  DOCUMENTS,
  MEMORY,
  memoryKey,
  OBJECTS,
  POINTER_COPIES,
  pointerCopyKey,
  recordKey,
  textKey,
} from '../../wire/release/keys.ts';
import { keyOf, type RootNode, rootNode } from '../../wire/release/manifest.ts';
import {
  type Child,
  type ManifestReader,
  readChild,
  readRootNode,
  rootChildren,
} from '../../wire/release/manifest-nodes.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { readList } from '../archive/archive-in-store.ts';
import { listPending, noteSuperseded, readSuperseded, supersededKey } from '../archive/pending.ts';
import { fullKeyOf, TILES } from '../log/tiles.ts';
import { KeySet, memoryOf, type NamedObject, namedOnlyBelow } from '../objects/named-only.ts';
import { listReleases } from '../pointer/list-releases.ts';
import {
  type PointerInForce,
  type PublishedPointer,
  type ReleaseRecord,
  readPointer,
  readPublished,
  readRecords,
  readStableMark,
} from '../pointer/published.ts';
import { manifestReader } from '../pointer/released-files.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';

interface PruneSummary {
  readonly releases: readonly ReleaseRecord[];
  readonly objects: number;
  /** Lists of archives that cannot be read: until they can, no file of any archive is deleted. */
  readonly left: readonly string[];
}

type PruneProgress = (part: string, done: number, total: number) => void;

/** As many keys as one request to a bucket may name. */
const KEYS_OF_REQUEST = 1000;

/**
 * Keeps the newest releases, the release in force, and the release of the stable copies.
 * @param keep how many newest
 */
export async function prune(
  store: ObjectStore,
  keep: number,
  onProgress: PruneProgress = () => {},
): Promise<PruneSummary> {
  const records = await readRecords(store);
  const [inForce, stable] = [await readPublished(store), await readStableMark(store)];
  const isKept = ({ release }: ReleaseRecord, place: number) =>
    place < keep || release === inForce?.pointer.release || release === stable?.release;
  const kept = records.filter(isKept);
  const dropped = records.filter((record, place) => !isKept(record, place));
  const inUse = [...(inForce === null ? [] : [inForce.pointer.archive]), ...(await listPending(store))];
  const archives = [...kept.map(({ archive }) => archive), ...inUse];
  const unnamed = dropped.map(({ archive }) => archive);
  const superseded = await readSuperseded(store);
  const { hashes, left } = await unsharedArchives(store, [...unnamed, ...superseded], archives);
  // What stays although no record will name it is noted first, so that a later prune finds it.
  if (left.length > 0) await noteSuperseded(store, unnamed);
  // The list and the records come first, so a killed prune leaves no release that looks complete but is not.
  if (dropped.length > 0) await listReleases(store, { without: new Set(dropped.map(({ release }) => release)) });
  await store.delete(dropped.map(({ release }) => recordKey(release)));
  // Also the roots of the pointer and the stable copies, whose records may be missing.
  const roots = [...kept, ...(inForce === null ? [] : [inForce.pointer]), ...(stable === null ? [] : [stable])];
  const below = namedOnlyBelow(dropped, new Set(roots.map(({ root }) => root)), manifestReader(store));
  let objects = await deleteAll(store, keysOf(below), inForce, onProgress);
  const notes = left.length > 0 ? [] : superseded.map(supersededKey);
  objects += await deleteAll(store, [...hashes.map(archiveKey), ...notes], inForce, onProgress);
  await store.delete(await oldPointers(store, keep, kept));
  const [oldest] = kept.map(({ time }) => time).sort();
  if (oldest !== undefined) objects += await deleteAll(store, oldTiles(store, Date.parse(oldest)), inForce, onProgress);
  return { releases: dropped, objects: objects + dropped.length, left };
}

async function* keysOf(objects: AsyncIterable<NamedObject>): AsyncGenerator<string> {
  for await (const { key } of objects) yield key;
}

/**
 * Returns the number of objects. A release that another publisher puts into force meanwhile may name some of them: then
 * the rest stays for a sweep.
 */
async function deleteAll(
  store: ObjectStore,
  doomed: AsyncIterable<string> | Iterable<string>,
  inForce: PointerInForce<PublishedPointer> | null,
  onProgress: PruneProgress,
): Promise<number> {
  let deleted = 0;
  for await (const keys of inPortions(doomed, KEYS_OF_REQUEST)) {
    if ((await readPublished(store))?.pointer.sequence !== inForce?.pointer.sequence) break;
    await store.delete(keys);
    deleted += keys.length;
    onProgress('deleted', deleted, deleted);
  }
  return deleted;
}

/**
 * Keys of partial tiles of the log that full ones have replaced. A reader with an older checkpoint may need the tiles of
 * its size, so they stay as long as the release of that checkpoint is kept.
 */
async function* oldTiles(store: ObjectStore, beforeMs: number): AsyncGenerator<string> {
  const changed = new Map<string, number>();
  for await (const { key, changedMs } of store.list(TILES)) changed.set(key, changedMs);
  for (const [key, changedMs] of changed) {
    if (changedMs < beforeMs && changed.has(fullKeyOf(key) ?? '')) yield key;
  }
}

/** Keys of the copies of pointers, except the newest, and the first of each release to which a rollback may go. */
async function oldPointers(
  store: ObjectStore,
  keep: number,
  kept: readonly ReleaseRecord[],
): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(POINTER_COPIES)) keys.push(key);
  const firsts = new Set(kept.map(({ sequence }) => pointerCopyKey(sequence)));
  return keys
    .sort()
    .slice(0, -keep)
    .filter((key) => !firsts.has(key));
}

/** Hashes of the lists of unnamed archives, and of their files, that no kept archive has. */
async function unsharedArchives(
  store: ObjectStore,
  unnamed: readonly string[],
  kept: readonly string[],
): Promise<{ readonly hashes: readonly string[]; readonly left: readonly string[] }> {
  const left: string[] = [];
  const hashesOf = async (list: string): Promise<readonly string[]> => {
    try {
      return [list, ...(await readList(store, list)).files.map(([, sha256]) => sha256)];
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (kept.includes(list)) left.push(error.message);
      return [list];
    }
  };
  const needed = new Set((await Promise.all([...new Set(kept)].map(hashesOf))).flat());
  // A damaged list does not say which files it needs.
  if (left.length > 0) return { hashes: [], left };
  const lists = [...new Set(unnamed)].filter((list) => !needed.has(list));
  const all = await Promise.all(lists.map(hashesOf));
  return { hashes: all.flat().filter((sha256) => !needed.has(sha256)), left };
}

const DAY_MS = 86_400_000;

/**
 * Returns the number of such objects.
 * @param deletes false to count them only
 * @throws StoreError if a manifest or a list cannot be read; InputError if one may name what this version does not see
 */
export async function sweep(store: ObjectStore, nowMs: number, deletes: boolean): Promise<number> {
  const named = await namedIn(store);
  let swept = 0;
  for await (const keys of inPortions(unnamedIn(store, named, nowMs), KEYS_OF_REQUEST)) {
    swept += keys.length;
    if (deletes) await store.delete(keys);
  }
  return swept;
}

async function* unnamedIn(store: ObjectStore, named: KeySet, nowMs: number): AsyncGenerator<string> {
  for (const prefix of [OBJECTS, ARCHIVE, MEMORY]) {
    for await (const { key, changedMs } of store.list(prefix)) {
      // Documents are evidence as long as a night keeps them, whether or not a kept release has their figures.
      if (key.startsWith(DOCUMENTS)) continue;
      if (nowMs - changedMs > DAY_MS && !named.has(key)) yield key;
    }
  }
}

/** The keys of all that the pointer, the stable copies, records and pending archives lead to. */
async function namedIn(store: ObjectStore): Promise<KeySet> {
  const [records, mark] = [await readRecords(store), await readStableMark(store)];
  const pointer = (await readPointer(store))?.pointer;
  const named = new KeySet();
  const reader = manifestReader(store);
  const roots = [...records, ...(pointer ? [pointer] : []), ...(mark ? [mark] : [])].map(({ root }) => root);
  for (const root of new Set(roots)) await nameBelow(root, reader, named);
  for (const sha256 of await memoryOf(store, pointer?.memory ?? null)) named.add(memoryKey(sha256));
  const archives = [...records, ...(pointer ? [pointer] : [])].flatMap(({ archive }) => archive ?? []);
  for (const list of new Set([...archives, ...(await listPending(store))])) {
    named.add(archiveKey(list));
    for (const [, sha256] of (await readList(store, list)).files) named.add(archiveKey(sha256));
  }
  return named;
}

/** Looks into no text twice, because releases share most of theirs. */
async function nameBelow(root: string, reader: ManifestReader, named: KeySet): Promise<void> {
  named.add(textKey(root));
  const open: Child[] = [...rootChildren(await knownRoot(root, reader))];
  for (let child = open.pop(); child !== undefined; child = open.pop()) {
    if (!named.add(textKey(child.sha256))) continue;
    const content = await readChild(child, reader);
    if (content.kind === 'children') open.push(...content.children);
    else for (const entry of content.entries) named.add(keyOf(entry));
  }
}

/**
 * A later version may have put files below a member of the root that this one does not know. Of every other text its
 * parent says how many files it leads to.
 */
async function knownRoot(sha256: string, reader: ManifestReader): Promise<RootNode> {
  const root = await readRootNode(sha256, reader);
  const members = Object.keys(JSON.parse(await reader.read(sha256)));
  const unknown = members.filter((name) => !Object.hasOwn(rootNode.shape, name));
  if (unknown.length === 0) return root;
  const words = `the manifest ${sha256} names ${unknown.join(', ')}, which this version does not know`;
  throw new InputError(`${words}: nothing is deleted; run the version that published it`);
}
