/** Finds the release in the log of its store of which a proof is to be made. */
import { parseCheckpoint } from '../log/checkpoint.ts';
import { inclusionText } from '../log/inclusion.ts';
import { type LoggedRelease, parseLeaf } from '../log/leaf.ts';
import { readEntries } from '../log/read-log.ts';
import { CHECKPOINT_KEY } from '../log/tiles.ts';
import { leafHash } from '../log/tree.ts';
import { POINTER_KEY, parsePointer } from '../wire/release/pointer.ts';
import { InputError } from '../wire/words/input-error.ts';
import type { VerifySource } from './source.ts';

/** @throws InputError if there is no such object */
export async function needed({ read, name }: VerifySource, key: string): Promise<Buffer> {
  const bytes = await read(key);
  if (bytes === null) throw new InputError(`${name}: ${key} is missing`);
  return bytes;
}

interface Found {
  readonly release: LoggedRelease;
  /** C2SP tlog-proof that it is in the log. */
  readonly inclusion: string;
}

/** @param asked its id, or a day: the last release that was published by its end; null for the release in force */
export async function loggedRelease(source: VerifySource, asked: string | null): Promise<Found> {
  // The log names a release before the pointer does.
  const { root } = parsePointer((await needed(source, POINTER_KEY)).toString('utf8'));
  const { note, size } = parseCheckpoint((await needed(source, CHECKPOINT_KEY)).toString('utf8'));
  const entries = await readEntries(source.read, size);
  const releases = entries.map((entry) => parseLeaf(`${entry}`));
  const position = releases.findLastIndex((one) => {
    if (one === null) return false;
    if (asked === null) return one.root === root;
    return isDay(asked) ? one.time.slice(0, asked.length) <= asked : one.release === asked;
  });
  const [entry, release] = [entries[position], releases[position]];
  if (entry === undefined || !release) throw new InputError(`${CHECKPOINT_KEY}: ${whyNone(asked, releases[0])}`);
  return { release, inclusion: inclusionText(entry, position, entries.map(leafHash), note) };
}

const isDay = (asked: string) => asked.includes('-');

function whyNone(asked: string | null, first: LoggedRelease | null | undefined): string {
  if (asked === null) return 'the release in force is not in the log';
  const fault = isDay(asked) ? 'the log has nothing so old' : 'the log has no such release';
  return `--release ${asked}: ${fault}; it begins with release ${first?.release} at ${first?.time}`;
}
