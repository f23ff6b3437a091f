/** The steps of a night at the store: the archive at its beginning, and the pointer if nothing new is published. */
import { flip } from '../release/flip.ts';
import type { KnownHashes } from '../release/known-hashes.ts';
import { noteReleaseInForce } from '../release/note-release.ts';
import { type Restored, restorePending } from '../release/pending.ts';
import { type PublishOptions, type PublishSummary, publish } from '../release/publish.ts';
import { type PointerInForce, readPointer } from '../release/published.ts';
import { restoreArchive } from '../release/restore-archive.ts';
import { ReleaseRefused } from '../release/trial.ts';
import type { ObjectStore } from '../store/store.ts';
import type { PublishSteps } from './publishing.ts';
import { AT_ONCE } from './target.ts';

/** Adds the archive of the release in force, and what was collected since, to the archive whose hashes these are. */
export async function restore(
  store: ObjectStore,
  inForce: PointerInForce | null,
  hashes: KnownHashes,
): Promise<Restored> {
  const { dir } = hashes;
  let files = 0;
  if (inForce !== null) {
    const { archive, release } = inForce.pointer;
    files = await restoreArchive(store, archive, dir, AT_ONCE, release, hashes);
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
  const inForce = await readPointer(steps.store);
  if (inForce === null) return null;
  const { release } = inForce.pointer;
  const signed = await flip(steps, inForce, inForce.pointer);
  return { release, ...signed, isNew: false, objects: 1, bytes: 0, copied: 0, removed: 0 };
}
