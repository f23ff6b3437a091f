/**
 * The archive: every figure as it was published, with when it was seen and in which document. Text files that a diff can
 * read, append-only in meaning: a correction is one more row. This file is its only reader and its only writer.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { listFolder, noneIfMissing, replaceFile } from '../kit/files.ts';
import { compareTexts } from '../wire/order.ts';
import { type ArchiveRow, type DocumentRow, type ProviderArchive, toAsOf } from './rows.ts';
import { INSTANT, parseYear, yearText } from './year-file.ts';

const DOCUMENTS = 'documents.csv';
const documentRows = z.array(
  z.strictObject({
    document: z.string().regex(/^[0-9a-f]{12}$/),
    table: z.string().min(1),
    url: z.url(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    fetched: z.string().regex(new RegExp(`^${INSTANT}$`)),
  }),
);

const DOCUMENT_COLUMNS = Object.keys(documentRows.element.shape);
/** A document's line never changes, and a backfill of 25 years of days writes the list 6,500 times. */
const documentLines = new WeakMap<DocumentRow, string>();

/**
 * A provider without a folder has an empty archive.
 * @param asOf only what had been seen by that instant; null: everything
 * @throws SyntaxError naming file and line of what is no archive
 */
export async function readArchive(dir: string, provider: string, asOf: string | null = null): Promise<ProviderArchive> {
  const folder = join(dir, provider);
  const documents = await readDocuments(join(folder, DOCUMENTS));
  const rows: ArchiveRow[] = [];
  for (const name of (await listFolder(folder)).filter((entry) => /^\d{4}\.csv$/.test(entry)).sort()) {
    const path = join(folder, name);
    for (const row of parseYear(await readFile(path, 'utf8'), path, documents)) rows.push(row);
  }
  return toAsOf({ provider, rows, documents }, asOf);
}

/** The providers that the archive has a folder for, sorted. */
export async function listArchive(dir: string): Promise<readonly string[]> {
  return (await listFolder(dir)).filter((name) => /^[A-Z]{2,12}$/.test(name)).sort();
}

/** Writes the years that `added` touches, after the documents they refer to, so that no row ever lacks its document. */
export async function writeArchive(dir: string, archive: ProviderArchive, added: readonly ArchiveRow[]): Promise<void> {
  if (added.length === 0) return;
  const folder = join(dir, archive.provider);
  await mkdir(folder, { recursive: true });
  const used = new Set(archive.rows.map((row) => row.document));
  const documents = [...archive.documents.values()].filter(({ document }) => used.has(document)).sort(byFetched);
  const lines = [`${DOCUMENT_COLUMNS.join()}\n`, ...documents.map(documentLine)];
  await replaceFile(join(folder, DOCUMENTS), lines.join(''));
  const years = new Map<string, ArchiveRow[]>(added.map(({ date }) => [date.slice(0, 4), []]));
  for (const row of archive.rows) years.get(row.date.slice(0, 4))?.push(row);
  for (const [year, rows] of years) await replaceFile(join(folder, `${year}.csv`), yearText(rows));
}

function documentLine(document: DocumentRow): string {
  const line = documentLines.get(document) ?? stringify([document], { columns: DOCUMENT_COLUMNS });
  documentLines.set(document, line);
  return line;
}

function byFetched(left: DocumentRow, right: DocumentRow): number {
  return compareTexts(left.fetched, right.fetched) || compareTexts(left.document, right.document);
}

async function readDocuments(path: string): Promise<ReadonlyMap<string, DocumentRow>> {
  const text = await readFile(path, 'utf8').catch(noneIfMissing);
  if (text === null) return new Map();
  try {
    const rows = documentRows.parse(parse(text, { columns: true }));
    return new Map(rows.map((row) => [row.document, row]));
  } catch (cause) {
    throw new SyntaxError(`${path} is not a list of documents: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
