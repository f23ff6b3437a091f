/**
 * The archive: every figure as it was published, with when it was seen and in which document. It is text that a diff
 * can read, and it only grows: a correction is one more row. This file is its only reader and its only writer.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { listFolder, makeFolder, replaceFile } from '../kit/files.ts';
import { compareTexts } from '../wire/order.ts';
import { GLOBAL } from '../wire/schemas.ts';
import { DOCUMENTS, DOCUMENTS_FILE } from './documents.ts';
import { readLedger } from './ledger.ts';
import { type ArchiveRow, type DocumentRow, type ProviderArchive, toAsOf } from './rows.ts';
import { parseYear, yearText } from './year-file.ts';

/** A document's line never changes, and a backfill of 25 years of days writes the list 6,500 times. */
const documentLines = new WeakMap<DocumentRow, string>();

/**
 * A provider without a folder has an empty archive.
 * @param asOf only rows that had been seen by that instant; null: all rows
 * @param years only the files of these years; null: all. The documents are complete in any case
 * @throws InputError naming file and line of what was damaged or edited
 */
export async function readArchive(
  dir: string,
  provider: string,
  asOf: string | null = null,
  years: { readonly from: string; readonly to: string } | null = null,
): Promise<ProviderArchive> {
  const folder = join(dir, provider);
  const listed = await readLedger(join(folder, DOCUMENTS_FILE), DOCUMENTS);
  const documents = new Map(listed.map((row) => [row.document, row]));
  const rows: ArchiveRow[] = [];
  for (const name of (await listFolder(folder)).filter((entry) => /^\d{4}\.csv$/.test(entry)).sort()) {
    if (years !== null && (name.slice(0, 4) < years.from || name.slice(0, 4) > years.to)) continue;
    const path = join(folder, name);
    for (const row of parseYear(await readFile(path), path, documents)) rows.push(row);
  }
  return toAsOf({ provider, rows, documents }, asOf);
}

/** The codes of the providers that have a folder in the archive, sorted. The folder `GLOBAL` has holds and no figures. */
export async function listArchive(dir: string): Promise<readonly string[]> {
  return (await listFolder(dir)).filter((name) => /^[A-Z]{2,12}$/.test(name) && name !== GLOBAL).sort();
}

/**
 * Writes the years that `added` touches. The documents are written first, so that no row is ever without its document.
 * @param isPart the archive has only the rows of some years, so a document without rows in them is kept
 */
export async function writeArchive(
  dir: string,
  archive: ProviderArchive,
  added: readonly ArchiveRow[],
  isPart = false,
): Promise<void> {
  if (added.length === 0) return;
  const folder = join(dir, archive.provider);
  makeFolder(folder);
  const used = isPart ? null : new Set(archive.rows.map((row) => row.document));
  const documents = [...archive.documents.values()]
    .filter(({ document }) => used?.has(document) ?? true)
    .sort(byFetched);
  const lines = [`${DOCUMENTS.columns.join()}\n`, ...documents.map(documentLine)];
  await replaceFile(join(folder, DOCUMENTS_FILE), lines.join(''));
  const years = new Map<string, ArchiveRow[]>(added.map(({ date }) => [date.slice(0, 4), []]));
  for (const row of archive.rows) years.get(row.date.slice(0, 4))?.push(row);
  for (const [year, rows] of years) await replaceFile(join(folder, `${year}.csv`), yearText(rows));
}

function documentLine(document: DocumentRow): string {
  const line = documentLines.get(document) ?? stringify([document], { columns: [...DOCUMENTS.columns] });
  documentLines.set(document, line);
  return line;
}

function byFetched(left: DocumentRow, right: DocumentRow): number {
  return compareTexts(left.fetched, right.fetched) || compareTexts(left.document, right.document);
}
