/**
 * The pointer in force as a publisher may go on from it: signed by a key that it trusts, and not older than one that it
 * knows of. What it signs next goes on from there, so this is asked before any work is done, and whenever it is read
 * again.
 */

import { pointerCopyKey } from '../../wire/release/keys.ts';
import { POINTER_KEY, type Pointer, pointerText } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { refuseToSign, type Signing } from './flip.ts';
import { keepSeen, LostPointer, readSeen, seenFile, sequenceBegun } from './lost-pointer.ts';
import { listCopies, type PointerInForce, type PublishedPointer, readCopy, readPublished } from './published.ts';
import type { Trust } from './signing.ts';

/**
 * Null only for a store in which nothing was published yet, as far as this machine knows.
 * @throws InputError as `refuseToSign` does, and if a newer pointer is known; StoreError as `readPublished` does, and if
 * the store is empty and was not
 */
export async function readInForce(signing: Signing): Promise<PointerInForce<PublishedPointer> | null> {
  const { store, keptIn } = signing;
  for (;;) {
    const seen = keptIn === undefined ? null : readSeen(keptIn, store);
    const found = await readPublished(store, signing).catch((error) => Promise.reject(withSequence(error, seen)));
    refuseToSign(signing, found?.pointer ?? null);
    if (found === null) return refuseEmptied(signing, seen);
    const known = [await newestCopy(store, signing), seen].filter((one) => one !== null);
    refuseOtherStore(signing, found.pointer, known);
    refuseLeap(signing, found.pointer, known);
    const newer = known.find((one) => isNewer(one, found.pointer));
    if (newer === undefined) {
      if (keptIn !== undefined && pointerText(found.pointer) !== (seen === null ? '' : pointerText(seen)))
        await keepSeen(keptIn, store, found.pointer);
      return found;
    }
    // Another publisher may have moved the pointer meanwhile.
    if ((await readPublished(store, signing))?.etag !== found.etag) continue;
    throw putBack(signing, found.pointer, newer, newer === seen);
  }
}

/** Says which sequence readers have seen, if the pointer is lost and this machine knows it. */
function withSequence(error: unknown, seen: Pointer | null): unknown {
  if (!(error instanceof LostPointer) || seen === null) return error;
  return new LostPointer(`${error.message}; this machine has seen it: add "--sequence ${seen.sequence}"`, {
    cause: error,
  });
}

/** Our own key may sign for several stores, and what it signed for one is true of that one alone. */
function refuseOtherStore({ store }: Signing, inForce: Pointer, known: readonly Pointer[]): void {
  const other = known.find((one) => one.store !== inForce.store);
  if (other === undefined) return;
  const fix = '"ratetree repair" shows what is there and restores the last good one';
  const what = `is of the store ${inForce.store}, and the one before was of ${other.store}`;
  throw new InputError(`${store.name}${POINTER_KEY} ${what}; nothing is signed: find out who wrote it; ${fix}`);
}

/** No publisher signs so often, and a repair without a copy goes up by a tenth of it. */
const LEAP_MAX = 10_000_000;

/** Our own key signed what a person told it. Of any other pointer a leap says that nobody published so often. */
function refuseLeap({ store, signer }: Signing, { key, sequence }: Pointer, known: readonly Pointer[]): void {
  const top = Math.max(...known.map((one) => one.sequence));
  if (known.length === 0 || sequence - top <= LEAP_MAX || (key !== null && key === signer?.id)) return;
  const fix = `"ratetree repair" shows what is there; "--sequence ${top}" goes on from it`;
  throw new InputError(`${store.name}${POINTER_KEY} has sequence ${sequence}, and the one before was ${top}: ${fix}`);
}

/** Whether the other pointer came later than the one in force, or stands beside it under the same sequence. */
function isNewer(other: Pointer, inForce: Pointer): boolean {
  if (other.sequence !== inForce.sequence) return other.sequence > inForce.sequence;
  return pointerText(other) !== pointerText(inForce);
}

function putBack({ store, keptIn }: Signing, inForce: Pointer, newer: Pointer, isSeen: boolean): InputError {
  const place = `${store.name}${POINTER_KEY}`;
  const where =
    isSeen && keptIn !== undefined ? seenFile(keptIn, store) : `${store.name}${pointerCopyKey(newer.sequence)}`;
  const what =
    newer.sequence > inForce.sequence
      ? `is an older one that was put back: sequence ${inForce.sequence}, and ${where} has ${newer.sequence}`
      : `has sequence ${inForce.sequence}, which ${where} has with other content`;
  const fix = `"ratetree repair --sequence ${newer.sequence}" puts the newest that is known into force above it`;
  return new InputError(`${place} ${what}; nothing is signed: find out who wrote it; ${fix}`);
}

/** @throws StoreError unless a person has said above which sequence the store begins again */
async function refuseEmptied(signing: Signing, seen: Pointer | null): Promise<null> {
  const { store, keptIn } = signing;
  if (seen === null || keptIn === undefined || (await sequenceBegun(store, signing)) >= seen.sequence) return null;
  const fix =
    'bring its objects back, from its versions or from a copy; if they are lost, ' +
    `"ratetree repair --sequence ${seen.sequence}" lets the next night begin above it`;
  const known = `${seenFile(keptIn, store)} knows sequence ${seen.sequence} of it`;
  throw new StoreError(`${store.name} is empty, and ${known}. Nothing was written: ${fix}`);
}

/**
 * The copy with the highest sequence that a trusted key signed; null if there is none, or no key to tell. Only copies
 * above what is believed are read, so this costs one list and one object.
 */
async function newestCopy(store: ObjectStore, trust: Trust): Promise<Pointer | null> {
  if (trust.signer === null) return null;
  for (const key of (await listCopies(store)).toReversed()) {
    const copy = await readCopy(store, key, trust);
    if (copy !== null) return copy;
  }
  return null;
}
