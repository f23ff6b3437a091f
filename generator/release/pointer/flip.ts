/**
 * Moves the pointer: from then on, readers get another release. Readers trust a key, so a pointer may not lose its
 * signature or change its key by accident: a forgotten variable or a wrong file would lock out every reader that verifies.
 * And it says when it was signed, and expires some days later: a clock that is wrong would make a release older than it is,
 * or keep it fresh for days that nobody gave it.
 */

import { isExpired, POINTER_KEY, type Pointer, SEQUENCE_MAX } from '../../wire/release/pointer.ts';
import { toInstant } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { storeIdOf } from './draft.ts';
import { keepSeen, sequenceBegun } from './lost-pointer.ts';
import { type PointerInForce, writePointer } from './published.ts';
import { distrust, type ReplacedKey, type Signer, toPointer, trustedKeys } from './signing.ts';

/** Two machines may publish one after the other: as much as S3 lets their clocks differ. */
const BEHIND_MAX_MS = 15 * 60_000;
const STORE_DIFFERS_MAX_MS = 86_400_000;

export interface Signing {
  readonly store: ObjectStore;
  readonly now: () => Date;
  /** Null to leave the pointer unsigned. */
  readonly signer: Signer | null;
  /** The key that signed the pointer in force, if another key or none is to sign from now on. */
  readonly replaceKey?: ReplacedKey | undefined;
  /** The folder of the archive beside which this machine keeps the pointer that was in force last. */
  readonly keptIn?: string | undefined;
  /** Gets one line about a draft that is ignored because it cannot be believed. */
  readonly say?: (line: string) => void;
}

/**
 * Refuses what would make the next pointer one that readers do not follow. Called before any work is done, and again
 * before it is signed.
 * @throws InputError as `refuseOtherSigner` and `refuseWrongClock` do
 */
export function refuseToSign(signing: Signing, before: Pointer | null): void {
  refuseOtherSigner(signing, before);
  refuseWrongClock(signing.store, signing.now(), before);
}

/**
 * @param before the pointer in force, or null
 * @throws InputError unless it is signed by the key given or by the one that is replaced, or nobody has a key; and if no
 * sequence is left above its own
 */
export function refuseOtherSigner(signing: Omit<Signing, 'now'>, before: Pointer | null): void {
  if (before === null) return;
  const { store, signer, replaceKey } = signing;
  const place = `${store.name}${POINTER_KEY}`;
  if (before.key === null && signer !== null && replaceKey !== 'none') {
    const fix =
      'if no night ever signed here, "--replace-key none" takes the store over, once; else somebody else wrote it';
    throw new InputError(`${place} is not signed, and the key given is ${signer.id}: ${fix}; ${REPAIR}`);
  }
  if (before.key !== null && before.key === signer?.id && replaceKey === 'none')
    throw new InputError(`${place} is signed by key ${before.key} already: leave "--replace-key none" out`);
  if (before.key !== null && !isGiven(before.key, signing)) {
    const next = signer === null ? 'there is no key to sign with' : `the key given is ${signer.id}`;
    const fix = 'sign with that key (--signing-key), or name the file of its public key with --replace-key';
    throw new InputError(`${place} is signed by key ${before.key}, and ${next}: ${fix}`);
  }
  if (distrust(before, signing) !== null)
    throw new InputError(
      `${place} claims to be signed by key ${before.key}, but its signature is wrong: somebody else has changed it; ${REPAIR}`,
    );
  refuseLastSequence(`${place} has`, before.sequence + 1);
}

const REPAIR = '"ratetree repair" shows what is there and restores the last good one';

function isGiven(id: string, trust: Signing | Omit<Signing, 'now'>): boolean {
  return trustedKeys(trust).has(id);
}

/** @param next the sequence that is to be signed. @throws InputError if it is one that no other could follow */
export function refuseLastSequence(where: string, next: number): void {
  if (next < SEQUENCE_MAX) return;
  throw new InputError(`${where} sequence ${next - 1}, and none above ${SEQUENCE_MAX} is signed; ${REPAIR}`);
}

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

export interface Signed {
  readonly pointer: Pointer;
  readonly sequence: number;
  /** When the pointer was signed, a UTC instant. */
  readonly time: string;
  /** Says so if the pointer before it had expired; else null. */
  readonly expired: string | null;
}

/** What a pointer is to say of its release; nothing of when it was first in force for one that is new. */
export type Target = Pick<Pointer, 'release' | 'root' | 'state' | 'date' | 'method' | 'archive' | 'hold'> &
  Partial<Pick<Pointer, 'first' | 'published'>>;

/**
 * Signs a pointer to a release, under the next sequence. Returns that sequence and the time of signing.
 * @throws StoreError if another publisher was faster; InputError as `refuseToSign` does
 */
export async function flip(options: Signing, before: PointerInForce | null, target: Target): Promise<Signed> {
  const { store, signer, now } = options;
  const last = before?.pointer ?? null;
  refuseToSign(options, last);
  const sequence = await nextSequence(options, last);
  const moment = now();
  const time = laterOf(signingTime(moment, last), new Date(target.published ?? 0));
  const pointer = toPointer(
    { store: storeIdOf(store, last), first: sequence, published: toInstant(time), ...target, sequence },
    signer,
    time,
  );
  if ((await writePointer(store, pointer, before)) === 'replaced') {
    if (options.keptIn !== undefined) await keepSeen(options.keptIn, store, pointer);
    return { pointer, sequence, time: pointer.time, expired: expiryWords(last, moment) };
  }
  throw new StoreError(`${store.name}: another publisher moved the pointer meanwhile; its release was not touched`);
}

/** The sequence after the one in force, or the first one. */
export async function nextSequence(signing: Signing, before: Pointer | null): Promise<number> {
  return (before?.sequence ?? (await sequenceBegun(signing.store, signing))) + 1;
}

/** The time to sign with: a clock that is minutes behind does not go back before the pointer in force. */
function signingTime(now: Date, before: Pointer | null): Date {
  return laterOf(new Date(before?.time ?? 0), now);
}

function laterOf(left: Date, right: Date): Date {
  return left > right ? left : right;
}

/** Null unless the pointer in force has expired: nobody here can tell an outage from a wrong clock. */
function expiryWords(before: Pointer | null, now: Date): string | null {
  if (before === null || !isExpired(before, now)) return null;
  const what = `the pointer of ${before.time} had expired at ${before.expires}, and it is ${toInstant(now)}`;
  return `${what} by this machine's clock: no night succeeded since, or the clock is ahead`;
}
