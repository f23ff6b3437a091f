/**
 * A rollback holds: until a person lifts the hold, nights sign the pointer to the older release again and publish
 * nothing else, because what they would publish is made from the same archive as the release that was rolled back.
 */
import { z } from 'zod';
import { NOTES } from '../../wire/release/keys.ts';
import { releaseId } from '../../wire/release/manifest.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { ObjectStore } from '../store/store.ts';
import { FACTS_OF_POINTER } from './caching.ts';
import { type KeptRelease, readNote } from './published.ts';

const hold = z.strictObject({
  format: z.literal('ratetree-hold-1'),
  /** The release that was taken back. */
  release: releaseId,
  /** The release that was put into force in its place. */
  to: releaseId,
  /** The sequence of the pointer that did so. */
  sequence: z.int().positive(),
  time: z.string(),
});
export type Hold = z.infer<typeof hold>;

/** Returns the hold, whether or not it is in effect. @throws StoreError, also if the object is damaged */
export async function readHold(store: ObjectStore): Promise<Hold | null> {
  return readNote(store, NOTES.hold, hold);
}

/** False for a hold that was written by a rollback that was killed before it moved the pointer. */
function isInEffect(held: Hold | null, pointer: Pointer | null): held is Hold {
  return held !== null && pointer !== null && held.to === pointer.release && held.sequence <= pointer.sequence;
}

/** The same hold, or null if it is not in effect. */
export function inEffect(held: Hold | null, pointer: Pointer | null): Hold | null {
  return isInEffect(held, pointer) ? held : null;
}

/** @throws InputError if another release than the one in force would be published while the hold is in effect */
export function refuseHeld(store: ObjectStore, held: Hold | null, pointer: Pointer | null, release: string): void {
  if (!isInEffect(held, pointer) || release === held.to) return;
  throw new InputError(`${store.name}: ${holdWords(held)}; publish with --lift-hold when the cause is mended`);
}

export function holdWords({ release, to, time }: Hold): string {
  return `release ${release} was rolled back at ${time}, and the rollback to ${to} holds`;
}

/**
 * The hold that a rollback must write, or null if it goes forward to the release that was taken back, or beyond it.
 * @param held the hold in effect, or null
 */
export function holdOf(
  records: readonly KeptRelease[],
  held: Hold | null,
  { release: inForce, sequence }: Pointer,
  to: KeptRelease,
  now: Date,
): Hold | null {
  const release = held?.release ?? inForce;
  const taken = records.find((record) => record.release === release);
  if (taken !== undefined && to.sequence >= taken.sequence) return null;
  const time = held?.time ?? toInstant(now);
  return { format: 'ratetree-hold-1', release, to: to.release, sequence: sequence + 1, time };
}

export async function writeHold(store: ObjectStore, held: Hold): Promise<void> {
  await store.put(NOTES.hold, Buffer.from(`${JSON.stringify(held)}\n`), FACTS_OF_POINTER);
}
