/**
 * Deletes old releases. An object is deleted if a dropped release names it and no kept one does. The manifests tell,
 * and only those of their texts that differ are read: the cost depends on how many nights are dropped, not on the size
 * of the tree. Objects that a killed publisher left are not touched, because they may belong to a release that another
 * publisher is still uploading.
 *
 * A sweep deletes those, once they are older than a day. Only a sweep lists the whole store.
 */
import { inPortions } from '../../kit/items.ts';
import { ARCHIVE, archiveKey, DOCUMENTS, OBJECTS, pointerCopyKey } from '../../wire/release/keys.ts';
import { releaseOf } from '../../wire/release/manifest.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { readList } from '../archive/archive-in-store.ts';
import { fullKeyOf, TILES } from '../log/tiles.ts';
import { below, KeySet, keysBelow } from '../objects/below.ts';
import { type CopiesMark, readCopiesMark } from '../objects/stable-copies.ts';
import { stateOf } from '../objects/state.ts';
import { textsOf } from '../objects/upload-tree.ts';
import { readDraft } from '../pointer/draft.ts';
import { listReleases } from '../pointer/list-releases.ts';
import {
  keptAmong,
  type PointerInForce,
  type PublishedPointer,
  readCopies,
  readPointer,
  readPublished,
} from '../pointer/published.ts';
import type { Trust } from '../pointer/signing.ts';
import { KEYS_AT_ONCE, listFew, type ObjectStore, StoreError } from '../store/store.ts';

interface PruneSummary {
  readonly releases: readonly PublishedPointer[];
  readonly objects: number;
  /** Lists of archives that cannot be read: until they can, no file of any archive is deleted. */
  readonly left: readonly string[];
}

type PruneProgress = (part: string, done: number, total: number) => void;

/**
 * Keeps the newest releases, the release in force, one that a rollback took back, and the release of the stable copies.
 * @param keep how many newest
 */
export async function prune(
  store: ObjectStore,
  trust: Trust,
  keep: number,
  onProgress: PruneProgress = () => {},
): Promise<PruneSummary> {
  const inForce = await readPublished(store, trust);
  const pointer = inForce?.pointer ?? null;
  const [copies, stable] = [await readCopies(store, trust, pointer), await readCopiesMark(store)];
  const inUse = new Set([pointer?.release, pointer?.hold?.release, ...rootsOf(stable).map(releaseOf)]);
  const releases = keptAmong(copies);
  const isKept = ({ release }: Pointer, place: number) => place < keep || inUse.has(release);
  const kept = [...releases.filter(isKept), ...(pointer === null ? [] : [pointer])];
  const dropped = releases.filter((one, place) => !isKept(one, place));
  const drafted = (await readDraft(store, inForce, trust)).draft?.archive ?? null;
  const archives = [...kept.map(({ archive }) => archive), drafted].filter((one) => one !== null);
  const needed = await readNeeded(store, archives, await stateOf(store, pointer?.state ?? null));
  const doomed = needed.left.length > 0 ? [] : await ofArchives(store, dropped);
  // The list and the copies come first, so a killed prune leaves no release that looks complete but is not.
  const without = new Set(dropped.map(({ release }) => release));
  if (dropped.length > 0) await listReleases(store, trust, { copies, without });
  await store.delete(
    copies.filter(({ release }) => without.has(release)).map(({ sequence }) => pointerCopyKey(sequence)),
  );
  const roots = new Set([...kept.map(({ root }) => root), ...rootsOf(stable)]);
  const droppedRoots = dropped.map(({ root }) => root);
  const gone = keysBelow(droppedRoots, textsOf(store), { except: roots });
  let objects = await deleteAll(store, gone, inForce, onProgress);
  const unneeded = needed.left.length > 0 ? [] : unneededIn(store, doomed, needed.hashes, Date.now());
  objects += await deleteAll(store, unneeded, inForce, onProgress);
  const [oldest] = kept.map(({ published }) => published).sort();
  if (oldest !== undefined) objects += await deleteAll(store, oldTiles(store, Date.parse(oldest)), inForce, onProgress);
  return { releases: dropped, objects, left: needed.left };
}

