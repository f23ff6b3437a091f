/**
 * Which releases have the answer of a day as a file. A tree that was generated with --since computes older answers when
 * they are asked for, and what is not a file has no hash that a release could have named.
 */

import { textKey } from '../../wire/release/keys.ts';
import {
  type Child,
  checkedReader,
  ManifestFault,
  readChild,
  readRootNode,
  rootChildren,
} from '../../wire/release/manifest-nodes.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import type { LoggedRelease } from '../log/checkpoint.ts';
import { readReleases } from '../proof/logged.ts';
import { type NoDatedFile, type ProofSource, readStated } from '../proof/make.ts';
import { isAnswer, type Question } from '../proof/proof.ts';

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
async function firstDated({ read }: ProofSource, root: string, asked: Question): Promise<string | null> {
  const reader = checkedReader((hash) => read(textKey(hash)));
  const contentOf = (child: Child) => readChild(child, reader);
  const childrenOf = async (child: Child) => {
    const content = await contentOf(child);
    return content.kind === 'children' ? content.children : [];
  };
  const nameOf = ({ trail }: Child) => trail.at(-1) ?? '';
  const daysOf = async (year: Child) =>
    (await childrenOf(year)).filter((one) => isoDate.safeParse(nameOf(one)).success);
  const hasFile = async (day: Child) => {
    const content = await contentOf(day);
    const own = { ...asked, date: isoDate.parse(nameOf(day)) };
    return content.kind === 'entries' && content.entries.some(({ path }) => isAnswer(path, own));
  };
  const provider = rootChildren(await readRootNode(root, reader)).find((one) => nameOf(one) === asked.provider);
  if (provider === undefined) return null;
  const years = (await childrenOf(provider)).filter(({ kind }) => kind === 'year');
  const year = await firstWhere(years, async (one) => {
    const last = (await daysOf(one)).at(-1);
    return last !== undefined && (await hasFile(last));
  });
  const day = year === null ? null : await firstWhere(await daysOf(year), hasFile);
  return day === null ? null : nameOf(day);
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
      if (!(error instanceof InputError)) throw error;
    }
  }
  return null;
}

export function isDeleted(error: unknown, { root }: LoggedRelease): boolean {
  return error instanceof ManifestFault && error.kind === 'missing' && error.sha256 === root;
}
