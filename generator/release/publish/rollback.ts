/** Puts an older release back into force in one step. */

import { archiveKey } from '../../wire/release/keys.ts';
import { toReleased } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { logRelease, toLogged } from '../objects/log-release.ts';
import { copyStable } from '../objects/stable-copies.ts';
import { stateOf } from '../objects/state.ts';
import { refuseUnreadable } from '../objects/trial.ts';
import { readDraft, writeDraft } from '../pointer/draft.ts';
import { flip, type Signing } from '../pointer/flip.ts';
import { holdAfter } from '../pointer/hold.ts';
import { readInForce } from '../pointer/in-force.ts';
import { listReleases } from '../pointer/list-releases.ts';
import { type PublishedPointer, readKept, releaseWords } from '../pointer/published.ts';
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
  const kept = await readKept(store, before.pointer, options);
  const target = toTarget(kept, before.pointer.release, to, store);
  await refuseUnreadable(store, target);
  const hold = holdAfter(kept, before.pointer, target, now());
  const { archive } = before.pointer;
  // The nights restore from the pointer's archive, which is now an older one, and what was collected since must stay.
  const { draft, etag } = await readDraft(store, before, options);
  const isKept = draft !== null && draft.archive !== null;
  if (archive !== target.archive && !isKept)
    await writeDraft(options, before, { archive, next: draft?.next ?? [] }, etag);
  const log = await logRelease(options, toLogged(target), [...kept, ...(draft?.next ?? [])].map(toLogged), null);
  const named = { ...toReleased(target), archive: target.archive, state: null, hold };
  const { pointer: written, ...signed } = await flip(options, before, named);
  await listReleases(store, options, { written });
  // The state is that of the release that is taken back, and the pointer no longer names it.
  await store.delete((await stateOf(store, before.pointer.state)).map(archiveKey));
  const stable = await copyStable(store, target, (done, total) => onProgress('stable addresses', done, total));
  return { release: target.release, ...signed, isNew: false, objects: 1, bytes: 0, log, ...stable };
}

function toTarget(
  kept: readonly PublishedPointer[],
  inForce: string,
  to: string | null,
  store: ObjectStore,
): PublishedPointer {
  const current = kept.find(({ release }) => release === inForce);
  const older = kept.filter(({ first }) => first < (current?.first ?? 0));
  const found = to === null ? older[0] : kept.find(({ release }) => release === to);
  if (found !== undefined) return found;
  const there = kept.map(releaseWords).join(', ');
  const missing = to === null ? 'no older release is kept' : `there is no release ${to}`;
  throw new InputError(`${store.name}: ${missing}; the store has: ${there}`);
}
