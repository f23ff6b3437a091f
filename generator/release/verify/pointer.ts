/**
 * Finds out which release a target should hold, whether the pointer that says so can be trusted, and whether the
 * public list of releases agrees with it and with the records of the releases that it names.
 */

import { z } from 'zod';
import { releaseListPath } from '../../wire/answers/paths.ts';
import { NOTES, recordKey } from '../../wire/release/keys.ts';
import {
  distrustOf,
  isExpired,
  POINTER_KEY,
  type Pointer,
  parsePointer,
  type TrustedKeys,
} from '../../wire/release/pointer.ts';
import { type ListedRelease, parseReleaseList } from '../../wire/release/release-list.ts';
import { releaseWords, type StableMark, stableMark } from '../pointer/published.ts';
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
  if (mark !== null && mark.root !== pointer.root) findings.fault('bad', NOTES.stable, unfinished(mark, pointer));
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

async function readMark({ source, mode }: VerifyOptions, findings: VerifyFindings): Promise<StableMark | null> {
  const bytes = await source.read(NOTES.stable);
  if (bytes !== null) {
    return findings.parsed(NOTES.stable, () => stableMark.parse(JSON.parse(bytes.toString('utf8'))));
  }
  if (mode === 'stable') findings.fault('missing', NOTES.stable, 'the stable copies were never finished here');
  return null;
}

function unfinished(mark: StableMark, pointer: Pointer): string {
  return `the copies are of release ${mark.release}, the pointer names ${releaseWords(pointer)}: publish again to finish them`;
}

/** Returns the releases that the list names; none, and notes a fault, if it cannot be read. */
export async function checkReleaseList(
  { read }: VerifySource,
  { pointer }: Pick<Wanted, 'pointer'>,
  findings: VerifyFindings,
): Promise<readonly ListedRelease[]> {
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
    const record = await read(recordKey(listed.release));
    if (record === null) bad(`it names release ${listed.release}, which has no record here`);
    else if (!isOf(listed, record)) bad(`what it says about release ${listed.release} differs from the record`);
  }
  return list.releases;
}

function isOf(listed: ListedRelease, record: Buffer): boolean {
  try {
    const facts = stated.parse(JSON.parse(record.toString('utf8')));
    return (Object.keys(facts) as (keyof typeof facts)[]).every((name) => facts[name] === listed[name]);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return false;
    throw error;
  }
}

const stated = z.object({
  release: z.string(),
  sequence: z.int(),
  time: z.string(),
  date: z.string(),
  root: z.string(),
  method: z.string().default(''),
});
