/** Verifies a release in a store, mends what can be mended, and verifies again until nothing more can be. */

import { compareTexts } from '../../wire/words/order.ts';
import { noneIfUnsigned } from '../pointer/sealed-notes.ts';
import { mend, type Replacing } from '../publish/mend.ts';
import { placeOf, type VerifyFault, type VerifyReport } from './report.ts';
import type { Sample } from './sample.ts';
import { storeSource } from './source.ts';
import { verifyObjects } from './verify.ts';

interface RepairOptions extends Replacing {
  /** The files of the release, or the copies at the stable addresses. */
  readonly mode: 'pointer' | 'stable';
  /** Null to check everything. */
  readonly sample: Sample | null;
  readonly atOnce: number;
}

export interface Repaired {
  /** The objects that were missing or damaged and are written again. */
  readonly mended: readonly string[];
  /** What is still wrong. */
  readonly left: readonly VerifyFault[];
  readonly counts: VerifyReport['counts'];
}

/** A text of the manifest that is mended may lead to further faults; there are four texts from the root to a file. */
const ROUNDS_MAX = 6;

export async function repairRelease(options: RepairOptions): Promise<Repaired> {
  const mended: string[] = [];
  for (let round = 1; ; round++) {
    const { faults, counts } = await verify(options);
    const broken = faults.filter(({ kind }) => kind === 'missing' || kind === 'bad');
    const written = broken.length === 0 || round > ROUNDS_MAX ? [] : await mend(options, broken);
    mended.push(...written.map(placeOf));
    // Objects are read at once and end in any order.
    if (written.length === 0) return { mended: mended.sort(), left: faults.toSorted(byKey), counts };
  }
}

function byKey(left: VerifyFault, right: VerifyFault): number {
  return compareTexts(left.key, right.key);
}

/** The pointer is judged elsewhere: here it may have expired, and it is not asked who signed it. */
function verify({ store, mode, sample, atOnce }: RepairOptions): Promise<VerifyReport> {
  const unjudged = { trusted: null, sequenceMin: null, now: new Date(0) };
  const source = storeSource(store);
  const read = (key: string) => source.read(key).catch(noneIfUnsigned);
  return verifyObjects({ source: { ...source, read }, ...unjudged, sample, mode, atOnce });
}
