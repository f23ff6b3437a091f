/** What the archive notes of the release in force, from the store: also where the run that published it was killed, or had another disk. */

import { noteRelease, readReleases } from '../corrections/release-ledger.ts';
import type { ObjectStore } from '../store/store.ts';
import { correctionsPath, type TreePath } from '../wire/paths.ts';
import { readRecord } from './published.ts';
import { openReleasedTree } from './released-files.ts';

/** @param tree where its files are at hand; null: they are read from the store */
export async function noteReleaseInForce(
  store: ObjectStore,
  archiveDir: string,
  release: string,
  tree: { read(path: TreePath): Buffer } | null = null,
): Promise<void> {
  const known = await readReleases(archiveDir, null);
  if (known.some((own) => own.release === release)) return;
  const record = await readRecord(store, release);
  if (record === null) return;
  const { time, method, root } = record;
  // The time of its first publication, and not the pointer's, which every refused night signs anew.
  await noteRelease(archiveDir, { time, release, method }, async () => {
    return tree?.read(correctionsPath) ?? (await openReleasedTree(store, root)).read(correctionsPath);
  });
}
