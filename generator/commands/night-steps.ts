/** The steps of a night at the store: the archive at its beginning, and the pointer if nothing new is published. */

import type { PublishSteps } from '../cli/publishing.ts';
import { AT_ONCE } from '../cli/target.ts';
import type { KnownFiles } from '../kit/known-files.ts';
import { type Restored, restorePending } from '../release/archive/pending.ts';
import { restoreArchive } from '../release/archive/restore-archive.ts';
import { isEmptyArchive, restoreLazily } from '../release/archive/restore-lazily.ts';
import { ReleaseRefused } from '../release/objects/trial.ts';
import { flip } from '../release/pointer/flip.ts';
import { noteReleaseInForce } from '../release/pointer/note-release.ts';
import { type PointerInForce, type PublishedPointer, readPublished } from '../release/pointer/published.ts';
import { type PublishOptions, type PublishSummary, publish } from '../release/steps/publish.ts';
import type { ObjectStore } from '../store/store.ts';

/**
 * Adds the archive of the release in force, and what was collected since, to the archive whose hashes these are.
 * @param isLazy whether an empty folder gets only what a night is sure to read
 */
export async function restore(
  store: ObjectStore,
  inForce: PointerInForce<PublishedPointer> | null,
  hashes: KnownFiles,
  isLazy: boolean,
): Promise<Restored> {
  const { dir } = hashes;
  let files = 0;
  if (inForce !== null) {
    const { archive, release } = inForce.pointer;
    if (isLazy && isEmptyArchive(dir)) files = await restoreLazily(store, archive, dir, AT_ONCE);
    else files = await restoreArchive(store, archive, dir, AT_ONCE, release, hashes);
    await noteReleaseInForce(store, dir, release);
  }
  const pending = await restorePending(store, hashes, AT_ONCE);
  return { ...pending, files: files + pending.files };
}

/** Publishes. If no gateway could read the release, notes that as the error, and signs the one in force again. */
export async function publishOrSignAgain(
  options: PublishOptions,
  report: { error: string | null },
): Promise<PublishSummary | null> {
  try {
    return await publish(options);
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(`ratetree: ${error.message}`);
    report.error = error.message;
    return await signAgain(options);
  }
}

/** Signs the pointer to the release in force again. Returns null if nothing has been published yet. */
export async function signAgain(steps: PublishSteps): Promise<PublishSummary | null> {
  const inForce = await readPublished(steps.store);
  if (inForce === null) return null;
  const { release } = inForce.pointer;
  const signed = await flip(steps, inForce, inForce.pointer);
  return { release, ...signed, isNew: false, objects: 1, bytes: 0, copied: 0, removed: 0 };
}
