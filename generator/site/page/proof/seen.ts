/** The checkpoint of the log that this browser saw last: a log that does not go on from it was rewritten. */
import { type Checkpoint, parseCheckpoint } from '../../../log/checkpoint.ts';
import { consistencyProof, isConsistent } from '../../../log/merkle.ts';
import { readEntries } from '../../../log/read-log.ts';
import { solved } from '../../../proof/hashing.ts';
import { leavesOf } from '../../../proof/logged.ts';
import type { ProofSource } from '../../../proof/make.ts';
import { InputError } from '../../../wire/words/input-error.ts';
import { stored } from '../base/stored.ts';

/**
 * One for each folder of a host and each key: anyone could have shown a checkpoint that nobody has signed.
 * @param key its id; null if nobody's signature was checked
 */
export function seenCheckpoint(key: string | null): Checkpoint | null {
  const kept = stored(() => localStorage.getItem(nameOf(key)));
  return kept === null ? null : parseCheckpoint(kept);
}

export function keepCheckpoint({ note }: Checkpoint, key: string | null): void {
  stored(() => localStorage.setItem(nameOf(key), note));
}

export function forgetCheckpoint(key: string | null): void {
  stored(() => localStorage.removeItem(nameOf(key)));
}

/** @throws InputError if the log does not go on from the checkpoint that was seen */
export async function checkGrown(source: ProofSource, seen: Checkpoint, now: Checkpoint): Promise<void> {
  const { origin, size } = seen;
  if (origin !== now.origin) throw new InputError(`you saw the log ${origin} before, and this is ${now.origin}`);
  if (size > now.size)
    throw new InputError(
      `you saw ${size} entries before, and now the log has ${now.size}: it was cut, or is an old copy`,
    );
  const leaves = await leavesOf(await readEntries(source.read, now.size), source.sha256);
  const proof = await solved(consistencyProof(size, leaves), source.sha256);
  if (await solved(isConsistent(seen, now, proof), source.sha256)) return;
  throw new InputError(`the log was rewritten: it does not go on from the ${size} entries that you saw before`);
}

function nameOf(key: string | null): string {
  return `ratetree-checkpoint ${location.pathname} ${key ?? 'unsigned'}`;
}
