/** Finds the release to be proved in the log of its store. */

import { CHECKPOINT_KEY } from '../../wire/release/keys.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { toText } from '../log/bytes.ts';
import { inclusionText, type LoggedRelease, parseCheckpoint, parseLeaf } from '../log/checkpoint.ts';
import { inclusionProof, leafHash } from '../log/merkle.ts';
import { readEntries } from '../log/tiles.ts';
import type { ProofSource } from './make.ts';

interface Found {
  readonly release: LoggedRelease;
  /** C2SP tlog-proof that it is in the log. */
  readonly inclusion: string;
}

/**
 * @param root of the release in force
 * @param asked its id, or a day: the last release that was published by its end; null for the release in force
 * @throws InputError if the store has no log, or the log no such release
 */
export async function readLogged(source: ProofSource, root: string, asked: string | null = null): Promise<Found> {
  const { checkpoint, entries, releases } = await readReleases(source);
  const position = releases.findLastIndex((one) => {
    if (one === null) return false;
    if (asked === null) return one.root === root;
    return isDay(asked) ? one.time.slice(0, asked.length) <= asked : one.release === asked;
  });
  const [entry, release] = [entries[position], releases[position]];
  if (entry === undefined || !release) throw new InputError(`${CHECKPOINT_KEY}: ${whyNone(asked, releases[0])}`);
  const proof = inclusionProof(position, entries.map(leafHash));
  return { release, inclusion: inclusionText({ entry, position, proof, checkpoint }) };
}

/** All that were ever logged, oldest first; null for an entry that is not a release. */
export async function readReleases({ read, name }: ProofSource) {
  const note = await read(CHECKPOINT_KEY);
  if (note === null) throw new InputError(`${name}: ${CHECKPOINT_KEY} is missing; "publish --log NAME" begins a log`);
  const checkpoint = parseCheckpoint(toText(note));
  const entries = await readEntries(read, checkpoint.size);
  return { checkpoint, entries, releases: entries.map((entry) => parseLeaf(toText(entry))) };
}

const isDay = (asked: string) => asked.includes('-');

function whyNone(asked: string | null, first: LoggedRelease | null | undefined): string {
  if (asked === null) return 'the release in force is not in the log';
  const fault = isDay(asked) ? 'the log has nothing so old' : 'the log has no such release';
  const begins = first ? `; it begins with release ${first.release} at ${first.time}` : '';
  return `--release ${asked}: ${fault}${begins}`;
}
