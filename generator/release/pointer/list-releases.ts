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

/**
 * Lists what the copies of pointers name, and marks the release in force. Called whenever the pointer has moved and the
 * stable copies have followed it; nothing is written if nothing has changed.
 * @param copies of pointers as the caller knows them; @param without releases that are about to be deleted
 */
export async function listReleases(
  store: ObjectStore,
  trust: Trust,
  {
    copies,
    without = new Set(),
  }: { readonly copies?: readonly Pointer[]; readonly without?: ReadonlySet<string> } = {},
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const found = await store.get(releaseListPath);
    // The pointer is read after the list: whoever moves it later changes the list later, too.
    const inForce = (await readPointer(store, trust))?.pointer ?? null;
    if (inForce === null) return;
    const known = attempt === 1 && copies !== undefined ? keptAmong(copies) : await readKept(store, inForce, trust);
    const kept = known.filter(({ release }) => !without.has(release));
    const listed = kept.map(({ first, published, ...facts }) => ({ ...facts, sequence: first, time: published }));
    const bytes = Buffer.from(releaseListText(listed, inForce.release));
    if (found?.bytes.equals(bytes) === true) return;
    if ((await store.replace(releaseListPath, bytes, FACTS_OF_LIST, found?.etag ?? null)) === 'replaced') return;
  }
}
