/**
 * Copies at the stable `v1/…` addresses, for consumers that read files and no pointer: dated files first, then lists,
 * and the latest rates last. They follow the pointer and may lag behind it; no gateway reads them. `stable.json` says
 * which release they belong to, so the next run copies only the difference, also after a kill or a rollback.
 */

import { concurrently } from '../kit/concurrently.ts';
import type { ObjectStore } from '../store/store.ts';
import { releaseKey } from '../wire/keys.ts';
import { type FileEntry, placeOf } from '../wire/manifest.ts';
import { readRootNode } from '../wire/manifest-nodes.ts';
import { differences } from '../wire/manifest-walk.ts';
import { factsOfStable } from './caching.ts';
import { manifestReader, readStableMark, type StableMark, writeStableMark } from './published.ts';

export async function copyStable(
  store: ObjectStore,
  target: StableMark,
  atOnce: number,
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly copied: number; readonly removed: number }> {
  const mark = await readStableMark(store);
  if (mark?.root === target.root) return { copied: 0, removed: 0 };
  const reader = manifestReader(store);
  const to = await readRootNode(target.root, reader);
  const from = mark === null ? null : await readRootNode(mark.root, reader);
  const copies: FileEntry[] = [];
  const removals: string[] = [];
  for await (const { path, before, after } of differences(from, to, reader)) {
    if (!path.startsWith('v1/') || before?.sha256 === after?.sha256) continue;
    if (after === null) removals.push(path);
    else copies.push(after);
  }
  let done = 0;
  for (const turn of [0, 1, 2]) {
    const due = copies.filter(({ path }) => turnOf(path) === turn);
    await concurrently(due, atOnce, async ({ path, release }) => {
      await store.copy(releaseKey(release, path), path, factsOfStable(path, to.date));
      onProgress(++done, copies.length);
    });
  }
  await store.delete(removals);
  await writeStableMark(store, target);
  return { copied: copies.length, removed: removals.length };
}

/** Dated files come first, then the lists that name them, then the files that a reader starts from. */
function turnOf(path: string): 0 | 1 | 2 {
  const { kind } = placeOf(path);
  if (kind === 'day' || kind === 'series') return 0;
  return kind === 'latest' || path === 'v1/status.json' ? 2 : 1;
}
