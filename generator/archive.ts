/**
 * The archive: every figure as it was published, with when it was seen and in which document. Text files that a diff can
 * read, append-only in meaning: a correction is one more row. This file is its only reader and its only writer.
 */
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { Observation } from './provider.ts';
import { compareTexts, INSTANT, parseYear, yearText } from './year-file.ts';

/** A whole statement of one table about one date and pair; with no figure at all it says: withdrawn. */
export interface ArchiveRow extends Observation {
  /** UTC instant with seconds: 2026-03-13T15:00:00Z. */
  readonly seen: string;
  /** Key into the provider's documents. */
  readonly document: string;
}

export interface DocumentRow {
  readonly document: string;
  readonly table: string;
  /** Without keys. */
  readonly url: string;
  readonly sha256: string;
  readonly fetched: string;
}

export interface ProviderArchive {
  readonly provider: string;
  /** Sorted by date, base, quote, seen, document. */
  readonly rows: readonly ArchiveRow[];
  readonly documents: ReadonlyMap<string, DocumentRow>;
}

export interface StandingRow extends ArchiveRow {
  readonly table: string;
}

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

/** The archive as it was at that instant: it only ever grows, and each row says when it was seen. */
export function toAsOf(archive: ProviderArchive, asOf: string | null): ProviderArchive {
  if (asOf === null) return archive;
  const rows = archive.rows.filter(({ seen }) => seen <= asOf);
  const used = new Set(rows.map(({ document }) => document));
  return { ...archive, rows, documents: new Map([...archive.documents].filter(([name]) => used.has(name))) };
}

/** The providers that the archive has a folder for, sorted. */
export async function listArchive(dir: string): Promise<readonly string[]> {
  return (await listFolder(dir)).filter((name) => /^[A-Z]{2,12}$/.test(name)).sort();
}

/** What stands now: of each date, pair and table the newest row that is not held back, withdrawn ones left out. */
export function toStanding(
  { rows, documents }: ProviderArchive,
  heldBack: ReadonlySet<ArchiveRow> = new Set(),
): readonly StandingRow[] {
  const standing: StandingRow[] = [];
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const first = rows[start];
    while (first !== undefined && isSamePair(first, rows[end])) end++;
    const newest = new Map<string, StandingRow>();
    for (const row of rows.slice(start, end)) {
      const table = documents.get(row.document)?.table;
      if (table === undefined) throw new TypeError(`document ${row.document} is in no list of documents`);
      if (heldBack.has(row)) continue;
      newest.set(table, { ...row, table });
    }
    const tables = newest.size > 1 ? [...newest.values()].sort(byTable) : newest.values();
    for (const row of tables) if (!isWithdrawn(row)) standing.push(row);
  }
  return standing;
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

export function isWithdrawn({ mid, bid, ask }: Observation): boolean {
  return mid === '' && bid === '' && ask === '';
}

function isSamePair(left: Observation, right: Observation | undefined): boolean {
  return left.date === right?.date && left.base === right.base && left.quote === right.quote;
}

function byTable(left: StandingRow, right: StandingRow): number {
  return compareTexts(left.table, right.table);
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

/** The names in a folder; none where there is none. */
export async function listFolder(path: string): Promise<readonly string[]> {
  return (await readdir(path).catch(noneIfMissing)) ?? [];
}

/** For a `catch`: a file or folder that is not there is null, any other fault is one. */
export function noneIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A reader sees the old file or the new one, never a part: not even after a power cut. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  const file = await open(partial, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}
