/**
 * Lets old releases go. Of a dropped release only what no kept manifest names is deleted, and only what it uploaded itself is
 * looked at: a night's worth, not the tree. What a killed publisher left without a record is not touched: it may be
 * another publisher's release in the making.
 */

import type { ObjectStore } from '../store/store.ts';
import { archiveKey, manifestKey, releaseKey } from '../wire/keys.ts';
import { type Child, type ManifestReader, readChild, readRootNode, rootChildren } from '../wire/manifest-nodes.ts';
import { findEntry } from '../wire/manifest-walk.ts';
import type { TreePath } from '../wire/paths.ts';
import { readList } from './archive-in-store.ts';
import { manifestReader, type ReleaseRecord, readPointer, readRecords, readStableMark } from './published.ts';

export interface PruneSummary {
  readonly releases: readonly string[];
  readonly objects: number;
}

/** Keeps so many of the newest, the one in force, and the one that the stable copies are of. */
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
  const archives = kept.map(({ archive }) => archive).concat(inForce === null ? [] : inForce.pointer.archive);
  for (const sha256 of await unsharedArchives(store, dropped, archives)) doomed.push(archiveKey(sha256));
  // Records first: a prune that is killed leaves no release that looks whole and is not.
  await store.delete(dropped.map(({ release }) => releaseKey(release, 'release.json')));
  await store.delete([...new Set(doomed)]);
  return { releases: dropped.map(({ release }) => release), objects: doomed.length };
}

/** Hashes of archive files and lists that only dropped releases were made from. */
async function unsharedArchives(
  store: ObjectStore,
  dropped: readonly ReleaseRecord[],
  kept: readonly string[],
): Promise<readonly string[]> {
  const hashesOf = async (list: string) => [list, ...(await readList(store, list)).files.map(([, sha256]) => sha256)];
  const needed = new Set((await Promise.all(kept.map(hashesOf))).flat());
  const lists = new Set(dropped.map(({ archive }) => archive));
  const all = await Promise.all([...lists].filter((list) => !needed.has(list)).map(hashesOf));
  return all.flat().filter((sha256) => !needed.has(sha256));
}

/** Hashes at and below a text which stand in none of the kept manifests at the same place. */
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
