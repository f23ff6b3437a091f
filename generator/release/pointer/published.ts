/**
 * Reads and writes what a store holds of releases: the pointer in force, and a record of each release.
 */
import { z } from 'zod';
import { NOTES, pointerCopyKey, recordKey } from '../../wire/release/keys.ts';
import { hash, OtherFormat, releaseId, releaseOf } from '../../wire/release/manifest.ts';
import { POINTER_KEY, type Pointer, parsePointer, pointerText } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { isoDate } from '../../wire/words/schemas.ts';
import { dayVoices } from '../../wire/words/voices.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { FACTS_OF_POINTER, factsOfImmutable } from './caching.ts';
import { leftWithoutPointer, lostPointer } from './lost-pointer.ts';
import { noneIfUnsigned, withoutSeal } from './sealed-notes.ts';

/** What is needed to point at a release again. */
const releaseRecord = z
  .strictObject({
    release: releaseId,
    root: hash,
    archive: hash,
    /** The sequence under which the release was first published; it orders releases. */
    sequence: z.int().positive(),
    /** The release contains everything that had been seen by then, and nothing that was seen later. */
    time: z.string(),
    date: isoDate,
    /** The method by which its GLOBAL was made. */
    method: z.string(),
    /** Of its newest fixing of GLOBAL; null if it has none. */
    voices: dayVoices.nullable(),
  })
  .refine(({ release, root }) => release === releaseOf(root), 'the id of the release is not made from its root');
export type ReleaseRecord = z.infer<typeof releaseRecord>;

/** What a rollback needs of a release: a record has it, and so has a pointer. */
export type KeptRelease = Pick<ReleaseRecord, 'release' | 'root' | 'archive' | 'sequence' | 'time'>;

const copied = { release: releaseId, root: hash };

/** The release that the copies at the stable addresses belong to, and the one whose copies are being made. */
export const stableMark = z.strictObject({ ...copied, toward: z.strictObject(copied).optional() });
export type StableMark = z.infer<typeof stableMark>;

export interface PointerInForce<Kind extends Pointer = Pointer> {
  readonly pointer: Kind;
  readonly etag: string;
}

/** It was published, so that its archive is in the store. */
export type PublishedPointer = Pointer & { readonly archive: string };

/**
 * Returns null only if nothing was ever published here.
 * @throws StoreError, also if the pointer cannot be read, or is missing although releases are there; InputError for a
 * store of another version, into which nothing is published, and for the folder of a tree that generate makes
 */
export async function readPublished(store: ObjectStore): Promise<PointerInForce<PublishedPointer> | null> {
  const found = await readPointer(store);
  if (found === null) return null;
  const { pointer, etag } = found;
  if (isPublished(pointer)) return { pointer, etag };
  throw new InputError(`${store.name} holds a tree made by generate: name another target, and this one with --from`);
}

export function isPublished(pointer: Pointer): pointer is PublishedPointer {
  return pointer.archive !== null;
}

/** As `readPublished`, of any folder. */
export async function readPointer(store: ObjectStore): Promise<PointerInForce | null> {
  const found = await readIfThere(store);
  if (found !== null) return found;
  const left = await leftWithoutPointer(store);
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
 * Replaces the version of the pointer that has that tag, and keeps a copy under its sequence. Returns `changed` if
 * another publisher has moved the pointer since it was read.
 * @param etag null if there is no pointer yet
 */
export async function writePointer(
  store: ObjectStore,
  pointer: Pointer,
  etag: string | null,
): Promise<'replaced' | 'changed'> {
  const bytes = Buffer.from(pointerText(pointer));
  const result = await store.replace(POINTER_KEY, bytes, FACTS_OF_POINTER, etag);
  if (result === 'changed') return result;
  // The copy comes after the pointer: a copy of a pointer that was never in force could be restored by mistake.
  await store.put(pointerCopyKey(pointer.sequence), bytes, FACTS_OF_POINTER);
  if (etag === null) await store.delete([NOTES.first]);
  return result;
}

/** Returns null if no release of that id was published completely. @throws StoreError, also if the record is damaged */
export async function readRecord(store: ObjectStore, release: string): Promise<ReleaseRecord | null> {
  return readNote(store, recordKey(release), releaseRecord);
}

export async function writeRecord(store: ObjectStore, record: ReleaseRecord): Promise<void> {
  const key = recordKey(record.release);
  await store.create(key, Buffer.from(`${JSON.stringify(record)}\n`), factsOfImmutable(key));
}

/** The releases that were published completely, newest first. @throws StoreError, also if a record is damaged */
export async function readRecords(store: ObjectStore): Promise<readonly ReleaseRecord[]> {
  const records: ReleaseRecord[] = [];
  for (const release of await listRecords(store)) {
    const record = await readRecord(store, release);
    if (record !== null) records.push(record);
  }
  return records.sort((left, right) => right.sequence - left.sequence);
}

/** The ids of the releases that have a record, readable or not. */
export async function listRecords(store: ObjectStore): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { key } of store.list(NOTES.releases)) ids.push(key.slice(NOTES.releases.length, -'.json'.length));
  return ids;
}

/** @throws StoreError, also if the mark is damaged */
export async function readStableMark(store: ObjectStore): Promise<StableMark | null> {
  return readNote(store, NOTES.stable, stableMark);
}

export async function writeStableMark(store: ObjectStore, { release, root, toward }: StableMark): Promise<void> {
  await store.put(NOTES.stable, Buffer.from(`${JSON.stringify({ release, root, toward })}\n`), FACTS_OF_POINTER);
}

/**
 * Returns null if there is no such object, or one that nobody who is trusted signed. @throws StoreError, also if it is
 * damaged
 */
export async function readNote<Content>(
  store: ObjectStore,
  key: string,
  schema: { parse(value: unknown): Content },
): Promise<Content | null> {
  const found = await store.get(key).catch(noneIfUnsigned);
  return found === null
    ? null
    : parsedFrom(store, key, found.bytes, (text) => schema.parse(withoutSeal(JSON.parse(text))));
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
    throw new StoreError(`${store.name}: ${key} is not what publish writes: ${inOneLine(cause)}`, { cause });
  }
}

/** An error's message for a report: messages of parsers have several lines and quote their input. */
export function inOneLine(error: unknown): string {
  return (error instanceof Error ? error.message : `${error}`).replaceAll(/\s+/g, ' ').slice(0, 200);
}

interface NamedRelease {
  readonly release: string;
  readonly sequence: number;
  /** UTC instant. */
  readonly time: string;
}

/**
 * How every message names a release to people: an id alone says neither which release is newer nor which night made it.
 * `release 450816d4f5cf2f19 (sequence 12, 2026-11-21T22:10:04Z)`
 */
export function releaseWords({ release, sequence, time }: NamedRelease): string {
  return `release ${release} (sequence ${sequence}, ${time})`;
}
