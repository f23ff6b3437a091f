/** The rows of an archive: what a row states, the order of rows, which rows stand, and the level of one. Pure. */

import { STATED_COLUMNS } from '../../wire/encode/document.ts';
import { Decimal, Ratio } from '../../wire/exact/decimal.ts';
import { compareTexts, lowerBound } from '../../wire/words/order.ts';
import type { Observation } from '../feeds/provider.ts';

/** What every row of an archive states, in the order of its cells. */
export const ROW_COLUMNS = ['date', ...STATED_COLUMNS, 'seen', 'document'] as const;

/** A whole statement of one table about one date and pair. A statement without any figure withdraws the one before. */
export interface ArchiveRow extends Observation {
  /** A UTC instant with seconds: 2026-03-13T15:00:00Z. */
  readonly seen: string;
  /** The key of one of the provider's documents. */
  readonly document: string;
  /** The table that the document is of. */
  readonly table: string;
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

/** The archive as it was at that instant. An archive only grows, and each row says when it was seen. */
export function toAsOf(archive: ProviderArchive, asOf: string | null): ProviderArchive {
  if (asOf === null) return archive;
  const rows = archive.rows.filter(({ seen }) => seen <= asOf);
  const used = new Set(rows.map(({ document }) => document));
  return { ...archive, rows, documents: new Map([...archive.documents].filter(([name]) => used.has(name))) };
}

/** The rows that stand: for each date, pair and table the newest one that is not held back, unless it is withdrawn. */
export function toStanding(
  { rows }: ProviderArchive,
  heldBack: ReadonlySet<ArchiveRow> = new Set(),
): readonly ArchiveRow[] {
  const standing: ArchiveRow[] = [];
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const first = rows[start];
    while (first !== undefined && isSamePair(first, rows[end])) end++;
    const newest = new Map<string, ArchiveRow>();
    for (const row of rows.slice(start, end)) if (!heldBack.has(row)) newest.set(row.table, row);
    const tables = [...newest.values()].sort((left, right) => compareTexts(left.table, right.table));
    for (const row of tables) if (!isWithdrawn(row)) standing.push(row);
  }
  return standing;
}

export function isWithdrawn({ mid, bid, ask }: Observation): boolean {
  return mid === '' && bid === '' && ask === '';
}

function isSamePair(left: Observation, right: Observation | undefined): boolean {
  return left.date === right?.date && left.base === right.base && left.quote === right.quote;
}

/** Identifies a row within a provider's archive. */
export function rowKey(row: Pick<ArchiveRow, 'date' | 'base' | 'quote' | 'seen' | 'document'>): string {
  const { date, base, quote, seen, document } = row;
  return `${date},${base},${quote},${seen},${document}`;
}

/**
 * Everything that a row states, in the archive's own digits, with its provider: `ECB,2014-12-16,EUR,RUB,1,,91.52,,`.
 */
export function figureName(provider: string, { date, base, quote, per, unit, mid, bid, ask }: ArchiveRow): string {
  return [provider, date, base, quote, per, unit, mid, bid, ask].join();
}

/** The order of an archive's rows: the last row of a date, pair and table stands. */
/** The pair and its unit: `EUR/USD `. */
export function pairText({ base, quote, unit }: Pick<ArchiveRow, 'base' | 'quote' | 'unit'>): string {
  return `${base}/${quote} ${unit}`;
}

/** What a row states of its pair, digit by digit. */
export function digitsOf({ per, mid, bid, ask }: Observation): string {
  return `${per} ${mid} ${bid} ${ask}`;
}

/** Whether the first of two figures is the larger one; false if one of the two is not stated. */
export function isAbove(left: string, right: string): boolean {
  return left !== '' && right !== '' && Decimal.parse(left).compareTo(Decimal.parse(right)) > 0;
}

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

/** The same archive with only the rows of some days. */
export function onDays(
  archive: ProviderArchive,
  { from, to }: { readonly from: string; readonly to: string },
): ProviderArchive {
  const start = firstIndexFrom(archive.rows, from);
  const end = lowerBound(archive.rows, (row) => row.date <= to);
  return { ...archive, rows: archive.rows.slice(start, end) };
}

/** Exact: the international troy ounce has 480 grains of 64.79891 mg. */
export const OUNCE_GRAMS = Decimal.parse('31.1034768').toRatio();
const HALF = Ratio.of(1n, 2n);

/**
 * One figure for a row, so that rows with different units and sides can be compared: its mid, or else the average of
 * its sides, or else its only side, per one unit of the base (a metal's: one ounce).
 */
export function levelOf({ per, unit, mid, bid, ask }: Observation): Ratio {
  const [low, high] = [bid || ask, ask || bid];
  const value =
    mid === '' ? Decimal.parse(low).plus(Decimal.parse(high)).toRatio().times(HALF) : Decimal.parse(mid).toRatio();
  const ofOne = value.over(Decimal.parse(per).toRatio());
  return unit === 'g' ? ofOne.times(OUNCE_GRAMS) : ofOne;
}
