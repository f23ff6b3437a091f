/** What a store has of releases, read so that damage to one object hides no other: for repair, and for people. */

import { OtherFormat, releaseOf } from '../../wire/release/manifest.ts';
import { type Draft, POINTER_KEY, type Pointer, parsePointer } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type CopiesMark, readCopiesMark } from '../objects/stable-copies.ts';
import { readDraft } from '../pointer/draft.ts';
import { refuseLastSequence, refuseOtherSigner, refuseWrongClock, type Signing } from '../pointer/flip.ts';
import { holdIn, holdWords } from '../pointer/hold.ts';
import { leftWithoutPointer } from '../pointer/lost-pointer.ts';
import { inOneLine, keptAmong, listCopies, releaseWords } from '../pointer/published.ts';
import { distrust, type Trust, toPointer } from '../pointer/signing.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';

export interface Inventory {
  /** The pointer; null if it is missing or cannot be read. */
  readonly pointer: Pointer | null;
  /** The tag of the object at the pointer's address, readable or not; null if there is none. */
  readonly etag: string | null;
  /** Copies of pointers that can be read, by rising sequence. */
  readonly copies: readonly Pointer[];
  /** The pointer that this machine remembers; null if it has seen none. */
  readonly seen: Pointer | null;
  /** The release that the stable copies are of. */
  readonly stable: CopiesMark | null;
  /** What is in no release yet; null if there is none that may be believed. */
  readonly draft: Draft | null;
  /** What lies here if there is no pointer; empty for a new store. */
  readonly left: readonly string[];
  /** One line for each object that cannot be read. */
  readonly damaged: readonly string[];
}

export async function readInventory(store: ObjectStore, trust: Trust): Promise<Inventory> {
  const damaged: string[] = [];
  const found = await store.get(POINTER_KEY);
  const pointer = found === null ? null : parsed(POINTER_KEY, found.bytes, damaged);
  const copies: Pointer[] = [];
  for (const key of await listCopies(store)) {
    const copy = await store.get(key);
    const whole = copy === null ? null : parsed(key, copy.bytes, damaged);
    if (whole !== null) copies.push(whole);
  }
  if (pointer === null && found !== null && copies.length === 0) refuseOtherFormat(store, found.bytes);
  const before = pointer === null || found === null ? null : { pointer, etag: found.etag };
  return {
    pointer,
    etag: found?.etag ?? null,
    seen: null,
    copies: copies.sort((left, right) => left.sequence - right.sequence),
    stable: await readCopiesMark(store).catch((error) => {
      if (!(error instanceof StoreError)) throw error;
      damaged.push(error.message);
      return null;
    }),
    draft: (await readDraft(store, before, trust, (line) => damaged.push(line))).draft,
    left: found === null ? await leftWithoutPointer(store, trust) : [],
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
  const { pointer, copies, stable, draft, damaged } = inventory;
  const newest = copies.at(-1);
  const kept = keptAmong(copies);
  const named = (root: string) => {
    const found = kept.find((one) => one.root === root);
    return found === undefined ? `release ${releaseOf(root)}` : releaseWords(found);
  };
  const hold = holdIn(pointer);
  const collected = draft === null || draft.archive === null || draft.archive === pointer?.archive;
  return [
    pointer === null ? `pointer: none readable` : `pointer: ${pointerWords(pointer)}`,
    `copies of pointers: ${copies.length}${newest === undefined ? '' : `, the newest: ${pointerWords(newest)}`}`,
    `releases: ${kept.length}`,
    ...kept.map((one) => `  ${releaseWords(one)}, rates of ${one.date}`),
    `stable addresses: ${stable === null ? 'nothing says which release they are of' : named(stable.root)}`,
    ...(hold === null ? [] : [holdWords(hold)]),
    ...(collected ? [] : [`the draft of ${draft.time} has what no release has yet`]),
    ...damaged.map((line) => `damaged: ${line}`),
  ];
}

function pointerWords(pointer: Pointer): string {
  const { key } = pointer;
  return `${releaseWords(pointer)}, ${key === null ? 'unsigned' : `signed by key ${key}`}`;
}

// Brings a pointer back: the newest copy as it was signed, or a new one above every sequence that was seen.

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
  const { pointer } = inventory;
  const own = ownStore(inventory, signing)?.store ?? null;
  const copies = inventory.copies.filter((copy) => distrust(copy, signing) === null && copy.store === own);
  const isOther = pointer?.store !== own;
  const why =
    pointer === null
      ? 'there is none'
      : (distrust(pointer, signing) ?? (isOther ? `it is of the store ${pointer.store}, not of ${own}` : null));
  // Whoever forges a pointer may claim any sequence, and one near the largest number would leave no room.
  const known = [...(why === null && pointer !== null ? [pointer] : []), ...copies];
  const top = Math.max(sequenceSeen ?? 0, ...known.map(({ sequence }) => sequence));
  const isOlder = pointer !== null && why === null && pointer.sequence < top;
  if (why === null && !isOlder) return null;
  const need = { top, why: why ?? 'a higher sequence was seen', isTold: sequenceSeen !== null };
  return planFrom(inventory, known, signing, need);
}

