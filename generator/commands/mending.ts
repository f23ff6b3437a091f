/** What `repair` and `nightly` share: the tree on disk as a source of files, and a check of a sample each night. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AT_ONCE } from '../cli/target.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { type LocalTree, openLocalTree } from '../tree/write/local-tree.ts';
import { repairRelease } from '../verify/repair.ts';
import { placeOf } from '../verify/report.ts';
import { randomSeed, type Sample } from '../verify/sample.ts';
import { releasePath } from '../wire/answers/paths.ts';
import type { Pointer } from '../wire/release/pointer.ts';
import { InputError } from '../wire/words/input-error.ts';

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

/** Opens the tree in the folder when it is first asked for. That takes 30 ms with a hundred banks and 27 years. */
export function openedOnce(dir: string): () => LocalTree | null {
  let opened: LocalTree | null | undefined;
  return () => {
    if (opened === undefined) opened = openTree(dir);
    return opened;
  };
}

/** Returns null if there is no whole tree in the folder. */
function openTree(dir: string): LocalTree | null {
  if (!existsSync(join(dir, releasePath))) return null;
  try {
    return openLocalTree(dir);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(`${dir} is not used: ${error.message}`);
    return null;
  }
}

/**
 * As `checkSample`, but of a store that does not answer it only says so: a night must collect all the same.
 * Returns what was known before, or null.
 */
export async function trySample(...work: Parameters<typeof checkSample>): Promise<SampleReport | null> {
  try {
    return await checkSample(...work);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    console.error(`${UNREAD}: ${error.message}`);
    return work[3];
  }
}

/** How a night says that it knows nothing of the release in force. */
export const UNREAD = 'no sample of the release in force could be read';

/**
 * Checks a sample of the release in force, and all of it if the sample has a fault, and mends what the tree and the
 * archive on disk have.
 * @param before what the same night has found already: then everything is checked again
 */
async function checkSample(
  store: ObjectStore,
  pointer: Pointer,
  { archive, out }: { readonly archive: string; readonly out: string },
  before: SampleReport | null,
): Promise<SampleReport> {
  const seed = before?.seed ?? randomSeed();
  const replacing = { store, pointer, tree: openedOnce(out), archiveDir: archive, firstSequence: pointer.sequence };
  const run = (sample: Sample | null) => repairRelease({ ...replacing, mode: 'pointer', sample, atOnce: AT_ONCE });
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
