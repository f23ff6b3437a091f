/** Puts an older release back into force in one step. */

import { memoryKey, NOTES } from '../../wire/release/keys.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { notePending } from '../archive/pending.ts';
import { logRelease } from '../objects/log-release.ts';
import { memoryOf } from '../objects/named-only.ts';
import { copyStable } from '../objects/stable-copies.ts';
import { refuseUnreadable } from '../objects/trial.ts';
import { flip, type Signing } from '../pointer/flip.ts';
import { holdOf, inEffect, readHold, writeHold } from '../pointer/hold.ts';
import { readInForce, signedCopies } from '../pointer/in-force.ts';
import { listReleases } from '../pointer/list-releases.ts';
import { isPublished, type KeptRelease, listRecords, readRecords, releaseWords } from '../pointer/published.ts';
import type { ObjectStore } from '../store/store.ts';
import type { PublishOptions, PublishSummary } from './publish.ts';

type RollbackOptions = Signing & Pick<PublishOptions, 'onProgress' | 'log'>;

/**
 * Points at an older release under a new sequence, and replaces the stable copies by that release's files. Before that,
 * it reads the release as a gateway would, because it may have been damaged since nobody looked at it. Nothing else
 * is published until the hold is lifted, or until a rollback goes forward to the release that was taken back.
 * @param to a release's id, or null for the release published before the one in force
 * @throws InputError listing the releases in the store, if there is no such release; ReleaseRefused or StoreError if it
 * cannot be read
 */
export async function rollback(options: RollbackOptions, to: string | null): Promise<PublishSummary> {
  const { store, onProgress, now } = options;
  const before = await readInForce(options);
  if (before === null)
    throw new InputError(`${store.name}: nothing has been published, so there is nothing to roll back`);
  const kept = await readKept(options);
  const target = toTarget(kept, before.pointer.release, to, store);
  await refuseUnreadable(store, target);
  const held = await readHold(store);
  const hold = holdOf(kept, inEffect(held, before.pointer), before.pointer, target, now());
  // The hold comes first: a killed rollback may leave one that is not in effect, but never a rollback without one.
  if (hold !== null) await writeHold(store, hold);
  const { archive, release } = before.pointer;
  // The nights restore from the pointer's archive, which is now an older one, and what was collected since must stay.
  if (archive !== target.archive) await notePending(store, archive, release);
  const log = await logRelease(options, target.release, null);
  const { root } = target;
  const signed = await flip(options, before, { release: target.release, root, archive: target.archive });
  // What the last run remembers is of the release that is taken back, and the pointer no longer names it.
  await store.delete((await memoryOf(store, before.pointer.memory)).map(memoryKey));
  if (hold === null && held !== null) await store.delete([NOTES.hold]);
  const stable = await copyStable(store, target, (done, total) => onProgress('stable addresses', done, total));
  await listReleases(store, { before: before.pointer.release });
  return { release: target.release, ...signed, isNew: false, objects: 1, bytes: 0, log, ...stable };
}

/**
 * The releases that a rollback may go to, newest first, each as it was first in force. With a key they are what its
 * pointers name: a record helps nobody to a signature.
 */
async function readKept(options: RollbackOptions): Promise<readonly KeptRelease[]> {
  const { store, signer } = options;
  const recorded = await listRecords(store);
  if (signer === null) return readRecords(store);
  const kept = new Map<string, KeptRelease>();
  for (const copy of await signedCopies(store, options)) {
    // What has no record was pruned.
    if (isPublished(copy) && recorded.includes(copy.release) && !kept.has(copy.release)) kept.set(copy.release, copy);
  }
  return [...kept.values()].sort((left, right) => right.sequence - left.sequence);
}

function toTarget(
  records: readonly KeptRelease[],
  inForce: string,
  to: string | null,
  store: ObjectStore,
): KeptRelease {
  const current = records.find(({ release }) => release === inForce);
  const older = records.filter(({ sequence }) => sequence < (current?.sequence ?? 0));
  const found = to === null ? older[0] : records.find(({ release }) => release === to);
  if (found !== undefined) return found;
  const there = records.map(releaseWords).join(', ');
  const missing = to === null ? 'no older release is kept' : `there is no release ${to}`;
  throw new InputError(`${store.name}: ${missing}; the store has: ${there}`);
}
