/** Brings a pointer back: the newest copy as it was signed, or a new one above every sequence that was seen. */

import { POINTER_KEY, type Pointer } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { refuseLastSequence, refuseOtherSigner, refuseWrongClock, type Signing } from '../pointer/flip.ts';
import { releaseWords } from '../pointer/published.ts';
import { toPointer } from '../pointer/signing.ts';
import { distrust } from '../pointer/trust.ts';
import { StoreError } from '../store/store.ts';
import type { Inventory } from './inventory.ts';

/** Every night signs, so a store without copies may have shown a sequence far above those of its records. */
const UNSEEN_MAX = 1_000_000;

interface PointerPlan {
  readonly pointer: Pointer;
  /** What is done and why, for people. */
  readonly words: string;
}

/**
 * Returns null if the pointer in force is good.
 * @param sequenceSeen the highest sequence that a reader has seen, if it is known from elsewhere
 * @throws InputError if a key is needed; StoreError if nothing says which release a pointer could name
 */
export function planPointer(inventory: Inventory, signing: Signing, sequenceSeen: number | null): PointerPlan | null {
  const { pointer, records, hold } = inventory;
  const copies = inventory.copies.filter((copy) => distrust(copy, signing) === null);
  const why = pointer === null ? 'there is none' : distrust(pointer, signing);
  // Whoever forges a pointer may claim any sequence, and one near the largest number would leave no room.
  const known = [...(why === null ? [pointer] : []), ...copies, ...records, hold].map((one) => one?.sequence ?? 0);
  const top = Math.max(sequenceSeen ?? 0, ...known);
  const isOlder = pointer !== null && why === null && pointer.sequence < top;
  if (why === null && !isOlder) return null;
  const need = { top, why: why ?? 'a higher sequence was seen', isTold: sequenceSeen !== null };
  return planFrom({ ...inventory, copies }, signing, need);
}

interface Need {
  /** The new pointer's sequence is above this one. */
  readonly top: number;
  readonly why: string;
  /** A person has said so. Then the clock may be behind that of the last pointer, which was wrong. */
  readonly isTold: boolean;
}

/** @param inventory with only those copies that may be believed */
function planFrom(inventory: Inventory, signing: Signing, { top, why, isTold }: Need): PointerPlan {
  const { store, signer, now } = signing;
  const { pointer, copies, records } = inventory;
  const copy = copies.findLast(({ key }) => key !== null) ?? copies.at(-1) ?? null;
  if (signer === null && copy !== null && copy.sequence >= top) {
    return { pointer: copy, words: `${why}: restores the copy of ${releaseWords(copy)}` };
  }
  const last = copy ?? (pointer !== null && distrust(pointer, signing) === null ? pointer : null);
  // Nobody's key vouches for the records of a store that nobody signs.
  const target = last ?? (signer === null ? (records[0] ?? null) : null);
  if (target === null) throw nothingLeft(inventory, signing, top);
  if (signer === null && last !== null && last.key !== null) {
    const need = `a pointer above sequence ${top} is needed, and only key ${last.key} can sign it`;
    throw new InputError(`${store.name}: ${need}: give it with --signing-key`);
  }
  refuseOtherSigner(signing, last);
  refuseWrongClock(store, now(), isTold ? null : last);
  const sequence = (last === null ? top + UNSEEN_MAX : top) + 1;
  refuseLastSequence(`${store.name} has`, sequence);
  const made = toPointer({ ...target, sequence }, signer, now());
  const words = `makes one to release ${made.release} under sequence ${sequence}, above every sequence seen`;
  return { pointer: made, words: `${why}: ${words}` };
}

function nothingLeft({ pointer, copies }: Inventory, { store, signer }: Signing, top: number): Error {
  if (signer === null) return new StoreError(`${store.name}: no copy of a pointer and no record of a release is left`);
  const there = [...(pointer === null ? [] : [pointer]), ...copies].at(-1)?.key ?? null;
  const others =
    there === null
      ? 'if no night ever signed here, "--replace-key none" takes the store over'
      : `key ${there} signed what is there: name the file of its public key with --replace-key`;
  const gone = pointer === null ? '' : `${POINTER_KEY} is deleted and `;
  const anew = `if ${gone}"--sequence ${Math.max(top, 1)}" is given, or a higher one that readers have seen, the next night begins above it`;
  return new InputError(`${store.name}: no pointer that key ${signer.id} signed is left: ${others}; ${anew}`);
}