/**
 * The store that all pointers are of which may be believed. Our key may sign for several, and whoever writes to this one
 * can copy what it signed of another; only what this machine has seen tells them apart.
 * @throws InputError if nothing does
 */
export function ownStore({ pointer, copies, seen }: Inventory, signing: Signing): Pick<Pointer, 'store'> | null {
  if (seen !== null && distrust(seen, signing) === null) return seen;
  const believed = [pointer, ...copies].filter((one) => one !== null && distrust(one, signing) === null);
  const stores = [...new Set(believed.map((one) => one?.store))];
  if (stores.length <= 1) return believed[0] ?? pointer;
  const fix = 'run it beside the archive of the nights, which remembers its own, or delete those of the others';
  throw new InputError(`${signing.store.name}: its pointers are of several stores, ${stores.join(' and ')}: ${fix}`);
}

interface Need {
  /** The new pointer's sequence is above this one. */
  readonly top: number;
  readonly why: string;
  /** A person has said so. Then the clock may be behind that of the last pointer, which was wrong. */
  readonly isTold: boolean;
}

/** @param copies those that may be believed, and before them the pointer in force if it is such a one */
function planFrom(
  inventory: Inventory,
  copies: Inventory['copies'],
  signing: Signing,
  { top, why, isTold }: Need,
): PointerPlan {
  const { store, signer, now } = signing;
  const copy = copies.findLast(({ key }) => key !== null) ?? copies.at(-1) ?? null;
  if (signer === null && copy !== null && copy.sequence >= top) {
    return { pointer: copy, words: `${why}: restores the copy of ${releaseWords(copy)}` };
  }
  if (copy === null) throw nothingLeft(inventory, signing, top);
  if (signer === null && copy.key !== null) {
    const need = `a pointer above sequence ${top} is needed, and only key ${copy.key} can sign it`;
    throw new InputError(`${store.name}: ${need}: give it with --signing-key`);
  }
  refuseOtherSigner(signing, copy);
  refuseWrongClock(store, now(), isTold ? null : copy);
  const sequence = top + 1;
  refuseLastSequence(`${store.name} has`, sequence);
  const made = toPointer({ ...copy, sequence }, signer, now());
  const words = `makes one to release ${made.release} under sequence ${sequence}, above every sequence seen`;
  return { pointer: made, words: `${why}: ${words}` };
}

function nothingLeft({ pointer, copies }: Inventory, { store, signer }: Signing, top: number): Error {
  if (signer === null) return new StoreError(`${store.name}: no copy of a pointer is left`);
  const there = [...(pointer === null ? [] : [pointer]), ...copies].at(-1);
  const gone = pointer === null ? '' : `${POINTER_KEY} is deleted and `;
  const anew = `if ${gone}"--sequence ${Math.max(top, 1)}" is given, or a higher one that readers have seen, the next night begins above it`;
  // There is nothing that could be taken over.
  if (there === undefined) return new InputError(`${store.name}: no pointer is left: ${anew}`);
  const others =
    there.key === null
      ? 'if no night ever signed here, "--replace-key none" takes the store over'
      : `key ${there.key} signed what is there: name the file of its public key with --replace-key`;
  return new InputError(`${store.name}: no pointer that key ${signer.id} signed is left: ${others}; ${anew}`);
}
