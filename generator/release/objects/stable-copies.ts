/**
 * Copies at the stable `v1/…` addresses, and of the page, for consumers that read files and no pointer: dated files
 * first, then lists, and the latest rates last. They follow the pointer and may lag behind it; no gateway reads them. A
 * note says which release they belong to, so the next run copies only the difference, also after a kill or a rollback.
 */

import { z } from 'zod';
import { concurrently, inPortions } from '../../kit/items.ts';
import { hasStableAddress, STABLE_PREFIXES } from '../../wire/answers/page.ts';
import type { TreePath } from '../../wire/answers/paths.ts';
import { COPIES_KEY } from '../../wire/release/keys.ts';
import { hash } from '../../wire/release/manifest.ts';
import { placeOf, type Texts } from '../../wire/release/manifest-nodes.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { FACTS_OF_POINTER, factsOfStable } from '../pointer/caching.ts';
import { parsedFrom } from '../pointer/published.ts';
import { openRelease } from '../pointer/released-files.ts';
import { KEYS_AT_ONCE, type ListedObject, type ObjectStore, REQUESTS_AT_ONCE } from '../store/store.ts';
import { below, KeySet, type NamedObject } from './below.ts';
import { textsOf } from './upload-tree.ts';

/** Root of the release that the copies are of, and of the one that is being copied over it. */
const copiesMark = z.strictObject({ root: hash, toward: hash.optional() });
export type CopiesMark = z.infer<typeof copiesMark>;

/** The error about a longer text would quote it, and be as long. */
const MARK_CHARACTERS_MAX = 1000;

/** @throws SyntaxError or ZodError */
export function parseCopies(text: string): CopiesMark {
  return copiesMark.parse(text.length > MARK_CHARACTERS_MAX ? null : JSON.parse(text));
}

/** @throws StoreError, also if the mark is damaged */
export async function readCopiesMark(store: ObjectStore): Promise<CopiesMark | null> {
  const found = await store.get(COPIES_KEY);
  return found === null ? null : parsedFrom(store, COPIES_KEY, found.bytes, parseCopies);
}

async function writeCopiesMark(store: ObjectStore, mark: CopiesMark): Promise<void> {
  await store.put(COPIES_KEY, Buffer.from(`${JSON.stringify(mark)}\n`), FACTS_OF_POINTER);
}

/** @param texts those of the release, if they can be read from nearer than the store */
export async function copyStable(
  store: ObjectStore,
  { root }: { readonly root: string },
  onProgress: (done: number, total: number) => void,
  texts: Texts = textsOf(store),
): Promise<{ readonly copied: number; readonly removed: number }> {
  const mark = await readCopiesMark(store);
  // A run that was killed has left copies of two releases: those of the later one are finished first.
  if (mark?.toward !== undefined) await new Copying(store, texts, mark.root, mark.toward, onProgress).run();
  const before = mark?.toward ?? mark?.root ?? null;
  if (before === root) return { copied: 0, removed: 0 };
  if (before !== null) await writeCopiesMark(store, { root: before, toward: root });
  return new Copying(store, texts, before, root, onProgress).run();
}

/**
 * Like `copyStable`, but for a store where nobody can tell what was copied: its note is missing or names a manifest
 * that cannot be read. Every copy is made, and everything else at these addresses is removed.
 */
export async function copyStableAnew(store: ObjectStore, target: { readonly root: string }): Promise<void> {
  const named = new KeySet();
  for await (const { path } of below([target.root], textsOf(store))) if (path !== null) named.add(path);
  for (const prefix of STABLE_PREFIXES) {
    for await (const keys of inPortions(keysNotIn(named, store.list(prefix)), KEYS_AT_ONCE)) await store.delete(keys);
  }
  await store.delete([COPIES_KEY]);
  await copyStable(store, target, () => {});
}

/** Without hidden files, which no tree has. */
async function* keysNotIn(named: KeySet, listed: AsyncIterable<ListedObject>): AsyncGenerator<string> {
  for await (const { key } of listed) {
    if (hasStableAddress(key) && !named.has(key) && !/(^|\/)\./.test(key)) yield key;
  }
}

type Copied = NamedObject & { readonly path: TreePath };

class Copying {
  #copied = 0;
  #total = 0;

  constructor(
    readonly store: ObjectStore,
    readonly texts: Texts,
    readonly before: string | null,
    readonly root: string,
    readonly onProgress: (done: number, total: number) => void,
  ) {}

  async run(): Promise<{ readonly copied: number; readonly removed: number }> {
    const { store, before, root, onProgress } = this;
    const to = await openRelease(store, root);
    this.#total = before === null ? to.files : 0;
    const from = before === null ? [] : [before];
    // Only texts are read to find what is not dated, which comes last.
    const lists: Copied[] = [];
    const changed = new KeySet();
    await this.#copyAll(to.root.date, this.#dated(root, from, lists, changed));
    await this.#copyAll(
      to.root.date,
      lists.filter(({ path }) => !isLatest(path)),
    );
    await this.#copyAll(
      to.root.date,
      lists.filter(({ path }) => isLatest(path)),
    );
    if (this.#copied > 0) onProgress(this.#copied, this.#copied);
    const gone: string[] = [];
    for (const old of from)
      for await (const { path } of this.#stable(old, [root])) if (!changed.has(path)) gone.push(path);
    await store.delete(gone);
    await writeCopiesMark(store, { root });
    return { copied: this.#copied, removed: gone.length };
  }

  /** The dated files that differ. Notes the others, and the paths of all. */
  async *#dated(root: string, from: readonly string[], lists: Copied[], changed: KeySet): AsyncGenerator<Copied> {
    for await (const one of this.#stable(root, from)) {
      if (from.length > 0) changed.add(one.path);
      const { kind } = placeOf(one.path);
      if (kind === 'day' || kind === 'series') yield one;
      else lists.push(one);
    }
  }

  async *#stable(root: string, except: readonly string[]): AsyncGenerator<Copied> {
    for await (const one of below([root], this.texts, { except })) {
      const { path } = one;
      if (path !== null && hasStableAddress(path)) yield { ...one, path };
    }
  }

  #copyAll(date: IsoDate, entries: AsyncIterable<Copied> | Iterable<Copied>): Promise<void> {
    return concurrently(entries, REQUESTS_AT_ONCE, async ({ key, path }) => {
      await this.store.copy(key, path, factsOfStable(path, date));
      this.onProgress(++this.#copied, Math.max(this.#total, this.#copied + 1));
    });
  }
}

function isLatest(path: string): boolean {
  return placeOf(path).kind === 'latest' || path === 'v1/status.json';
}
