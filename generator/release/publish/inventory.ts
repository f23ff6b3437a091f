/** What a store has of releases, read so that damage to one object hides no other: for repair, and for people. */

import { POINTER_COPIES } from '../../wire/release/keys.ts';
import { OtherFormat } from '../../wire/release/manifest.ts';
import { POINTER_KEY, type Pointer, parsePointer } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { listPending } from '../archive/pending.ts';
import { refuseLastSequence, refuseOtherSigner, refuseWrongClock, type Signing } from '../pointer/flip.ts';
import { type Hold, readHold } from '../pointer/hold.ts';
import { leftWithoutPointer } from '../pointer/lost-pointer.ts';
import {
  inOneLine,
  listRecords,
  type ReleaseRecord,
  readRecord,
  readStableMark,
  releaseWords,
  type StableMark,
} from '../pointer/published.ts';
import { distrust, toPointer } from '../pointer/signing.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';

export interface Inventory {
  /** The pointer; null if it is missing or cannot be read. */
  readonly pointer: Pointer | null;
  /** The tag of the object at the pointer's address, readable or not; null if there is none. */
  readonly etag: string | null;
  /** Copies of pointers that can be read, by rising sequence. */
  readonly copies: readonly Pointer[];
  /** Records of releases that can be read, newest first. */
  readonly records: readonly ReleaseRecord[];
  readonly stable: StableMark | null;
  readonly hold: Hold | null;
  /** Lists of archives that no release has yet. */
  readonly pending: readonly string[];
  /** What lies here if there is no pointer; empty for a new store. */
  readonly left: readonly string[];
  /** One line for each object that cannot be read. */
  readonly damaged: readonly string[];
}

export async function readInventory(store: ObjectStore): Promise<Inventory> {
  const damaged: string[] = [];
  const tried = async <Value>(read: () => Promise<Value>): Promise<Value | null> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      damaged.push(error.message);
      return null;
    }
  };
  const found = await store.get(POINTER_KEY);
  const pointer = found === null ? null : parsed(POINTER_KEY, found.bytes, damaged);
  const copies: Pointer[] = [];
  for await (const { key } of store.list(POINTER_COPIES)) {
    const copy = await store.get(key);
    const whole = copy === null ? null : parsed(key, copy.bytes, damaged);
    if (whole !== null) copies.push(whole);
  }
  if (pointer === null && found !== null && copies.length === 0) refuseOtherFormat(store, found.bytes);
  const records: ReleaseRecord[] = [];
  for (const release of await listRecords(store)) {
    const record = await tried(() => readRecord(store, release));
    if (record !== null) records.push(record);
  }
  return {
    pointer,
    etag: found?.etag ?? null,
    copies: copies.sort((left, right) => left.sequence - right.sequence),
    records: records.sort((left, right) => right.sequence - left.sequence),
    stable: await tried(() => readStableMark(store)),
    hold: await tried(() => readHold(store)),
    pending: await listPending(store),
    left: found === null ? await leftWithoutPointer(store) : [],
    damaged,
  };
}

/** A store of another version is not damaged. One whose copies are ours is: somebody wrote the pointer. */
function refuseOtherFormat({ name }: ObjectStore, bytes: Buffer): void {
  try {
    parsePointer(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof OtherFormat) throw new InputError(`${name}: ${error.message}`);
  }
}

function parsed(key: string, bytes: Buffer, damaged: string[]): Pointer | null {
  try {
    return parsePointer(bytes.toString('utf8'));
  } catch (error) {
    damaged.push(`${key}: ${inOneLine(error)}`);
    return null;
  }
}

export function inventoryLines(inventory: Inventory): readonly string[] {
  const { pointer, copies, records, stable, hold, pending, damaged } = inventory;
  const newest = copies.at(-1);
  const named = (id: string) => {
    const record = records.find(({ release }) => release === id);
    return record === undefined ? `release ${id}` : releaseWords(record);
  };
  return [
    pointer === null ? `pointer: none readable` : `pointer: ${pointerWords(pointer)}`,
    `copies of pointers: ${copies.length}${newest === undefined ? '' : `, the newest: ${pointerWords(newest)}`}`,
    `releases: ${records.length}`,
    ...records.map((record) => `  ${releaseWords(record)}, rates of ${record.date}`),
    `stable addresses: ${stable === null ? 'nothing says which release they are of' : named(stable.release)}`,
    ...(hold === null ? [] : [`rollback from ${named(hold.release)} to ${named(hold.to)} at ${hold.time}`]),
    ...(pending.length === 0 ? [] : [`archives without a release: ${pending.length}`]),
    ...damaged.map((line) => `damaged: ${line}`),
  ];
}

function pointerWords(pointer: Pointer): string {
  const { key } = pointer;
  return `${releaseWords(pointer)}, ${key === null ? 'unsigned' : `signed by key ${key}`}`;
}

// Brings a pointer back: the newest copy as it was signed, or a new one above every sequence that was seen.

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
