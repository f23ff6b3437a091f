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
import type { TreePath } from '../wire/paths.ts';
import { factsOfStable } from './caching.ts';
import { KEYS_OF_REQUEST } from './doomed-keys.ts';
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
  const changes = () => stableChanges(differences(from, to, reader));
  const due = await countDue(changes());
  let done = 0;
  const copyAll = (entries: Iterable<FileEntry> | AsyncIterable<FileEntry>) =>
    concurrently(entries, atOnce, async ({ path, release }) => {
      await store.copy(releaseKey(release, path), path, factsOfStable(path, to.date));
      onProgress(++done, due.copied);
    });
  await copyAll(datedIn(changes()));
  await copyAll(due.lists);
  await copyAll(due.latest);
  if (due.removed > 0) await removeAll(store, changes());
  await writeStableMark(store, target);
  return { copied: due.copied, removed: due.removed };
}

type Change = { readonly path: TreePath; readonly after: FileEntry | null };

/**
 * The copies that differ. They are read anew for each use and never held: for a night the texts that name them are
 * still in memory, and for a first release a list of a million files would not be small.
 */
async function* stableChanges(all: ReturnType<typeof differences>): AsyncGenerator<Change> {
  for await (const { path, before, after } of all) {
    if (path.startsWith('v1/') && before?.sha256 !== after?.sha256) yield { path, after };
  }
}

interface Due {
  copied: number;
  removed: number;
  /** The lists that name dated files. */
  readonly lists: FileEntry[];
  /** The files that a reader starts from. */
  readonly latest: FileEntry[];
}

async function countDue(changes: AsyncIterable<Change>): Promise<Due> {
  const due: Due = { copied: 0, removed: 0, lists: [], latest: [] };
  for await (const { path, after } of changes) {
    if (after === null) due.removed++;
    else {
      due.copied++;
      if (isLatest(path)) due.latest.push(after);
      else if (!isDated(path)) due.lists.push(after);
    }
  }
  return due;
}

async function* datedIn(changes: AsyncIterable<Change>): AsyncGenerator<FileEntry> {
  for await (const { path, after } of changes) if (after !== null && isDated(path)) yield after;
}

async function removeAll(store: ObjectStore, changes: AsyncIterable<Change>): Promise<void> {
  const due: string[] = [];
  for await (const { path, after } of changes) {
    if (after === null) due.push(path);
    if (due.length === KEYS_OF_REQUEST) await store.delete(due.splice(0));
  }
  await store.delete(due);
}

function isDated(path: string): boolean {
  const { kind } = placeOf(path);
  return kind === 'day' || kind === 'series';
}

function isLatest(path: string): boolean {
  return placeOf(path).kind === 'latest' || path === 'v1/status.json';
}
