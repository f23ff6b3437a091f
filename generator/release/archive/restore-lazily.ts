/**
 * Brings an archive that lies in the store onto an empty disk, so that a night costs what is new: only the newest year
 * of each bank, and everything that people wrote. Any other file is replaced by a line that says where it lies
 * (kit/elsewhere.ts).
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Elsewhere, elsewhereText, parseElsewhere, readWherever } from '../../kit/elsewhere.ts';
import { namesIn, readIfThere } from '../../kit/files.ts';
import { concurrently, groupBy } from '../../kit/items.ts';
import type { ListedFile } from '../../kit/known-files.ts';
import { archiveKey } from '../../wire/release/keys.ts';
import type { Fetcher } from '../store/fetcher.ts';
import type { ObjectStore } from '../store/store.ts';
import { readChecked, readList } from './archive-in-store.ts';

const FILE_OF_YEAR = /\/(?:documents-)?(\d{4})\.csv$/;
const DOCUMENTS = /^documents(-\d{4})?\.csv$/;

/** Whether the folder of an archive has none of its files yet. */
export function isEmptyArchive(dir: string): boolean {
  return namesIn(dir).every((name) => name.startsWith('.'));
}

/** Returns the number of files fetched. @param sha256 of the archive's list @throws DamagedArchive */
export async function restoreLazily(store: ObjectStore, sha256: string, dir: string, atOnce: number): Promise<number> {
  const { files } = await readList(store, sha256);
  const newest = newestYears(files);
  let fetched = 0;
  await concurrently(files, atOnce, async ([path, hash, bytes]) => {
    const year = FILE_OF_YEAR.exec(path)?.[1];
    const isOld = year !== undefined && year < (newest.get(bankOf(path)) ?? '');
    if (!isOld) fetched++;
    const content = isOld ? elsewhereText(hash, bytes) : await readChecked(store, hash);
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  });
  return fetched;
}

/** Fetches a file; for a list of documents, all such lists of the bank, because a new document is looked up in each. */
export function fetchFrom(fetcher: Fetcher): (path: string, elsewhere: Elsewhere) => void {
  return (path, { sha256 }) => {
    const folder = dirname(path);
    const isList = DOCUMENTS.test(path.slice(folder.length + 1));
    const lists = isList ? readdirSync(folder).filter((name) => DOCUMENTS.test(name)) : [];
    const others = lists.flatMap((name) => {
      const file = join(folder, name);
      const elsewhere = parseElsewhere(readIfThere(file) ?? Buffer.alloc(0));
      return elsewhere === null ? [] : [{ key: archiveKey(elsewhere.sha256), file, sha256: elsewhere.sha256 }];
    });
    fetcher.fetch(isList ? others : [{ key: archiveKey(sha256), file: path, sha256 }]);
  };
}

/** Fetches whatever lies elsewhere. */
export function fetchWhole(dir: string): void {
  for (const bank of readdirSync(dir, { withFileTypes: true })) {
    if (!bank.isDirectory() || bank.name.startsWith('.')) continue;
    for (const name of readdirSync(join(dir, bank.name))) readWherever(join(dir, bank.name, name));
  }
}

function newestYears(files: readonly ListedFile[]): ReadonlyMap<string, string> {
  const years = groupBy(files, ([path]) => bankOf(path));
  return new Map(
    [...years].map(([bank, own]) => [
      bank,
      own
        .map(([path]) => FILE_OF_YEAR.exec(path)?.[1] ?? '')
        .sort()
        .at(-1) ?? '',
    ]),
  );
}

function bankOf(path: string): string {
  return path.split('/')[0] ?? '';
}
