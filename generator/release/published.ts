/** What a store holds of releases: the pointer in force, manifests by hash, the record of each release. */
import { z } from 'zod';
import type { ObjectStore } from '../store/store.ts';
import { manifestKey, releaseKey } from '../wire/keys.ts';
import { releaseId } from '../wire/manifest.ts';
import { checkedReader, type ManifestReader } from '../wire/manifest-nodes.ts';
import { POINTER_KEY, type Pointer, parsePointer, pointerText } from '../wire/pointer.ts';
import { isoDate } from '../wire/schemas.ts';
import { FACTS_OF_POINTER, factsOfImmutable } from './caching.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** `releases/<id>/release.json`: what it takes to point at a release again. */
const releaseRecord = z.strictObject({
  release: releaseId,
  root: hash,
  archive: hash,
  /** Under which it was first published: the order of releases. */
  sequence: z.int().positive(),
  /** All that had been seen by then is in it, and nothing that was seen later. */
  time: z.string(),
  date: isoDate,
  /** By which its GLOBAL was made; '' in records from before this was noted. */
  method: z.string().default(''),
});
export type ReleaseRecord = z.infer<typeof releaseRecord>;

/** `stable.json`: which release the copies at the stable addresses are of. */
export const stableMark = z.strictObject({ release: releaseId, root: hash });
export type StableMark = z.infer<typeof stableMark>;
export const STABLE_KEY = 'stable.json';

export interface PointerInForce {
  readonly pointer: Pointer;
  readonly etag: string;
}

export async function readPointer(store: ObjectStore): Promise<PointerInForce | null> {
  const found = await store.get(POINTER_KEY);
  return found === null ? null : { pointer: parsePointer(found.bytes.toString('utf8')), etag: found.etag };
}

/** `changed` where another publisher has moved the pointer since it was read. */
export function writePointer(store: ObjectStore, pointer: Pointer, before: PointerInForce | null) {
  return store.replace(POINTER_KEY, Buffer.from(pointerText(pointer)), FACTS_OF_POINTER, before?.etag ?? null);
}

/** Each text is read once, and checked against its hash. */
export function manifestReader(store: ObjectStore): ManifestReader {
  const checked = checkedReader(async (sha256) => (await store.get(manifestKey(sha256)))?.bytes ?? null);
  const texts = new Map<string, Promise<string>>();
  return {
    read(sha256) {
      const held = texts.get(sha256) ?? checked.read(sha256);
      texts.set(sha256, held);
      return held;
    },
  };
}

export async function readRecord(store: ObjectStore, release: string): Promise<ReleaseRecord | null> {
  const found = await store.get(releaseKey(release, 'release.json'));
  return found === null ? null : releaseRecord.parse(JSON.parse(found.bytes.toString('utf8')));
}

export async function writeRecord(store: ObjectStore, record: ReleaseRecord): Promise<void> {
  const key = releaseKey(record.release, 'release.json');
  await store.create(key, Buffer.from(`${JSON.stringify(record)}\n`), factsOfImmutable(key));
}

/** Releases that were published whole, newest first. */
export async function readRecords(store: ObjectStore): Promise<readonly ReleaseRecord[]> {
  const records: ReleaseRecord[] = [];
  for (const release of await store.listFolders('releases/')) {
    const record = await readRecord(store, release);
    if (record !== null) records.push(record);
  }
  return records.sort((left, right) => right.sequence - left.sequence);
}

export async function readStableMark(store: ObjectStore): Promise<StableMark | null> {
  const found = await store.get(STABLE_KEY);
  return found === null ? null : stableMark.parse(JSON.parse(found.bytes.toString('utf8')));
}

export async function writeStableMark(store: ObjectStore, { release, root }: StableMark): Promise<void> {
  await store.put(STABLE_KEY, Buffer.from(`${JSON.stringify({ release, root })}\n`), FACTS_OF_POINTER);
}
