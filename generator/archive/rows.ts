/** The rows of an archive: what a row states, the order of rows, and which rows stand. Pure. */
import type { Observation } from '../feeds/provider.ts';
import { compareTexts, lowerBound } from '../wire/words/order.ts';

/**
 * A whole statement of one table about one date and pair. A statement without any figure means that it was withdrawn.
 */
export interface ArchiveRow extends Observation {
  /** A UTC instant with seconds: 2026-03-13T15:00:00Z. */
  readonly seen: string;
  /** The key of one of the provider's documents. */
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

/** A row with the table that its document is of. */
export interface StandingRow extends ArchiveRow {
  readonly table: string;
}

/** The archive as it was at that instant. An archive only grows, and each row says when it was seen. */
export function toAsOf(archive: ProviderArchive, asOf: string | null): ProviderArchive {
  if (asOf === null) return archive;
  const rows = archive.rows.filter(({ seen }) => seen <= asOf);
  const used = new Set(rows.map(({ document }) => document));
  return { ...archive, rows, documents: new Map([...archive.documents].filter(([name]) => used.has(name))) };
}

/**
 * The rows that stand: for each date, pair and table the newest one that is not held back, unless it is withdrawn.
 * @throws TypeError if a row names a document that the archive does not list
 */
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
      if (table === undefined) throw new TypeError(`document ${row.document} is not among the archive's documents`);
      if (heldBack.has(row)) continue;
      newest.set(table, isOfTable(row) ? row : toStandingRow(row, table));
    }
    const tables = newest.size > 1 ? [...newest.values()].sort(byTable) : newest.values();
    for (const row of tables) if (!isWithdrawn(row)) standing.push(row);
  }
  return standing;
}

/** Rows that are read from a file have their table already. */
function isOfTable(row: ArchiveRow): row is StandingRow {
  return 'table' in row;
}

/**
 * Each column is named, because objects made by `{ ...row, table }` share no hidden class: in V8 each of them has one
 * of its own, of 360 bytes, and a window of a hundred banks has 140,000 rows.
 */
function toStandingRow(row: ArchiveRow, table: string): StandingRow {
  const { date, base, quote, per, unit, mid, bid, ask, seen, document, until } = row;
  const standing = { date, base, quote, per, unit, mid, bid, ask, seen, document, table };
  return until === undefined ? standing : { ...standing, until };
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

/** Identifies a row within a provider's archive. */
export function rowKey(row: Pick<ArchiveRow, 'date' | 'base' | 'quote' | 'seen' | 'document'>): string {
  const { date, base, quote, seen, document } = row;
  return `${date},${base},${quote},${seen},${document}`;
}

/** All that a row states, in the archive's own digits, for whom states it: `ECB,2014-12-16,EUR,RUB,1,,91.52,,`. */
export function figureName(provider: string, { date, base, quote, per, unit, mid, bid, ask }: ArchiveRow): string {
  return [provider, date, base, quote, per, unit, mid, bid, ask].join();
}

/** The order of an archive's rows, in which the last row of a date, pair and table is the one that stands. */
export function compareRows(left: ArchiveRow, right: ArchiveRow): number {
  return (
    compareTexts(left.date, right.date) ||
    compareTexts(left.base, right.base) ||
    compareTexts(left.quote, right.quote) ||
    compareTexts(left.seen, right.seen) ||
    compareTexts(left.document, right.document)
  );
}

/** The index of the first row of that date or a later one, in rows sorted by date. */
export function firstIndexFrom(rows: readonly ArchiveRow[], date: string): number {
  return lowerBound(rows, (row) => row.date < date);
}

/** The same archive with its rows of some days only. */
export function onDays(
  archive: ProviderArchive,
  { from, to }: { readonly from: string; readonly to: string },
): ProviderArchive {
  const start = firstIndexFrom(archive.rows, from);
  const end = lowerBound(archive.rows, (row) => row.date <= to);
  return { ...archive, rows: archive.rows.slice(start, end) };
}
