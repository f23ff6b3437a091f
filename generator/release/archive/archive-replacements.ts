/**
 * Finds an object of the published archive again in the archive on disk, which may have grown since. Its files are only
 * ever added to and nearly every line has the instant at which it was added, so an earlier text is the lines up to some
 * instant; the hash says which.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTANT } from '../../sources/archive/year-file.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { PublishedPointer } from '../pointer/published.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { readList } from './archive-in-store.ts';
import { readArchiveOf } from './archive-list.ts';

/** @param sha256 of the list that the pointer names, or of one of its files */
export async function findInArchive(
  store: ObjectStore,
  { release, archive }: PublishedPointer,
  dir: string,
  sha256: string,
): Promise<Buffer | null> {
  if (!existsSync(dir)) return null;
  if (sha256 === archive) {
    const lists = [await readArchiveOf(dir, release), await readArchiveOf(dir, null)];
    const same = lists.find(({ hash }) => hash === sha256);
    return same === undefined ? null : Buffer.from(same.text);
  }
  const path = await pathOf(store, archive, sha256);
  if (path === null || !existsSync(join(dir, path))) return null;
  const { shortened } = await readArchiveOf(dir, release);
  const texts = [shortened.get(path) ?? '', readFileSync(join(dir, path), 'utf8')];
  for (const text of texts) {
    const found = earlierText(text, sha256);
    if (found !== null) return Buffer.from(found);
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
  const [header = '', ...lines] = text.split('\n');
  const newest = lines.map((line) => (line.match(new RegExp(INSTANT, 'g')) ?? []).sort().at(-1) ?? '');
  for (const until of [...new Set(newest)].sort().reverse()) {
    const kept = lines.filter((line, place) => line !== '' && (newest[place] ?? '') <= until);
    const earlier = [header, ...kept, ''].join('\n');
    if (hashOf(earlier) === sha256) return earlier;
  }
  return null;
}
