/** Keeps the public list of the releases that a store holds (wire/release/release-list.ts) true. */

import { releaseListPath } from '../../wire/answers/paths.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { releaseListText } from '../../wire/release/release-list.ts';
import type { ObjectStore } from '../store/store.ts';
import { FACTS_OF_LIST } from './caching.ts';
import { keptAmong, readKept, readPointer } from './published.ts';
import type { Trust } from './signing.ts';

/** A publisher that finds the list changed so often leaves it to those who change it: each states what is in force. */
const ATTEMPTS_MAX = 5;

interface Known {
  /** Of pointers, as the caller has read them. */
  readonly copies?: readonly Pointer[];
  /** The pointer that the caller has just written: a store may still answer with the one before it. */
  readonly written?: Pointer | null;
  /** Releases that are about to be deleted. */
  readonly without?: ReadonlySet<string>;
}

/**
 * Lists what the copies of pointers name, and marks the release in force. Called whenever the pointer has moved; nothing
 * is written if nothing has changed.
 */
export async function listReleases(
  store: ObjectStore,
  trust: Trust,
  { copies, written = null, without = new Set() }: Known = {},
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const found = await store.get(releaseListPath);
    // The pointer is read after the list: whoever moves it later changes the list later, too.
    const read = (await readPointer(store, trust))?.pointer ?? null;
    const inForce = (read?.sequence ?? 0) < (written?.sequence ?? 0) ? written : read;
    if (inForce === null) return;
    const known = attempt === 1 && copies !== undefined ? keptAmong(copies) : await readKept(store, inForce, trust);
    const kept = known.filter(({ release }) => !without.has(release));
    const listed = kept.map(({ first, published, ...facts }) => ({ ...facts, sequence: first, time: published }));
    const bytes = Buffer.from(releaseListText(listed, inForce.release));
    if (found?.bytes.equals(bytes) === true) return;
    if ((await store.replace(releaseListPath, bytes, FACTS_OF_LIST, found?.etag ?? null)) === 'replaced') return;
  }
}
