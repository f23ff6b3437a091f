/**
 * Copies at the stable `v1/…` addresses, and of the page, for consumers that read files and no pointer: dated files
 * first, then lists, and the latest rates last. They follow the pointer and may lag behind it; no gateway reads them. A
 * note says which release they belong to, so the next run copies only the difference, also after a kill or a rollback.
 */

import { z } from 'zod';
import { concurrently, inPortions } from '../../kit/items.ts';
import { hasStableAddress, STABLE_PREFIXES } from '../../wire/answers/page.ts';
import { COPIES_KEY } from '../../wire/release/keys.ts';
import { type FileEntry, hash, keyOf } from '../../wire/release/manifest.ts';
import { isDated, type ManifestReader, placeOf, readRootNode } from '../../wire/release/manifest-nodes.ts';
import { differencesIn, differingLeaves, type LeafPair, walk } from '../../wire/release/manifest-walk.ts';
import { FACTS_OF_POINTER, factsOfStable } from '../pointer/caching.ts';
import { parsedFrom } from '../pointer/published.ts';
import { manifestReader } from '../pointer/released-files.ts';
import { type ListedObject, type ObjectStore, REQUESTS_AT_ONCE } from '../store/store.ts';
import { KeySet } from './named-only.ts';

/** Root of the release that the copies are of, and of the one that is being copied over it. */
const copiesMark = z.strictObject({ root: hash, toward: hash.optional() });
export type CopiesMark = z.infer<typeof copiesMark>;

/** @throws SyntaxError or ZodError */
export function parseCopies(text: string): CopiesMark {
  return copiesMark.parse(JSON.parse(text));
}

/** @throws StoreError, also if the mark is damaged */
export async function readCopiesMark(store: ObjectStore): Promise<CopiesMark | null> {
  const found = await store.get(COPIES_KEY);
  return found === null ? null : parsedFrom(store, COPIES_KEY, found.bytes, parseCopies);
}

async function writeCopiesMark(store: ObjectStore, mark: CopiesMark): Promise<void> {
  await store.put(COPIES_KEY, Buffer.from(`${JSON.stringify(mark)}\n`), FACTS_OF_POINTER);
}

export async function copyStable(
  store: ObjectStore,
  { root }: { readonly root: string },
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly copied: number; readonly removed: number }> {
  const mark = await readCopiesMark(store);
  // A run that was killed has left copies of two releases: those of the later one are finished first.
  if (mark?.toward !== undefined) await new Copying(store, mark.root, mark.toward).run(onProgress);
  const before = mark?.toward ?? mark?.root ?? null;
  if (before === root) return { copied: 0, removed: 0 };
  if (before !== null) await writeCopiesMark(store, { root: before, toward: root });
  return new Copying(store, before, root).run(onProgress);
}

/**
 * Like `copyStable`, but for a store where nobody can tell what was copied: its note is missing or names a manifest
 * that cannot be read. Every copy is made, and everything else at these addresses is removed.
 */
export async function copyStableAnew(store: ObjectStore, target: { readonly root: string }): Promise<void> {
  const reader = manifestReader(store);
  const named = new KeySet();
  for await (const { path } of walk(await readRootNode(target.root, reader), reader)) named.add(path);
  for (const prefix of STABLE_PREFIXES) {
    for await (const keys of inPortions(keysNotIn(named, store.list(prefix)), KEYS_AT_ONCE)) await store.delete(keys);
  }
  await store.delete([COPIES_KEY]);
  await copyStable(store, target, () => {});
}

const KEYS_AT_ONCE = 1000;

/** Without hidden files, which no tree has. */
async function* keysNotIn(named: KeySet, listed: AsyncIterable<ListedObject>): AsyncGenerator<string> {
  for await (const { key } of listed) {
    if (hasStableAddress(key) && !named.has(key) && !/(^|\/)\./.test(key)) yield key;
  }
}

class Copying {
  readonly #reader: ManifestReader;
  /** The copies that the release does not have. They are deleted last. */
  readonly #gone: string[] = [];
  #copied = 0;
  /** Files of leaves that differ. A few of them are not copied: tables, and files that have not changed. */
  #atMost = 0;

  constructor(
    readonly store: ObjectStore,
    readonly before: string | null,
    readonly root: string,
  ) {
    this.#reader = manifestReader(store);
  }

  async run(
    onProgress: (done: number, total: number) => void,
  ): Promise<{ readonly copied: number; readonly removed: number }> {
    const to = await readRootNode(this.root, this.#reader);
    const from = this.before === null ? null : await readRootNode(this.before, this.#reader);
    const undated: LeafPair[] = [];
    for await (const pair of differingLeaves(from, to, this.#reader)) {
      this.#atMost += pair.after?.files ?? 0;
      if (!isOfDates(pair)) undated.push(pair);
    }
    const copyAll = (entries: AsyncIterable<FileEntry> | Iterable<FileEntry>) =>
      concurrently(entries, REQUESTS_AT_ONCE, async (entry) => {
        await this.store.copy(keyOf(entry), entry.path, factsOfStable(entry.path, to.date));
        onProgress(++this.#copied, this.#atMost);
      });
    await copyAll(this.#changesIn(onlyDated(differingLeaves(from, to, this.#reader))));
    const lists: FileEntry[] = [];
    for await (const entry of this.#changesIn(undated)) lists.push(entry);
    await copyAll(lists.filter(({ path }) => !isLatest(path)));
    await copyAll(lists.filter(({ path }) => isLatest(path)));
    if (this.#copied < this.#atMost) onProgress(this.#copied, this.#copied);
    await this.store.delete(this.#gone);
    await writeCopiesMark(this.store, { root: this.root });
    return { copied: this.#copied, removed: this.#gone.length };
  }

  /** Yields the files that are to be copied, and notes those that are gone. */
  async *#changesIn(leaves: AsyncIterable<LeafPair> | Iterable<LeafPair>): AsyncGenerator<FileEntry> {
    for await (const { path, before, after } of differencesIn(leaves, this.#reader)) {
      const isCopied = hasStableAddress(path) && before?.sha256 !== after?.sha256;
      if (isCopied && after !== null) yield after;
      else if (isCopied) this.#gone.push(path);
    }
  }
}

function isOfDates({ before, after }: LeafPair): boolean {
  const leaf = after ?? before;
  return leaf !== null && isDated(leaf);
}

async function* onlyDated(leaves: AsyncIterable<LeafPair>): AsyncGenerator<LeafPair> {
  for await (const pair of leaves) if (isOfDates(pair)) yield pair;
}

function isLatest(path: string): boolean {
  return placeOf(path).kind === 'latest' || path.startsWith('latest/') || path === 'v1/status.json';
}