function rootsOf(mark: CopiesMark | null): readonly string[] {
  return mark === null ? [] : [mark.root, ...(mark.toward === undefined ? [] : [mark.toward])];
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
  for await (const keys of inPortions(doomed, KEYS_AT_ONCE)) {
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
  for await (const { key, changedMs } of listFew(store, TILES)) changed.set(key, changedMs);
  for (const [key, changedMs] of changed) {
    if (changedMs < beforeMs && changed.has(fullKeyOf(key) ?? '')) yield key;
  }
}

/** The hashes of what lies below `archive/` and is needed; and what cannot be read, so that nobody knows. */
async function readNeeded(store: ObjectStore, archives: readonly string[], state: readonly string[]) {
  const left: string[] = [];
  const hashes = new Set<string>(state);
  for (const list of new Set(archives)) {
    try {
      for (const sha256 of await hashesOf(store, list)) hashes.add(sha256);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      left.push(error.message);
    }
  }
  return { hashes, left };
}

async function hashesOf(store: ObjectStore, list: string): Promise<readonly string[]> {
  return [list, ...(await readList(store, list)).files.map(([, sha256]) => sha256)];
}

async function ofArchives(store: ObjectStore, releases: readonly PublishedPointer[]): Promise<readonly string[]> {
  const found = releases.map(({ archive }) => hashesOf(store, archive).catch(() => [archive]));
  return (await Promise.all(found)).flat();
}

/** Of refused nights, too, which no release names: once they are old enough to be no night's that is at work. */
async function* unneededIn(
  store: ObjectStore,
  doomed: readonly string[],
  needed: ReadonlySet<string>,
  nowMs: number,
): AsyncGenerator<string> {
  for (const sha256 of new Set(doomed)) if (!needed.has(sha256)) yield archiveKey(sha256);
  for (const prefix of OF_HASHES) {
    for await (const { key, changedMs } of store.list(prefix)) {
      if (nowMs - changedMs > DAY_MS && !needed.has(key.slice(ARCHIVE.length))) yield key;
    }
  }
}

/** What lies below `archive/` under a hash. The documents beside it are far more. */
const DIGITS = [...'0123456789abcdef'];
const OF_HASHES = DIGITS.flatMap((digit) =>
  DOCUMENTS.startsWith(`${ARCHIVE}${digit}`)
    ? DIGITS.map((second) => `${ARCHIVE}${digit}${second}`)
    : `${ARCHIVE}${digit}`,
);

const DAY_MS = 86_400_000;

/**
 * Returns the number of such objects.
 * @param deletes false to count them only
 * @throws StoreError if a manifest or a list cannot be read
 */
export async function sweep(store: ObjectStore, trust: Trust, nowMs: number, deletes: boolean): Promise<number> {
  const named = await namedIn(store, trust);
  let swept = 0;
  for await (const keys of inPortions(unnamedIn(store, named, nowMs), KEYS_AT_ONCE)) {
    swept += keys.length;
    if (deletes) await store.delete(keys);
  }
  return swept;
}

async function* unnamedIn(store: ObjectStore, named: KeySet, nowMs: number): AsyncGenerator<string> {
  for (const prefix of [OBJECTS, ARCHIVE]) {
    for await (const { key, changedMs } of store.list(prefix)) {
      // Documents are evidence as long as a night keeps them, whether or not a kept release has their figures.
      if (key.startsWith(DOCUMENTS)) continue;
      if (nowMs - changedMs > DAY_MS && !named.has(key)) yield key;
    }
  }
}

/** The keys of all that the pointer, its copies, the stable copies and the draft lead to. */
async function namedIn(store: ObjectStore, trust: Trust): Promise<KeySet> {
  const inForce = await readPointer(store, trust);
  const copies = await readCopies(store, trust, inForce?.pointer ?? null);
  const pointers = [...(inForce === null ? [] : [inForce.pointer]), ...copies];
  const { draft } = await readDraft(store, inForce, trust);
  const named = new KeySet();
  const roots = [
    ...[...pointers, ...(draft?.next ?? [])].map(({ root }) => root),
    ...rootsOf(await readCopiesMark(store)),
  ];
  for await (const _ of below(new Set(roots), textsOf(store), { seen: named }));
  for (const sha256 of await stateOf(store, inForce?.pointer.state ?? null)) named.add(archiveKey(sha256));
  for (const list of new Set([...pointers, draft].flatMap((one) => one?.archive ?? []))) {
    named.add(archiveKey(list));
    for (const [, sha256] of (await readList(store, list)).files) named.add(archiveKey(sha256));
  }
  return named;
}
