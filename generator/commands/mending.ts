/** What `repair` and `nightly` share: the tree on disk as a source of objects, and a check of a sample each night. */
import { existsSync } from 'node:fs';
import type { PointerInForce, PublishedPointer } from '../release/pointer/published.ts';
import type { Trust } from '../release/pointer/signing.ts';
import { openFolderStore } from '../release/store/folder.ts';
import { type ObjectStore, StoreError } from '../release/store/store.ts';
import { placeOf } from '../release/verify/report.ts';
import { randomSeed, type Sample } from '../release/verify/sample.ts';
import { repairRelease } from '../release/verify/verify.ts';

/** Files of the release, and as many of the archive, that a night without faults checks: a few hundred requests. */
const SAMPLE_FILES = 100;

/** What a night found in the release in force. */
export interface SampleReport {
  readonly files: number;
  readonly seed: string;
  /** Objects that were missing or damaged and are written again. */
  readonly mended: readonly string[];
  /** Objects that are missing or damaged. */
  readonly left: readonly string[];
}

/** The folder of a tree or of another store, whose objects have the same keys; null if there is no such folder. */
export async function openedIfThere(dir: string): Promise<ObjectStore | null> {
  return existsSync(dir) ? openFolderStore(dir, false) : null;
}

/**
 * As `checkSample`, but of a store that does not answer it only says so: a night must collect all the same.
 * @param before what the same night has found already: then everything is checked again
 * Returns what was known before, or null.
 */
export async function trySample(
  steps: Trust & { readonly store: ObjectStore },
  inForce: PointerInForce<PublishedPointer> | null,
  disk: { readonly archive: string; readonly out: string },
  before: SampleReport | null,
): Promise<SampleReport | null> {
  if (inForce === null) return null;
  try {
    return await checkSample(steps.store, inForce.pointer, disk, before, steps);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    console.error(`${UNREAD}: ${error.message}`);
    return before;
  }
}

/** What a night says when it cannot read the release in force. */
export const UNREAD = 'no sample of the release in force could be read';

/**
 * Checks a sample of the release in force, and all of it if the sample has a fault, and mends what the tree and the
 * archive on disk have.
 * @param before what the same night has found already: then everything is checked again
 */
async function checkSample(
  store: ObjectStore,
  pointer: PublishedPointer,
  { archive, out }: { readonly archive: string; readonly out: string },
  before: SampleReport | null,
  trust: Trust,
): Promise<SampleReport> {
  const seed = before?.seed ?? randomSeed();
  const replacing = { store, pointer, from: await openedIfThere(out), archiveDir: archive, trust };
  const run = (sample: Sample | null) => repairRelease({ ...replacing, mode: 'pointer', sample });
  const first = before === null ? await run({ files: SAMPLE_FILES, seed }) : null;
  const isWhole = first === null || first.mended.length + first.left.length > 0;
  const last = isWhole ? await run(null) : first;
  const mended = [...(before?.mended ?? []), ...(first?.mended ?? []), ...(isWhole ? last.mended : [])];
  for (const key of mended.slice(before?.mended.length)) console.error(`${key} was missing or damaged: written again`);
  return {
    files: last.counts.filesChecked,
    seed,
    mended,
    left: last.left.map((fault) => `${fault.kind} ${placeOf(fault)}`),
  };
}
