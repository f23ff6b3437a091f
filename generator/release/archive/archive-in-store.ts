/**
 * The archive in the store: each of its files under its own hash, written once, and a list of them that the pointer
 * names. No file gets there that cannot be read.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concurrently } from '../../kit/items.ts';
import { HASHES_FILE, type ListedFile } from '../../kit/known-files.ts';
import { readReleases } from '../../rates/corrections/release-ledger.ts';
import { INSTANT } from '../../sources/archive/year-file.ts';
import { archiveKey } from '../../wire/release/keys.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { FACTS_OF_ARCHIVE } from '../pointer/caching.ts';
import { inOneLine, type PublishedPointer } from '../pointer/published.ts';
import { type ObjectStore, REQUESTS_AT_ONCE, StoreError } from '../store/store.ts';
import {
  type ArchiveList,
  archiveList,
  isOfReleases,
  type LocalArchive,
  listText,
  readArchiveOf,
  refuseDamaged,
} from './archive-list.ts';

/** The store answered, and what it has of an archive is not whole. No other attempt will help. */
export class DamagedArchive extends StoreError {}

/**
 * Uploads the files that the lists do not have, and its own list last. Returns what was written.
 * @param lists SHA-256 of lists whose files are all in the store
 * @throws InputError naming a file that is damaged; then nothing is uploaded
 */
export async function publishArchive(
  store: ObjectStore,
  dir: string,
  local: LocalArchive,
  lists: readonly string[],
): Promise<{ readonly objects: number; readonly bytes: number }> {
  if (lists.includes(local.hash)) return { objects: 0, bytes: 0 };
  const before = await Promise.all(lists.map((sha256) => readList(store, sha256).catch(noneIfStoreFault)));
  const held = new Set(before.flatMap((list) => (list?.files ?? []).map(([, sha256]) => sha256)));
  const missing = new Map(
    local.list.files.filter(([, sha256]) => !held.has(sha256)).map(([path, sha256]) => [sha256, path]),
  );
  await refuseDamaged(dir, missing.values());
  const written = { objects: 0, bytes: 0 };
  const create = async (sha256: string, content: Buffer) => {
    if ((await store.create(archiveKey(sha256), content, FACTS_OF_ARCHIVE)) === 'exists') return;
    written.objects++;
    written.bytes += content.length;
  };
  await concurrently(missing, REQUESTS_AT_ONCE, ([sha256, path]) => create(sha256, contentOf(dir, path, sha256)));
  await create(local.hash, Buffer.from(local.text));
  return written;
}

/** Without a list every file is uploaded again, so a damaged one does not stop a release. */
export function noneIfStoreFault(error: unknown): null {
  if (error instanceof StoreError) return null;
  throw error;
}

/** @throws InputError if the file is no longer the one that was listed */
function contentOf(dir: string, path: string, sha256: string): Buffer {
  const content = readFileSync(join(dir, path));
  if (hashOf(content) === sha256) return content;
  const fix = `publish again, and if that fails too, remove ${join(dir, HASHES_FILE)}`;
  throw new InputError(`${join(dir, path)} is not the file that was listed: ${fix}`);
}

/** @throws DamagedArchive if the list is missing or damaged */
export async function readList(store: ObjectStore, sha256: string): Promise<ArchiveList> {
  const bytes = await readChecked(store, sha256);
  try {
    return archiveList.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    const fault = `${archiveKey(sha256)} is not a list of an archive: ${inOneLine(cause)}`;
    throw new DamagedArchive(`${store.name}: ${fault}`, { cause });
  }
}

/** @throws DamagedArchive if there is no such object, or it has another hash */
export async function readChecked(store: ObjectStore, sha256: string): Promise<Buffer> {
  const found = await store.get(archiveKey(sha256));
  if (found === null) throw new DamagedArchive(`${store.name}: ${archiveKey(sha256)} is missing`);
  if (hashOf(found.bytes) !== sha256) throw new DamagedArchive(`${store.name}: ${archiveKey(sha256)} is damaged`);
  return found.bytes;
}

// Finds an object of the published archive again in the archive on disk, which may have grown since. Its files are
// only ever added to and nearly every line has the instant at which it was added, so an earlier text is the lines
// up to some instant; the hash says which.

/** @param sha256 of the list that the pointer names, or of one of its files */
export async function findInArchive(
  store: ObjectStore,
  { archive }: PublishedPointer,
  dir: string,
  sha256: string,
): Promise<Buffer | null> {
  if (!existsSync(dir)) return null;
  if (sha256 === archive) {
    return findList(dir, sha256);
  }
  const path = await pathOf(store, archive, sha256);
  if (path === null || !existsSync(join(dir, path))) return null;
  const found = earlierText(readFileSync(join(dir, path), 'utf8'), sha256);
  return found === null ? null : Buffer.from(found);
}

/** The list of the archive as it is, or as it was before some release was noted in it. */
async function findList(dir: string, sha256: string): Promise<Buffer | null> {
  const { hash, text, list } = await readArchiveOf(dir);
  if (hash === sha256) return Buffer.from(text);
  for (const { time } of (await readReleases(dir, null)).toReversed()) {
    const earlier = listText(
      list.files.flatMap((file): readonly ListedFile[] => {
        if (!isOfReleases(file[0])) return [file];
        const kept = linesWhere(readFileSync(join(dir, file[0]), 'utf8'), (newest) => newest < time);
        return kept === null ? [] : [[file[0], hashOf(kept), Buffer.byteLength(kept)]];
      }),
    );
    if (hashOf(earlier) === sha256) return Buffer.from(earlier);
  }
  return null;
}

/** The file's path in the archive, or null if the list cannot be read or does not name it. */
async function pathOf(store: ObjectStore, list: string, sha256: string): Promise<string | null> {
  try {
    const { files } = await readList(store, list);
    return files.find(([, held]) => held === sha256)?.[0] ?? null;
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

/** The text, or the part of it up to some instant, that has this hash; null if none has. */
function earlierText(text: string, sha256: string): string | null {
  if (hashOf(text) === sha256) return text;
  const instants = new Set(text.split('\n').map(newestIn));
  for (const until of [...instants].sort().reverse()) {
    const earlier = linesWhere(text, (newest) => newest <= until);
    if (earlier !== null && hashOf(earlier) === sha256) return earlier;
  }
  return null;
}

/** The header and the lines whose newest instant is wanted; null if there are none. */
function linesWhere(text: string, isWanted: (newest: string) => boolean): string | null {
  const [header = '', ...lines] = text.split('\n');
  const kept = lines.filter((line) => line !== '' && isWanted(newestIn(line)));
  return kept.length === 0 ? null : [header, ...kept, ''].join('\n');
}

function newestIn(line: string): string {
  return (line.match(new RegExp(INSTANT, 'g')) ?? []).sort().at(-1) ?? '';
}
