/** Reads and writes what a store holds of releases: the pointer in force, and of each release the first that named it. */
import { concurrently } from '../../kit/items.ts';
import { COPIES_KEY, POINTER_COPIES, pointerCopyKey } from '../../wire/release/keys.ts';
import { OtherFormat } from '../../wire/release/manifest.ts';
import { POINTER_KEY, type Pointer, parsePointer, pointerText } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { toPlain } from '../../wire/words/plain.ts';
import { listFew, type ObjectStore, REQUESTS_AT_ONCE, StoreError } from '../store/store.ts';
import { FACTS_OF_POINTER } from './caching.ts';
import { leftWithoutPointer, lostPointer } from './lost-pointer.ts';
import { distrust, type Trust, withSignature } from './signing.ts';

export interface PointerInForce<Kind extends Pointer = Pointer> {
  readonly pointer: Kind;
  readonly etag: string;
}

/** It was published, so that its archive is in the store. */
export type PublishedPointer = Pointer & { readonly archive: string };

/** Of who has no key, and cannot tell what others wrote. */
const ANYBODY: Trust = { signer: null };

/**
 * Returns null only if nothing was ever published here.
 * @throws StoreError, also if the pointer cannot be read, or is missing although releases are there; InputError for a
 * store of another version, into which nothing is published, and for the folder of a tree that generate makes
 */
export async function readPublished(
  store: ObjectStore,
  trust = ANYBODY,
): Promise<PointerInForce<PublishedPointer> | null> {
  const found = await readPointer(store, trust);
  if (found === null) return null;
  const { pointer, etag } = found;
  if (isPublished(pointer)) return { pointer, etag };
  throw new InputError(`${store.name} holds a tree made by generate: name another target, and this one with --from`);
}

export function isPublished(pointer: Pointer): pointer is PublishedPointer {
  return pointer.archive !== null;
}

/** As `readPublished`, of any folder. */
export async function readPointer(store: ObjectStore, trust = ANYBODY): Promise<PointerInForce | null> {
  const found = await readIfThere(store);
  if (found !== null) return found;
  const left = await leftWithoutPointer(store, trust);
  if (left.length === 0) return null;
  // Another publisher may have written the first pointer since.
  const late = await readIfThere(store);
  if (late !== null) return late;
  throw lostPointer(store, 'is missing', left);
}

async function readIfThere(store: ObjectStore): Promise<PointerInForce | null> {
  const found = await store.get(POINTER_KEY);
  return found === null ? null : { pointer: parsed(store, found.bytes), etag: found.etag };
}

function parsed(store: ObjectStore, bytes: Buffer): Pointer {
  try {
    return parsePointer(bytes.toString('utf8'));
  } catch (cause) {
    if (cause instanceof OtherFormat) throw new InputError(`${store.name}: ${cause.message}`, { cause });
    throw lostPointer(store, `is not what publish writes (${inOneLine(cause)})`, []);
  }
}

/**
 * Replaces the version of the pointer that has that tag, and keeps a copy under its sequence. Of the pointers that name a
 * release one after another the first and the last stay. Returns `changed` if another publisher has moved the pointer meanwhile.
 * @param before null if there is no pointer yet
 */
export async function writePointer(
  store: ObjectStore,
  pointer: Pointer,
  before: { readonly pointer: Pointer | null; readonly etag: string } | null,
): Promise<'replaced' | 'changed'> {
  const bytes = Buffer.from(pointerText(pointer));
  const result = await store.replace(POINTER_KEY, bytes, FACTS_OF_POINTER, before?.etag ?? null);
  if (result === 'changed') return result;
  // The copy comes after the pointer: a copy of a pointer that was never in force could be restored by mistake.
  await store.put(pointerCopyKey(pointer.sequence), bytes, FACTS_OF_POINTER);
  const old = before?.pointer ?? null;
  if (old?.release === pointer.release && isPublished(old) && old.sequence !== old.first)
    await store.delete([pointerCopyKey(old.sequence)]);
  return result;
}

/**
 * By rising sequence: the copies of pointers that may be believed, each under the name of its sequence.
 * @param inForce our key may have signed for other stores, and what it signed for one is true of that one alone
 */
export async function readCopies(
  store: ObjectStore,
  trust: Trust,
  inForce: Pick<Pointer, 'store'> | null,
): Promise<readonly Pointer[]> {
  const copies: Pointer[] = [];
  await concurrently(await listCopies(store), REQUESTS_AT_ONCE, async (key) => {
    const copy = await readCopy(store, key, trust);
    if (copy !== null && (inForce === null || copy.store === inForce.store)) copies.push(copy);
  });
  return copies.sort((left, right) => left.sequence - right.sequence);
}

/** The keys of the copies of pointers, by rising sequence. */
export async function listCopies(store: ObjectStore): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of listFew(store, POINTER_COPIES)) if (key !== COPIES_KEY) keys.push(key);
  return keys.sort();
}

/** Null also for a copy under the name of another sequence. */
export async function readCopy(store: ObjectStore, key: string, trust: Trust): Promise<Pointer | null> {
  const found = await store.get(key);
  if (found === null) return null;
  try {
    const pointer = parsePointer(found.bytes.toString('utf8'));
    return key === pointerCopyKey(pointer.sequence) && distrust(pointer, trust) === null ? pointer : null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** The releases that a store keeps, newest first, each as it was first in force. */
export async function readKept(
  store: ObjectStore,
  inForce: Pick<Pointer, 'store'> | null,
  trust: Trust = ANYBODY,
): Promise<readonly PublishedPointer[]> {
  return keptAmong(await readCopies(store, trust, inForce));
}

/** @param copies by rising sequence */
export function keptAmong(copies: readonly Pointer[]): readonly PublishedPointer[] {
  const kept = new Map<string, PublishedPointer>();
  for (const copy of copies) if (isPublished(copy) && !kept.has(copy.release)) kept.set(copy.release, copy);
  return [...kept.values()].sort((left, right) => right.first - left.first);
}

/** Signs what another key signed of this store, when that key is replaced: later nights no longer believe it. */
export async function signAnew(
  { store, signer, ...trust }: Trust & { readonly store: ObjectStore },
  inForce: Pick<Pointer, 'store'> | null,
): Promise<void> {
  for (const copy of await readCopies(store, { signer, ...trust }, inForce)) {
    if (copy.key === signer?.id) continue;
    const bytes = Buffer.from(pointerText(withSignature(copy, signer)));
    await store.put(pointerCopyKey(copy.sequence), bytes, FACTS_OF_POINTER);
  }
}

/** @throws StoreError naming the object if it cannot be parsed */
export function parsedFrom<Content>(
  store: ObjectStore,
  key: string,
  bytes: Buffer,
  parse: (text: string) => Content,
): Content {
  try {
    return parse(bytes.toString('utf8'));
  } catch (cause) {
    const fault = `${store.name}: ${key} is not what publish writes (${inOneLine(cause)})`;
    throw new StoreError(`${fault}; "ratetree repair" writes it again`, { cause });
  }
}

/** An error's message for a report: messages of parsers have several lines and quote their input. */
export function inOneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : `${error}`;
  return toPlain(message.replaceAll(/\s+/g, ' ')).slice(0, 200);
}

/**
 * How every message names a release to people: an id alone says neither which release is newer nor which night made it.
 * `release 450816d4f5cf2f19 (sequence 12, 2026-11-21T22:10:04Z)`
 */
export function releaseWords({ release, sequence, time }: Pick<Pointer, 'release' | 'sequence' | 'time'>): string {
  return `release ${release} (sequence ${sequence}, ${time})`;
}
