/**
 * A rollback holds: until a person lifts the hold, nights sign the pointer to the older release again and publish
 * nothing else, because what they would publish is made from the same archive as the release that was rolled back. The
 * pointer itself says so, so that nobody can take the hold away or put an old one back.
 */
import type { Pointer } from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { ObjectStore } from '../store/store.ts';

/** What a night reports of a hold. */
export interface Hold {
  /** The release that was taken back. */
  readonly release: string;
  /** The release that was put into force in its place. */
  readonly to: string;
  readonly time: string;
}

export function holdIn(pointer: Pointer | null): Hold | null {
  return pointer === null || pointer.hold === null ? null : { ...pointer.hold, to: pointer.release };
}

/** @throws InputError if another release than the one in force would be published while the hold is in effect */
export function refuseHeld(store: ObjectStore, pointer: Pointer | null, release: string): void {
  const held = holdIn(pointer);
  if (held === null || release === held.to) return;
  throw new InputError(`${store.name}: ${holdWords(held)}; publish with --lift-hold when the cause is mended`);
}

export function holdWords({ release, to, time }: Hold): string {
  return `release ${release} was rolled back at ${time}, and the rollback to ${to} holds`;
}

/**
 * The hold after a rollback; null if it goes forward to the release that was taken back, or beyond it.
 * @param kept as they were first in force
 */
export function holdAfter(kept: readonly Pointer[], inForce: Pointer, to: Pointer, now: Date): Pointer['hold'] {
  const release = inForce.hold?.release ?? inForce.release;
  const taken = kept.find((one) => one.release === release);
  if (taken !== undefined && to.first >= taken.first) return null;
  return { release, time: inForce.hold?.time ?? toInstant(now) };
}
