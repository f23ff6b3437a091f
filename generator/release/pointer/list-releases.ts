/** Keeps the public list of the releases that a store holds (wire/release/release-list.ts) true. */

import { releaseListPath } from '../../wire/answers/paths.ts';
import { type ListedRelease, parseReleaseList, releaseListText } from '../../wire/release/release-list.ts';
import type { ObjectStore } from '../store/store.ts';
import { FACTS_OF_LIST } from './caching.ts';
import { readPointer, readRecord, readRecords } from './published.ts';

/** A publisher that finds the list changed so often leaves it to those who change it: each states what is in force. */
const ATTEMPTS_MAX = 5;

interface Listing {
  /** The release that was in force before: whoever put it there may have been killed before it was listed. */
  readonly before?: string | undefined;
  /** Releases that are about to be deleted. */
  readonly without?: ReadonlySet<string>;
  /** A release whose record was written again. */
  readonly renewed?: string;
  /** True if the list in place is not to be trusted: then every record is read. */
  readonly anew?: boolean;
}

/**
 * Lists the releases of the list in place and the one in force, which is marked. Called whenever the pointer has moved
 * and the stable copies have followed it; nothing is written if nothing has changed.
 */
export async function listReleases(
  store: ObjectStore,
  { before, without, renewed, anew }: Listing = {},
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const found = await store.get(releaseListPath);
    // The pointer is read after the list: whoever moves it later changes the list later, too.
    const inForce = (await readPointer(store))?.pointer.release ?? null;
    if (inForce === null) return;
    const known = found === null || anew === true ? null : parseReleaseList(found.bytes.toString('utf8'));
    const listed = known?.releases.filter(({ release }) => release !== renewed);
    const all =
      listed === undefined ? await readRecords(store) : await withReleases(store, listed, [before, renewed, inForce]);
    const releases = all.filter(({ release }) => without?.has(release) !== true);
    const bytes = Buffer.from(releaseListText(releases, inForce));
    if (found?.bytes.equals(bytes) === true) return;
    if ((await store.replace(releaseListPath, bytes, FACTS_OF_LIST, found?.etag ?? null)) === 'replaced') return;
  }
}

/** Adds those of the named releases that are missing and have a record. */
async function withReleases(
  store: ObjectStore,
  known: readonly ListedRelease[],
  named: readonly (string | undefined)[],
): Promise<readonly ListedRelease[]> {
  const all = [...known];
  for (const release of named) {
    if (release === undefined || all.some((one) => one.release === release)) continue;
    const record = await readRecord(store, release);
    if (record !== null) all.push(record);
  }
  return all;
}
