/**
 * Deletes old releases. Of a dropped release only objects that no kept manifest names are deleted, and only objects
 * that it uploaded itself are looked at: one night's changes, not the whole tree. Objects that a killed publisher left
 * without a record are not touched, because they may be a release that another publisher is still uploading.
 */

import { type ObjectStore, StoreError } from '../store/store.ts';
import { archiveKey, manifestKey, releaseKey } from '../wire/keys.ts';
import { type Child, type ManifestReader, readChild, readRootNode, rootChildren } from '../wire/manifest-nodes.ts';
import { findEntry } from '../wire/manifest-walk.ts';
import type { TreePath } from '../wire/paths.ts';
import { readList } from './archive-in-store.ts';
import { POINTER_COPIES } from './lost-pointer.ts';
import { listPending, listSuperseded, noteSuperseded, supersededKey } from './pending.ts';
import { manifestReader, type ReleaseRecord, readPointer, readRecords, readStableMark } from './published.ts';

interface PruneSummary {
  readonly releases: readonly ReleaseRecord[];
  readonly objects: number;
  /** Lists of archives that cannot be read: until they can, no file of any archive is deleted. */
  readonly left: readonly string[];
}

/**
 * Keeps the newest releases, the release in force, and the release of the stable copies.
 * @param keep how many newest
 */
export async function prune(store: ObjectStore, keep: number): Promise<PruneSummary> {
  const records = await readRecords(store);
  const [inForce, stable] = [await readPointer(store), await readStableMark(store)];
  const isKept = ({ release }: ReleaseRecord, place: number) =>
    place < keep || release === inForce?.pointer.release || release === stable?.release;
  const kept = records.filter(isKept);
  const dropped = records.filter((record, place) => !isKept(record, place));
  const reader = manifestReader(store);
  const keptRoots = await Promise.all(kept.map(({ root }) => readRootNode(root, reader)));
  const doomed: string[] = [];
  for (const { release, root } of dropped) {
    for await (const { key } of store.list(`releases/${release}/`)) {
      const path = key.slice(releaseKey(release, '' as TreePath).length) as TreePath;
      const entries = await Promise.all(keptRoots.map((kept) => findEntry(kept, path, reader)));
      if (!entries.some((entry) => entry?.release === release)) doomed.push(key);
    }
    const roots = kept.map((record) => record.root);
    for (const sha256 of await unshared(root, roots, reader)) doomed.push(manifestKey(sha256));
  }
  const inUse = [...(inForce === null ? [] : [inForce.pointer.archive]), ...(await listPending(store))];
  const archives = [...kept.map(({ archive }) => archive), ...inUse];
  const unnamed = dropped.map(({ archive }) => archive);
  const superseded = await listSuperseded(store);
  const { hashes, left } = await unsharedArchives(store, [...unnamed, ...superseded], archives);
  doomed.push(...hashes.map(archiveKey));
  // What stays although no record will name it is noted first, so that a later prune finds it.
  if (left.length > 0) await noteSuperseded(store, unnamed);
  else doomed.push(...superseded.map(supersededKey));
  // Records are deleted first, so a killed prune leaves no release that looks complete but is not.
  await store.delete(dropped.map(({ release }) => releaseKey(release, 'release.json')));
  await store.delete([...new Set([...doomed, ...(await oldPointers(store, keep))])]);
  return { releases: dropped, objects: doomed.length, left };
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

/** Hashes of the texts at and below a root that no kept manifest has in the same place. */
async function unshared(sha256: string, kept: readonly string[], reader: ManifestReader): Promise<readonly string[]> {
  if (kept.includes(sha256)) return [];
  const childrenOf = async (root: string) => rootChildren(await readRootNode(root, reader));
  const below = await unsharedBelow(await childrenOf(sha256), await Promise.all(kept.map(childrenOf)), reader);
  return [sha256, ...below];
}

async function unsharedBelow(
  own: readonly Child[],
  kept: readonly (readonly Child[])[],
  reader: ManifestReader,
): Promise<readonly string[]> {
  const childrenOf = async (child: Child | undefined) => {
    const content = child === undefined || child.kind === 'leaf' ? null : await readChild(child, reader);
    return content?.kind === 'children' ? content.children : [];
  };
  const found: string[] = [];
  for (const child of own) {
    const others = kept.map((children) => children.find(({ trail }) => trail.at(-1) === child.trail.at(-1)));
    if (others.some((other) => other?.sha256 === child.sha256)) continue;
    const below = await unsharedBelow(await childrenOf(child), await Promise.all(others.map(childrenOf)), reader);
    found.push(child.sha256, ...below);
  }
  return found;
}
