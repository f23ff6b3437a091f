/**
 * Checks a published release as a stranger would: who signed it and how fresh it is, then every text of its manifest,
 * and then every file or a sample. It trusts nothing but the public keys that it was given.
 */

import { releaseOf } from '../../wire/release/manifest.ts';
import { POINTER_KEY, type Pointer, parsePointer } from '../../wire/release/pointer.ts';
import { Release } from '../../wire/release/release.ts';
import { toTree } from '../../wire/release/release-tree.ts';
import { CorruptObject, UnreadableFile } from '../../wire/release/tree-file.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { loadTree } from '../objects/trial.ts';
import { mend, type Replacing } from '../publish/mend.ts';
import { StoreError } from '../store/store.ts';
import { checkFiles, findOthers } from './files.ts';
import { checkReleaseList, findWanted, type VerifyOptions } from './pointer.ts';
import { placeOf, type VerifyFault, VerifyFindings, type VerifyReport } from './report.ts';
import type { Sample } from './sample.ts';
import { storeSource, type VerifySource } from './source.ts';

/**
 * @param isLoaded false not to ask whether a gateway could read the files, which nobody could mend in a store
 * @throws StoreError if the target does not answer, which says nothing about the release
 */
export async function verifyTarget(options: VerifyOptions, isLoaded = true): Promise<VerifyReport> {
  const { source, trusted, sample, mode } = options;
  const pointerBytes = await source.read(POINTER_KEY);
  const findings = new VerifyFindings();
  const wanted = await findWanted(options, pointerBytes, findings);
  const root = wanted === null ? null : await checkFiles(options, wanted, findings);
  const pointer = wanted?.pointer ?? null;
  const kept = options.isAll === true && pointer !== null ? await checkKept(options, pointer, findings) : null;
  const isWhole = sample === null || sample.files >= findings.counts.files;
  if (isWhole && wanted !== null && root !== null) await findOthers(source, wanted, findings);
  // No gateway reads the copies at the stable addresses, which have no indexes. A sample reads no more than it says.
  const isRead = isLoaded && sample === null && root !== null && wanted?.through === 'pointer';
  if (isRead && pointer !== null) await checkReadable(options, pointer, findings);
  if (source.isGateway === true && findings.faults.length > 0) await refuseMoved(source, pointer);
  return {
    target: source.name,
    through: wanted?.through ?? (mode === 'stable' ? 'stable' : 'pointer'),
    release: root === null || wanted === null ? null : releaseOf(wanted.root),
    pointer,
    key: trusted === null ? null : (pointer?.key ?? null),
    seed: sample !== null && sample.files < findings.counts.files ? sample.seed : null,
    kept,
    counts: findings.counts,
    faults: findings.faults,
    others: findings.others,
    othersCount: findings.othersCount,
    notes: notesOn(options, pointer),
  };
}

/** A gateway answers from one release: what the next one lacks is no fault. @throws StoreError */
async function refuseMoved({ read, name }: VerifySource, pointer: Pointer | null): Promise<void> {
  const now = await read(POINTER_KEY);
  if (pointer === null || now === null || parsePointer(`${now}`).root === pointer.root) return;
  throw new StoreError(`${name} has gone on to another release meanwhile: run it again`);
}

function notesOn({ source, trusted }: VerifyOptions, pointer: Pointer | null): readonly string[] {
  const claims = trusted === null ? (pointer?.key ?? null) : null;
  return [
    ...(claims === null ? [] : [`it claims to be signed by key ${claims}; that public key was not given`]),
    ...(source.isGateway === true
      ? ['tables, indexes and the files of other services are not asked of a gateway']
      : []),
  ];
}

/**
 * Checks the releases that are kept beside the one in force, so that a rollback to one of them is no surprise: the
 * pointers under which they were first in force say which files belong to them. Returns their ids.
 * @param pointer the one in force, which is not checked again
 */
async function checkKept(
  options: VerifyOptions,
  pointer: Pointer,
  findings: VerifyFindings,
): Promise<readonly string[]> {
  const checked: string[] = [];
  for (const copy of await checkReleaseList(options, { pointer }, findings)) {
    const { release, root: kept } = copy;
    if (release === pointer.release) continue;
    const wanted = { through: 'pointer', root: kept, pointer: copy, isKept: true } as const;
    const root = await checkFiles(options, wanted, findings);
    if (root !== null) await checkReadable(options, copy, findings, (path) => `${path} of release ${release}`);
    checked.push(release);
  }
  return checked;
}

/** Reads lists, indexes and the newest fixing of every provider once more, as a gateway reads them. */
async function checkReadable(
  { source }: VerifyOptions,
  named: { readonly release: string; readonly root: string },
  findings: VerifyFindings,
  nameOf = (path: string) => path,
): Promise<void> {
  const objects = { name: '', read: (key: string) => source.read(key) };
  const fault = await faultOf(async () => loadTree(toTree(await Release.open(objects, named.root))));
  if (fault === null) return;
  const { kind, key, why } = fault;
  findings.fault(kind, kind === 'unreadable' ? nameOf(key) : key, why);
}

async function faultOf(load: () => Promise<void>): Promise<VerifyFault | null> {
  try {
    await load();
    return null;
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', key: error.path, why: error.message };
    if (error instanceof CorruptObject) return { kind: 'bad', key: error.key, why: error.message };
    throw error;
  }
}

// Verifies a release in a store, mends what can be mended, and verifies again until nothing more can be.

interface RepairOptions extends Replacing {
  /** The files of the release, or the copies at the stable addresses. */
  readonly mode: 'pointer' | 'stable';
  /** Null to check everything. */
  readonly sample: Sample | null;
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
function verify({ store, mode, sample }: RepairOptions): Promise<VerifyReport> {
  const unjudged = { trusted: null, sequenceMin: null, now: new Date(0) };
  return verifyTarget({ source: storeSource(store), ...unjudged, sample, mode, withState: false }, false);
}
