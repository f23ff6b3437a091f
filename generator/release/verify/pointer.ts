/**
 * Finds out which release a target should hold, whether the pointer that says so can be trusted, and whether the
 * public list of releases agrees with it and with the records of the releases that it names.
 */

import { releaseListPath } from '../../wire/answers/paths.ts';
import { COPIES_KEY, pointerCopyKey } from '../../wire/release/keys.ts';
import { releaseOf } from '../../wire/release/manifest.ts';
import {
  distrustOf,
  isExpired,
  POINTER_KEY,
  type Pointer,
  parsePointer,
  type TrustedKeys,
} from '../../wire/release/pointer.ts';
import { type ListedRelease, parseReleaseList } from '../../wire/release/release-list.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type CopiesMark, parseCopies } from '../objects/stable-copies.ts';
import { releaseWords } from '../pointer/published.ts';
import type { VerifyFindings } from './report.ts';
import type { Sample } from './sample.ts';
import type { VerifySource } from './source.ts';

/** Where to look, which keys to trust, how much to read. */
export interface VerifyOptions {
  readonly source: VerifySource;
  /** If null, hashes are checked, but nothing proves who made them. */
  readonly trusted: TrustedKeys | null;
  /** A pointer with a lower sequence is an old one that is replayed. Null if no sequence was given or seen. */
  readonly sequenceMin: number | null;
  readonly now: Date;
  /** Null to check everything. */
  readonly sample: Sample | null;
  /** True to check every release that is kept, and not only the one in force. */
  readonly isAll?: boolean;
  /** False for who can make the state again, and so need not know that it is lost. */
  readonly withState?: boolean;
  /** `auto` goes through the pointer if there is one. */
  readonly mode: 'auto' | 'pointer' | 'stable';
  /** How many reads may be in flight. */
  readonly onProgress?: (part: string, done: number, total: number) => void;
}

export interface Wanted {
  /** Where the release's files are read: below `objects/`, at the stable addresses, or as answers of a gateway. */
  readonly through: 'pointer' | 'stable' | 'gateway';
  /** SHA-256 of the root of the release's manifest. */
  readonly root: string;
  readonly pointer: Pointer | null;
  /** True for a release that is not in force and was published by the same store. */
  readonly isKept?: boolean;
}

/** Returns null, and notes a fault, if nothing says which release to expect, or the pointer cannot be trusted. */
export async function findWanted(
  options: VerifyOptions,
  pointerBytes: Buffer | null,
  findings: VerifyFindings,
): Promise<Wanted | null> {
  const { mode } = options;
  const isStable = mode === 'stable' || (mode === 'auto' && pointerBytes === null);
  const mark = isStable ? await readMark(options, findings) : null;
  if (pointerBytes === null) {
    if (mark !== null && options.trusted === null) return { through: 'stable', root: mark.root, pointer: null };
    findings.fault('missing', POINTER_KEY, 'nothing here says which release is in force, and nothing is signed');
    return null;
  }
  const pointer = findings.parsed(POINTER_KEY, () => parsePointer(pointerBytes.toString('utf8')), 'refused');
  const refusal = pointer === null ? null : refusalOf(pointer, options);
  if (refusal !== null) findings.fault('refused', POINTER_KEY, refusal);
  if (pointer === null || refusal !== null) return null;
  if (mark !== null && (mark.toward !== undefined || mark.root !== pointer.root))
    findings.fault('bad', COPIES_KEY, unfinished(mark, pointer));
  const through = options.source.isGateway === true ? 'gateway' : 'pointer';
  return { through: isStable ? 'stable' : through, root: pointer.root, pointer };
}

type Bounds = Pick<VerifyOptions, 'trusted' | 'sequenceMin' | 'now'>;

/** Says why the pointer must not be followed, or returns null. */
function refusalOf(pointer: Pointer, { trusted, sequenceMin, now }: Bounds): string | null {
  const distrust = trusted === null ? null : distrustOf(pointer, trusted);
  if (distrust !== null) return distrust;
  const { expires, sequence } = pointer;
  if (isExpired(pointer, now))
    return `it expired at ${expires}: the mirror is no longer updated, or the publisher has stopped`;
  if (sequenceMin === null || sequence >= sequenceMin) return null;
  const fault = `its sequence is ${sequence}, but ${sequenceMin} was given or seen before: an old release is being shown again`;
  return `${fault}; if you know that the store was made anew, say --sequence ${sequence} once`;
}

async function readMark({ source, mode }: VerifyOptions, findings: VerifyFindings): Promise<CopiesMark | null> {
  const bytes = await source.read(COPIES_KEY);
  if (bytes !== null) return findings.parsed(COPIES_KEY, () => parseCopies(bytes.toString('utf8')));
  if (mode === 'stable') findings.fault('missing', COPIES_KEY, 'the stable copies were never finished here');
  return null;
}

function unfinished({ root }: CopiesMark, pointer: Pointer): string {
  const of = releaseOf(root);
  return `the copies are of release ${of}, the pointer names ${releaseWords(pointer)}: publish again to finish them`;
}

/** Returns the pointers by which the releases of the list were first in force; none, and notes a fault, if it cannot be read. */
export async function checkReleaseList(
  { source: { read }, trusted }: Pick<VerifyOptions, 'source' | 'trusted'>,
  { pointer }: Pick<Wanted, 'pointer'>,
  findings: VerifyFindings,
): Promise<readonly Pointer[]> {
  const copies: Pointer[] = [];
  findings.named.add(releaseListPath);
  const bytes = await read(releaseListPath);
  const list = bytes === null ? null : parseReleaseList(bytes.toString('utf8'));
  const bad = (why: string) => findings.fault('bad', releaseListPath, why);
  if (bytes === null) findings.fault('missing', releaseListPath, 'the next publish or repair writes it');
  else if (list === null) bad('it is not a list of releases, or it is cut off');
  if (list === null) return [];
  if (pointer !== null && list.inForce !== pointer.release) {
    bad(`it says that release ${list.inForce ?? 'none'} is in force, and the pointer names ${pointer.release}`);
  }
  for (const listed of list.releases) {
    const ofIt = pointer?.release === listed.release ? pointer : null;
    const copy = (await readCopyOf(read, listed, trusted)) ?? ofIt;
    if (copy === null) bad(`it names release ${listed.release}, of which no pointer is kept that may be believed`);
    else if (!isOf(listed, copy)) bad(`what it says about release ${listed.release} differs from its pointer`);
    else copies.push(copy);
  }
  return copies;
}

/** The pointer that put the release into force first. */
async function readCopyOf(
  read: VerifySource['read'],
  { sequence }: ListedRelease,
  trusted: VerifyOptions['trusted'],
): Promise<Pointer | null> {
  const bytes = await read(pointerCopyKey(sequence));
  try {
    const copy = bytes === null ? null : parsePointer(bytes.toString('utf8'));
    return copy === null || (trusted !== null && distrustOf(copy, trusted) !== null) ? null : copy;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function isOf({ release, sequence, time, date, root, method }: ListedRelease, copy: Pointer): boolean {
  const facts = { release, first: sequence, published: time, date, root, method };
  return (Object.keys(facts) as (keyof typeof facts)[]).every((name) => facts[name] === copy[name]);
}
