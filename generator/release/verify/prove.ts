/** Makes the proof of a figure from what lies in a store, with the bank's document if it can be read. */

import { questionOf } from '../../wire/answers/page.ts';
import { DOCUMENT_ENDS, textKey } from '../../wire/release/keys.ts';
import { type FileEntry, keyOf } from '../../wire/release/manifest.ts';
import { POINTER_KEY, parsePointer } from '../../wire/release/pointer.ts';
import { Release } from '../../wire/release/release.ts';
import { CorruptObject } from '../../wire/release/tree-file.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import type { LoggedRelease } from '../log/note.ts';
import {
  type Asked,
  NoDatedFile,
  type ProofSource,
  proofText,
  readLogged,
  readReleases,
  readStated,
} from '../proof/make.ts';
import { documentOf, isAnswer, type Question } from '../proof/proof.ts';
import { checkStated } from './check-proof.ts';
import type { VerifySource } from './source.ts';

/**
 * @param release its id, or a day: the last release that was published by its end; null for the release in force
 * @throws InputError if the store has no log, or the release no such figure
 */
export async function toProof(from: VerifySource, wanted: Asked, release: string | null = null): Promise<string> {
  const { name, read, isGateway } = from;
  const file = (entry: FileEntry) => read(isGateway === true ? (questionOf(entry.path) ?? entry.path) : keyOf(entry));
  const source: ProofSource = { name, read, file };
  // The log names a release before the pointer does.
  const pointer = await read(POINTER_KEY);
  if (pointer === null) throw new InputError(`${name}: ${POINTER_KEY} is missing`);
  const { root } = parsePointer(pointer.toString('utf8'));
  const logged = await readLogged(source, root, release);
  const stated = await readStated(source, logged.release, wanted).catch(async (error) => {
    if (error instanceof NoDatedFile) throw await explained(error, source, logged.release);
    if (release === null || !isDeleted(error, logged.release)) throw error;
    const fix = 'choose one that v1/releases.csv lists, or keep more of them with "publish --keep"';
    throw new InputError(`--release ${logged.release.release}: the store has deleted it; ${fix}`, { cause: error });
  });
  // It answers from the release in force, and the one wanted may have stated something else.
  if (isGateway === true) await checkStated(stated, logged.release.root);
  const key = stated.provenance === null ? null : documentOf(stated.provenance, stated.asked)?.key;
  const packed = key ? await read(`${key}${DOCUMENT_ENDS.bytes}`) : null;
  return proofText(stated, logged.inclusion, packed?.toString('base64') ?? null);
}

// Which releases have the answer of a day as a file. A tree that was generated with --since computes older answers
// when they are asked for, and what is not a file has no hash that a release could have named.

/** The fault, with the day on which such files begin, and with another release that has the one wanted. */
export async function explained(fault: NoDatedFile, source: ProofSource, { root }: LoggedRelease): Promise<InputError> {
  const { what, asked, message } = fault;
  const first = await firstDated(source, root, asked);
  const begins = first === null ? '' : `; they begin at ${first}`;
  const other = await otherWith(source, asked);
  if (other !== null)
    return new InputError(`${what}${begins}: prove it with --release ${other.release}, of ${other.time}`);
  return new InputError(`${what}${begins}, and no release that is kept has it${message.slice(what.length)}`);
}

/** The day of the oldest answer that is a file of the release. */
async function firstDated(source: ProofSource, root: string, asked: Question): Promise<string | null> {
  const release = await Release.open(source, root);
  const namesAt = async (...trail: readonly string[]) => {
    const content = await release.at([asked.provider, ...trail]);
    return content?.kind === 'children' ? content.children.map(({ trail: own }) => own.at(-1) ?? '') : [];
  };
  const daysOf = async (year: string) => (await namesAt(year)).filter((day) => isoDate.safeParse(day).success);
  const hasFile = async (day: string) => {
    const content = await release.at([asked.provider, day.slice(0, 4), day]);
    const own = { ...asked, date: isoDate.parse(day) };
    return content?.kind === 'entries' && content.entries.some(({ path }) => isAnswer(path, own));
  };
  const years = (await namesAt()).filter((name) => /^\d{4}$/.test(name));
  const year = await firstWhere(years, async (one) => {
    const last = (await daysOf(one)).at(-1);
    return last !== undefined && (await hasFile(last));
  });
  return year === null ? null : firstWhere(await daysOf(year), hasFile);
}

/** Of values of which the first ones do not hold and all others do. */
async function firstWhere<Value>(
  values: readonly Value[],
  holds: (value: Value) => Promise<boolean>,
): Promise<Value | null> {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = values[middle];
    if (value !== undefined && (await holds(value))) high = middle;
    else low = middle + 1;
  }
  return values[low] ?? null;
}

/** The newest that has the answer. */
async function otherWith(source: ProofSource, asked: Question): Promise<LoggedRelease | null> {
  for (const logged of (await readReleases(source)).releases.toReversed()) {
    if (logged === null) continue;
    try {
      await readStated(source, logged, asked);
      return logged;
    } catch (error) {
      // Older ones were deleted before it.
      if (isDeleted(error, logged)) return null;
      if (!(error instanceof InputError || error instanceof CorruptObject)) throw error;
    }
  }
  return null;
}

function isDeleted(error: unknown, { root }: LoggedRelease): boolean {
  return error instanceof CorruptObject && error.kind === 'missing' && error.key === textKey(root);
}
