/**
 * What was collected but is in no release yet, because the night was refused, held or cut short. Its archive lies
 * beside the archives of releases, and a note below `pending/` names its list, so that the next night restores it even
 * on an empty disk. A note is never a release's archive: only a pointer or a record of a release says what that is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { KnownFiles } from '../../kit/known-files.ts';
import { NOTES } from '../../wire/release/keys.ts';
import { HASH, releaseId } from '../../wire/release/manifest.ts';
import { FACTS_OF_ARCHIVE } from '../pointer/caching.ts';
import { beginFirst } from '../pointer/lost-pointer.ts';
import { inOneLine, type PointerInForce, type PublishedPointer, readNote } from '../pointer/published.ts';
import { noteReleaseInForce } from '../pointer/released-files.ts';
import { UnsignedNote } from '../pointer/sealed-notes.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { DamagedArchive, publishArchive } from './archive-in-store.ts';
import { readArchiveOf } from './archive-list.ts';
import { ArchivesDiffer, restoreArchive } from './restore-archive.ts';

const { pending: PENDING, superseded: SUPERSEDED } = NOTES;

const note = z.strictObject({
  format: z.literal('ratetree-pending-1'),
  /** The release that was made from this archive and then taken back; null if there is none. */
  release: releaseId.nullable(),
});

/** The SHA-256 of each list of a pending archive. */
export async function listPending(store: ObjectStore): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(PENDING)) {
    const sha256 = key.slice(PENDING.length);
    if (HASH.test(sha256)) found.push(sha256);
  }
  return found;
}

export interface Restored {
  /** How many files of archives were fetched. */
  readonly files: number;
  /** The pending archives that the folder now contains. */
  readonly lists: readonly string[];
  /** One line for each pending archive that cannot be read. It stays in the store until `repair` drops it. */
  readonly failures: readonly string[];
}

/**
 * Adds every pending archive to the archive whose hashes these are, except those that cannot be read.
 * @throws ArchivesDiffer if a figure on disk has another value there: nobody here can say which of the two is right
 */
export async function restorePending(store: ObjectStore, hashes: KnownFiles): Promise<Restored> {
  const { dir } = hashes;
  let files = 0;
  const lists: string[] = [];
  const failures: string[] = [];
  for (const sha256 of await listPending(store)) {
    try {
      const { release } = await readPending(store, sha256);
      files += await restoreArchive(store, sha256, dir, null, hashes);
      if (release !== null) await noteReleaseInForce(store, dir, release);
      lists.push(sha256);
    } catch (error) {
      const note = `${store.name}${PENDING}${sha256}`;
      if (error instanceof ArchivesDiffer)
        throw new ArchivesDiffer(`${error.message}; if the file is right, delete ${note}`, { cause: error });
      // It was named when it was read.
      if (error instanceof UnsignedNote) continue;
      if (!(error instanceof StoreError)) throw error;
      const fix = error instanceof DamagedArchive ? '; "ratetree repair" drops it' : '';
      failures.push(`what was collected in ${note} is not restored: ${error.message}${fix}`);
    }
  }
  return { files, lists, failures };
}

/** Forgets every pending archive that cannot be read. Returns a line for each. */
export async function dropDamaged(store: ObjectStore): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const sha256 of await listPending(store)) {
    const empty = mkdtempSync(join(tmpdir(), 'ratetree-archive-'));
    try {
      await readPending(store, sha256);
      await restoreArchive(store, sha256, empty);
    } catch (error) {
      if (!(error instanceof DamagedArchive || error instanceof UnsignedNote)) throw error;
      await forgetPending(store, [sha256], null);
      dropped.push(`${PENDING}${sha256}: ${error.message}`);
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  }
  return dropped;
}

/**
 * Uploads the archive whose hashes these are, if the release in force has another one, and notes it as pending. Returns
 * the SHA-256 of its list, or null if there is nothing to keep.
 * @param contained pending archives that the folder contains: the new one takes their place
 */
export async function keepPending(
  store: ObjectStore,
  hashes: KnownFiles,
  inForce: PointerInForce<PublishedPointer> | null,
  contained: readonly string[],
): Promise<string | null> {
  const pointer = inForce?.pointer ?? null;
  const released = await readArchiveOf(hashes.dir, pointer?.release ?? null, hashes);
  if (released.hash === pointer?.archive || released.list.files.length === 0) return null;
  if (pointer === null) await beginFirst(store);
  const local = await readArchiveOf(hashes.dir, null, hashes);
  if (!contained.includes(local.hash)) {
    await publishArchive(store, hashes.dir, local, [...contained, ...(pointer === null ? [] : [pointer.archive])]);
    await notePending(store, local.hash, null);
  }
  await forgetPending(
    store,
    contained.filter((sha256) => sha256 !== local.hash),
    local.hash,
  );
  return local.hash;
}

/** @param release the release that was made from this archive and is now taken back, or null */
export async function notePending(store: ObjectStore, sha256: string, release: string | null): Promise<void> {
  const text = JSON.stringify({ format: 'ratetree-pending-1', release } satisfies z.infer<typeof note>);
  await store.create(`${PENDING}${sha256}`, Buffer.from(`${text}\n`), FACTS_OF_ARCHIVE);
}

/**
 * Removes the notes of archives that a release or another pending archive contains.
 * @param by the archive that contains them; null if it is none of the lists
 */
export async function forgetPending(store: ObjectStore, lists: readonly string[], by: string | null): Promise<void> {
  await noteSuperseded(
    store,
    lists.filter((sha256) => sha256 !== by),
  );
  if (lists.length > 0) await store.delete(lists.map((sha256) => `${PENDING}${sha256}`));
}

/** Notes lists of archives that nothing names any more. Their files lie in the store until `prune` deletes them. */
export async function noteSuperseded(store: ObjectStore, lists: readonly string[]): Promise<void> {
  for (const sha256 of lists) await store.create(supersededKey(sha256), Buffer.from('{}\n'), FACTS_OF_ARCHIVE);
}

/** The SHA-256 of each list that is noted as superseded. */
export async function readSuperseded(store: ObjectStore): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(SUPERSEDED))
    if ((await readNote(store, key, z.strictObject({}))) !== null) found.push(key.slice(SUPERSEDED.length));
  return found;
}

export const supersededKey = (sha256: string) => `${SUPERSEDED}${sha256}`;

async function readPending(store: ObjectStore, sha256: string): Promise<z.infer<typeof note>> {
  const found = await store.get(`${PENDING}${sha256}`);
  if (found === null) {
    const why = 'another night has just put it into a release, or the list of the store is out of date';
    throw new StoreError(`it was listed, and is not there: ${why}`);
  }
  try {
    return note.parse(JSON.parse(`${found.bytes}`));
  } catch (cause) {
    throw new DamagedArchive(`it is not what a night writes: ${inOneLine(cause)}`, { cause });
  }
}
