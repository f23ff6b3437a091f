/** Brings a pointer back: the newest copy as it was signed, or a new one above every sequence that was seen. */
import { StoreError } from '../../store/store.ts';
import { type Pointer, signedText } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { refuseOtherSigner, refuseWrongClock, type Signing } from '../pointer/flip.ts';
import { releaseWords } from '../pointer/published.ts';
import { toPointer } from '../pointer/signing.ts';
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
  const { pointer, copies, records, hold } = inventory;
  const known = [pointer, ...copies, ...records, hold].map((one) => one?.sequence ?? 0);
  const isForged = pointer !== null && isNotOurs(pointer, signing);
  // A forged pointer may claim any sequence, and one near the largest number would leave no room.
  const top = Math.max(sequenceSeen ?? 0, ...(isForged ? known.slice(1) : known));
  if (pointer !== null && !isForged && pointer.sequence >= top) return null;
  const why = pointer === null ? 'there is none' : isForged ? 'its signature is wrong' : 'a higher sequence was seen';
  return planFrom(inventory, signing, { top, why, isTold: sequenceSeen !== null });
}

interface Need {
  /** The new pointer's sequence is above this one. */
  readonly top: number;
  readonly why: string;
  /** A person has said so. Then the clock may be behind that of the last pointer, which was wrong. */
  readonly isTold: boolean;
}

function planFrom({ pointer, copies, records }: Inventory, signing: Signing, { top, why, isTold }: Need): PointerPlan {
  const { store, signer, now } = signing;
  const good = copies.filter((copy) => !isNotOurs(copy, signing));
  const copy = good.findLast(({ key }) => key !== null) ?? good.at(-1) ?? null;
  if (signer === null && copy !== null && copy.sequence >= top) {
    return { pointer: copy, words: `${why}: restores the copy of ${releaseWords(copy)}` };
  }
  const last = copy ?? (pointer !== null && !isNotOurs(pointer, signing) ? pointer : null);
  const target = last ?? records[0] ?? null;
  if (target === null) throw new StoreError(`${store.name}: no copy of a pointer and no record of a release is left`);
  if (signer === null && last !== null && last.key !== null) {
    const need = `a pointer above sequence ${top} is needed, and only key ${last.key} can sign it`;
    throw new InputError(`${store.name}: ${need}: give it with --signing-key`);
  }
  refuseOtherSigner(signing, last);
  refuseWrongClock(store, now(), isTold ? null : last);
  const sequence = (last === null ? top + UNSEEN_MAX : top) + 1;
  const made = toPointer({ ...target, sequence }, signer, now());
  const words = `makes one to release ${made.release} under sequence ${sequence}, above every sequence seen`;
  return { pointer: made, words: `${why}: ${words}` };
}

/** True if the pointer claims to be signed by our key and is not. Without our key nothing can be said. */
function isNotOurs(pointer: Pointer, { signer }: Signing): boolean {
  if (signer === null || pointer.key !== signer.id) return false;
  return signer.sign(signedText(pointer)).toString('base64') !== pointer.signature;
}
