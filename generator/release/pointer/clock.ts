/**
 * A pointer says when it was signed, and expires some days later. A clock that is wrong would therefore make a release
 * older than it is, or keep it fresh for days that nobody gave it.
 */
import type { ObjectStore } from '../../store/store.ts';
import { isExpired, POINTER_KEY, type Pointer } from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';

/** Two machines may publish one after the other: as much as S3 lets their clocks differ. */
const BEHIND_MAX_MS = 15 * 60_000;
const STORE_DIFFERS_MAX_MS = 86_400_000;

/**
 * @param before the pointer in force, or null
 * @throws InputError if the clock is behind the pointer in force, or a day or more off the clock of the store
 */
export function refuseWrongClock(store: ObjectStore, now: Date, before: Pointer | null): void {
  const own = `this machine's clock says ${toInstant(now)}`;
  const other = store.now();
  const apartMs = other === null ? 0 : now.getTime() - other.getTime();
  if (other !== null && (apartMs > STORE_DIFFERS_MAX_MS || -apartMs > STORE_DIFFERS_MAX_MS))
    throw new InputError(`${store.name}: ${own}, and the store's ${toInstant(other)}: set the one that is wrong`);
  if (before === null || Date.parse(before.time) - now.getTime() <= BEHIND_MAX_MS) return;
  const repair = `ratetree repair --sequence ${before.sequence + 1}`;
  const fix = `set the clock; if it is right, "${repair}" signs the release again by it`;
  throw new InputError(`${store.name}${POINTER_KEY} was signed at ${before.time}, and ${own}: ${fix}`);
}

/** The time to sign with: a clock that is minutes behind does not go back before the pointer in force. */
export function signingTime(now: Date, before: Pointer | null): Date {
  const last = new Date(before?.time ?? 0);
  return last > now ? last : now;
}

/** Null unless the pointer in force has expired: nobody here can tell an outage from a wrong clock. */
export function expiryWords(before: Pointer | null, now: Date): string | null {
  if (before === null || !isExpired(before, now)) return null;
  const what = `the pointer of ${before.time} had expired at ${before.expires}, and it is ${toInstant(now)}`;
  return `${what} by this machine's clock: no night succeeded since, or the clock is ahead`;
}
