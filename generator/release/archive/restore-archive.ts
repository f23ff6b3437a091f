/**
 * Brings an archive that lies in the store into the archive on disk. A night on an empty disk therefore starts from
 * exactly the observations that the release in force was made from.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atPath, namesIn, readIfThere } from '../../kit/files.ts';
import { concurrently, groupBy } from '../../kit/items.ts';
import {
  type Elsewhere,
  elsewhereText,
  KnownFiles,
  type ListedFile,
  parseElsewhere,
  readWherever,
} from '../../kit/known-files.ts';
import { readRows, writeRows } from '../../sources/archive/archive.ts';
import { addUnlisted, readDocuments } from '../../sources/archive/documents.ts';
import { mergeIntoLedger } from '../../sources/archive/ledger.ts';
import { type ArchiveRow, compareRows, rowKey } from '../../sources/archive/rows.ts';
import { archiveKey } from '../../wire/release/keys.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { Fetcher } from '../store/fetcher.ts';
import { type ObjectStore, REQUESTS_AT_ONCE } from '../store/store.ts';
import { DamagedArchive, readChecked, readList } from './archive-in-store.ts';
import { isLedger, readArchiveOf, refuseDamaged, yearsOf } from './archive-list.ts';

/** The same statement has one figure on disk and another one in the store, so that one of the two is damaged. */
export class ArchivesDiffer extends InputError {}

/**
 * Adds the rows of the published archive that the archive in the folder lacks. No row is removed, so figures that were
 * collected here and are not yet published stay. Returns the number of files fetched.
 * @param sha256 of the published archive's list
 * @param hashes those of this run, if it lists the archive more than once
 * @throws DamagedArchive if a file is missing from the store or damaged; ArchivesDiffer before a row is overwritten
 */
export async function restoreArchive(
  store: ObjectStore,
  sha256: string,
  dir: string,
  hashes = new KnownFiles(dir),
): Promise<number> {
  const { files } = await readList(store, sha256);
  const own = new Map((await readArchiveOf(dir, hashes)).list.files.map(([path, held]) => [path, held]));
  const differing = files.filter(
    ([path, held, bytes]) => own.get(path) !== held && !goesOnFrom(join(dir, path), held, bytes),
  );
  const fetched = mkdtempSync(join(tmpdir(), 'ratetree-archive-'));
  try {
    await concurrently(differing, REQUESTS_AT_ONCE, async ([path, held]) => {
      const file = join(fetched, path);
      mkdirSync(dirname(file), { recursive: true });
      const bytes = await readChecked(store, held);
      atPath(file, () => writeFileSync(file, bytes));
    });
    await merge({ store, dir, fetched }, differing, new Set(own.keys()));
  } catch (error) {
    throw inStore(error, store, fetched, differing);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
  return differing.length;
}

/** Whether the file on disk is the one in the store with more lines at its end. */
function goesOnFrom(file: string, sha256: string, bytes: number): boolean {
  const own = readIfThere(file);
  return own !== null && own.length > bytes && hashOf(own.subarray(0, bytes)) === sha256;
}

/** The archive on disk, and the folder with those files of the store's archive that differ from it. */
interface Merging {
  readonly store: ObjectStore;
  readonly dir: string;
  readonly fetched: string;
}

async function merge(merging: Merging, differing: readonly ListedFile[], own: ReadonlySet<string>): Promise<void> {
  const { dir, fetched } = merging;
  const textIn = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');
  const ledgers = differing.map(([path]) => path).filter(isLedger);
  await refuseDamaged(fetched, ledgers);
  for (const path of ledgers) await mergeIntoLedger(join(dir, path), textIn(fetched, path));
  const lacking = differing.filter(
    ([path]) => !isLedger(path) && !(own.has(path) && hasLines(textIn(dir, path), textIn(fetched, path))),
  );
  for (const [provider, files] of groupBy(lacking, ([path]) => path.split('/')[0] ?? '')) {
    await addRows(merging, provider, files);
  }
}

/** Whether a text has every line of another, below the same header. */
function hasLines(text: string, other: string): boolean {
  const [header, ...lines] = text.split('\n');
  const [otherHeader, ...others] = other.split('\n');
  const held = new Set(lines);
  return header === otherHeader && others.every((line) => held.has(line));
}

/** @param files of figures, and lists of documents */
async function addRows(merging: Merging, provider: string, files: readonly ListedFile[]): Promise<void> {
  const { dir, fetched } = merging;
  const documents = await addUnlisted(dir, provider, (await readDocuments(fetched, provider)).values());
  for (const year of yearsOf(files.map(([path]) => path))) {
    const span = { from: year, to: year };
    const own = await readRows(dir, provider, documents, span);
    const held = new Map(own.map((row) => [rowKey(row), row]));
    const added: ArchiveRow[] = [];
    for (const row of await readRows(fetched, provider, documents, span)) {
      const same = held.get(rowKey(row));
      if (same === undefined) added.push(row);
      else if (rowText(same) !== rowText(row)) throw differ(merging, files, `${provider}/${year}.csv`, same, row);
    }
    await writeRows(dir, { provider, rows: [...own, ...added].sort(compareRows), documents }, added);
  }
}

function differ({ store, dir }: Merging, files: readonly ListedFile[], path: string, own: ArchiveRow, row: ArchiveRow) {
  const file = join(dir, path);
  const sha256 = files.find(([one]) => one === path)?.[1] ?? '';
  const figures = ({ mid, bid, ask }: ArchiveRow) => [mid, bid, ask].filter(Boolean).join('/');
  const what = `${row.date} ${row.base}/${row.quote} seen ${row.seen}`;
  const values = `${figures(own)} here, and ${figures(row)} in ${store.name}${archiveKey(sha256)}`;
  const fix = 'restore the file from a copy, or remove it and the night fetches it again';
  return new ArchivesDiffer(`${file}: ${what} is ${values}: ${fix}`);
}

function rowText(row: ArchiveRow): string {
  return Object.values(row).join();
}

/** What cannot be read of the fetched files is named as the object in the store. */
function inStore(error: unknown, store: ObjectStore, fetched: string, files: readonly ListedFile[]): unknown {
  if (!(error instanceof InputError)) return error;
  const [path, sha256] = files.find(([one]) => error.message.startsWith(join(fetched, one))) ?? [];
  if (path === undefined || sha256 === undefined) return error;
  const fault = error.message.slice(join(fetched, path).length).replace('; restore the file from a copy', '');
  return new DamagedArchive(`${store.name}: ${archiveKey(sha256)}, which is ${path}${fault}`, { cause: error });
}

// Brings an archive that lies in the store onto an empty disk, so that a night costs what is new: only the newest
// year of each bank, and everything that people wrote. Any other file is replaced by a line that says where it lies
// (kit/known-files.ts).

const FILE_OF_YEAR = /\/(?:documents-)?(\d{4})\.csv$/;
const DOCUMENTS = /^documents(-\d{4})?\.csv$/;

/** Whether the folder of an archive has none of its files yet. */
export function isEmptyArchive(dir: string): boolean {
  return namesIn(dir).every((name) => name.startsWith('.'));
}

/** Returns the number of files fetched. @param sha256 of the archive's list @throws DamagedArchive */
export async function restoreLazily(store: ObjectStore, sha256: string, dir: string): Promise<number> {
  const { files } = await readList(store, sha256);
  const newest = newestYears(files);
  let fetched = 0;
  await concurrently(files, REQUESTS_AT_ONCE, async ([path, hash, bytes]) => {
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
