/**
 * Deletes old releases. An object is deleted if a dropped release names it and no kept one does, whichever release
 * uploaded it. Manifests say so, and only their texts that differ are read: what a prune costs depends on the nights
 * that it drops and not on the size of the tree. Objects that a killed publisher left are not touched, because they may
 * belong to a release that another publisher is still uploading.
 */

import { concurrently } from '../kit/concurrently.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { archiveKey, releaseKey } from '../wire/keys.ts';
import { readList } from './archive-in-store.ts';
import { DoomedKeys } from './doomed-keys.ts';
import { listReleases } from './list-releases.ts';
import { POINTER_COPIES } from './lost-pointer.ts';
import { namedOnlyBelow } from './named-only.ts';
import { listPending, listSuperseded, noteSuperseded, supersededKey } from './pending.ts';
import { manifestReader, type ReleaseRecord, readPointer, readRecords, readStableMark } from './published.ts';

interface PruneSummary {
  readonly releases: readonly ReleaseRecord[];
  readonly objects: number;
  /** Lists of archives that cannot be read: until they can, no file of any archive is deleted. */
  readonly left: readonly string[];
}

type PruneProgress = (part: string, done: number, total: number) => void;

/** Each deletes up to a thousand objects. */
const DELETIONS_AT_ONCE = 4;

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
  const [inForce, stable] = [await readPointer(store), await readStableMark(store)];
  const isKept = ({ release }: ReleaseRecord, place: number) =>
    place < keep || release === inForce?.pointer.release || release === stable?.release;
  const kept = records.filter(isKept);
  const dropped = records.filter((record, place) => !isKept(record, place));
  const doomed = new DoomedKeys();
  try {
    // Also those of the pointer and the stable copies, whose records may be missing.
    const roots = [...kept, ...(inForce === null ? [] : [inForce.pointer]), ...(stable === null ? [] : [stable])];
    const keptRoots = new Set(roots.map(({ root }) => root));
    const reader = manifestReader(store);
    for (const { root } of dropped) for await (const key of namedOnlyBelow(root, keptRoots, reader)) doomed.add(key);
    const inUse = [...(inForce === null ? [] : [inForce.pointer.archive]), ...(await listPending(store))];
    const archives = [...kept.map(({ archive }) => archive), ...inUse];
    const unnamed = dropped.map(({ archive }) => archive);
    const superseded = await listSuperseded(store);
    const { hashes, left } = await unsharedArchives(store, [...unnamed, ...superseded], archives);
    for (const sha256 of hashes) doomed.add(archiveKey(sha256));
    // What stays although no record will name it is noted first, so that a later prune finds it.
    if (left.length > 0) await noteSuperseded(store, unnamed);
    else for (const sha256 of superseded) doomed.add(supersededKey(sha256));
    // The list and the records come first, so a killed prune leaves no release that looks complete but is not.
    if (dropped.length > 0) await listReleases(store, { without: new Set(dropped.map(({ release }) => release)) });
    const records = dropped.map(({ release }) => releaseKey(release, 'release.json'));
    await store.delete(records);
    await deleteAll(store, doomed, onProgress);
    await store.delete(await oldPointers(store, keep));
    return { releases: dropped, objects: doomed.size + records.length, left };
  } finally {
    doomed.close();
  }
}

async function deleteAll(store: ObjectStore, doomed: DoomedKeys, onProgress: PruneProgress): Promise<void> {
  let done = 0;
  await concurrently(doomed.portions(), DELETIONS_AT_ONCE, async (keys) => {
    await store.delete(keys);
    done += keys.length;
    onProgress('deleted', done, doomed.size);
  });
}

/** Keys of the copies of pointers, except the newest. */
async function oldPointers(store: ObjectStore, keep: number): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(POINTER_COPIES)) keys.push(key);
  return keys.sort().slice(0, -keep);
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
