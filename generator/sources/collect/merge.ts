/**
 * Merges one document into the archive of a provider, year by year, so that a history of 27 years needs little more
 * memory than one. A figure that changed adds a row, a figure that vanished adds a row without figures, and a figure
 * that is stated again unchanged adds nothing. Pure.
 */
import { groupBy } from '../../kit/items.ts';
import { Decimal } from '../../wire/exact/decimal.ts';
import { addDays, earlierOf, parseIsoDate } from '../../wire/words/calendar.ts';
import {
  type ArchiveRow,
  compareRows,
  type DocumentRow,
  firstIndexFrom,
  isWithdrawn,
  type ProviderArchive,
} from '../archive/rows.ts';
import type { Observation, Span } from '../feeds/provider.ts';

/** A document that has been read completely and checked. */
export interface Statement {
  readonly document: DocumentRow;
  readonly seen: string;
  /** Whether the document may leave figures out without withdrawing them. */
  readonly partial: boolean;
  /** Whether the document leaves alone what a document from another address has stated. */
  readonly yields?: boolean;
  /** A row was left out of which nobody knows what it states, so nothing is withdrawn. */
  readonly incomplete?: boolean;
  /** One for each date and pair. */
  readonly observations: readonly Observation[];
  /** Figures under labels that are in no currency list. They are not written, and not withdrawn either. */
  readonly skipped: readonly Observation[];
  /** The days from the first figure of the document to the last, limited to the span that was asked for. */
  readonly covered: Span;
}

export interface Merge {
  readonly archive: ProviderArchive;
  readonly added: readonly ArchiveRow[];
  /** How many rows of `added` have dates and pairs that are new to the table. */
  readonly fresh: number;
  readonly corrected: number;
  readonly withdrawn: number;
}

export function toMerged(archive: ProviderArchive, statement: Statement): Merge {
  const { document, seen } = statement;
  const current = toCurrent(archive, statement);
  const mark = { seen, document: document.document, table: tableOf(archive, document) };
  let [fresh, corrected] = [0, 0];
  const added: ArchiveRow[] = [];
  for (const observation of statement.observations) {
    const before = current.get(keyOf(observation));
    if (before !== undefined && (!isNewer(mark, before) || isSameStatement(before, observation))) continue;
    if (before !== undefined && statement.yields && archive.documents.get(before.document)?.url !== document.url)
      continue;
    if (before === undefined) fresh++;
    else corrected++;
    added.push(toRow(observation, mark));
  }
  const gone = toWithdrawn(current, statement);
  for (const row of gone) added.push(toRow({ ...row, mid: '', bid: '', ask: '' }, mark));
  const counts = { fresh, corrected, withdrawn: gone.length };
  if (added.length === 0) return { archive, added, ...counts };
  return { archive: withRows(archive, added.sort(compareRows), document), added, ...counts };
}

/** Whether both state the same values: 0.88180 is 0.8818, and 3.1 per 100 is 0.031 per 1. */
export function isSameStatement(left: Observation, right: Observation): boolean {
  if (left.unit !== right.unit || left.until !== right.until) return false;
  const isSame = (one: string, other: string) => {
    if (one === '' || other === '') return one === other;
    if (one === other && left.per === right.per) return true;
    const [scaled, rescaled] = [Decimal.parse(one).times(Decimal.parse(right.per)), Decimal.parse(other)];
    return scaled.compareTo(rescaled.times(Decimal.parse(left.per))) === 0;
  };
  return isSame(left.mid, right.mid) && isSame(left.bid, right.bid) && isSame(left.ask, right.ask);
}

/**
 * Returns the row that is current in this table for each date and pair, on the days that the document covers. A
 * listed document stays in its table, even if a newer version of the program gives the table another name.
 */
export function toCurrent(archive: ProviderArchive, { document, covered }: Statement): Map<string, ArchiveRow> {
  const current = new Map<string, ArchiveRow>();
  const table = tableOf(archive, document);
  for (let index = firstIndexFrom(archive.rows, covered.from); index < archive.rows.length; index++) {
    const row = archive.rows[index];
    if (row === undefined || row.date > covered.to) break;
    if (row.table === table) current.set(keyOf(row), row);
  }
  return current;
}

/**
 * Returns the rows that the document withdraws by leaving them out. Days without figures between two days with figures
 * are covered too.
 */
export function toWithdrawn(current: ReadonlyMap<string, ArchiveRow>, statement: Statement): ArchiveRow[] {
  if (statement.partial || statement.incomplete) return [];
  const { seen, document } = statement;
  const mark = { seen, document: document.document };
  const stated = new Set([...statement.observations, ...statement.skipped].map(keyOf));
  return [...current.values()].filter((row) => !isWithdrawn(row) && !stated.has(keyOf(row)) && isNewer(mark, row));
}

/**
 * Two forms of one document can be recorded within one second. Then the id of the document decides, as it does in the
 * order of rows.
 */
function isNewer(mark: { readonly seen: string; readonly document: string }, row: ArchiveRow): boolean {
  return mark.seen === row.seen ? mark.document > row.document : mark.seen > row.seen;
}

function toRow(observation: Observation, mark: Pick<ArchiveRow, 'seen' | 'document' | 'table'>): ArchiveRow {
  const { date, base, quote, per, unit, mid, bid, ask, until, number } = observation;
  const row = { date, base, quote, per, unit, mid, bid, ask, ...mark };
  if (until !== undefined) return { ...row, until };
  return number === undefined ? row : { ...row, number };
}

function tableOf({ documents }: ProviderArchive, document: DocumentRow): string {
  return (documents.get(document.document) ?? document).table;
}

/** Merges two sorted lists, because sorting 200,000 rows again for each new day takes too long. */
function withRows(archive: ProviderArchive, added: readonly ArchiveRow[], document: DocumentRow): ProviderArchive {
  const rows: ArchiveRow[] = [];
  let next = 0;
  for (const row of archive.rows) {
    for (let found = added[next]; found !== undefined && compareRows(found, row) < 0; found = added[++next]) {
      rows.push(found);
    }
    rows.push(row);
  }
  for (const row of added.slice(next)) rows.push(row);
  const known = archive.documents.get(document.document) ?? document;
  return { ...archive, rows, documents: new Map(archive.documents).set(document.document, known) };
}

export function keyOf({ date, base, quote }: Observation): string {
  return `${date} ${base} ${quote}`;
}

/** What the document states about each year that it covers, oldest first. */
export function* toYears(statement: Statement): Generator<Statement> {
  const [observations, skipped] = [byYear(statement.observations), byYear(statement.skipped)];
  const { to } = statement.covered;
  for (let { from } = statement.covered; from <= to; ) {
    const year = from.slice(0, 4);
    const last = earlierOf(parseIsoDate(`${year}-12-31`), to);
    yield {
      ...statement,
      observations: observations.get(year) ?? [],
      skipped: skipped.get(year) ?? [],
      covered: { from, to: last },
    };
    // No day follows the last one of the year 9999, which an odd row can have.
    if (last === to) return;
    from = addDays(last, 1);
  }
}

/** In the order in which the document has them. */
export function byYear(observations: readonly Observation[]): ReadonlyMap<string, readonly Observation[]> {
  return groupBy(observations, ({ date }) => date.slice(0, 4));
}

// Finds mid rates that lie outside the bid and ask that another table of the same provider states for the same day.
// They are reported and not refused: NBP fixes table A at noon and quotes table C on the morning before, and the
// market moves in between.

/** Returns a sentence for each pair of rows of two tables that contradict each other, if one of them is in `added`. */
export function toContradictions({ rows: archived }: ProviderArchive, added: readonly ArchiveRow[]): readonly string[] {
  const touched = new Set(added.map(pairOf));
  const dates = new Set(added.map(({ date }) => date));
  const groups = new Map<string, Map<string, ArchiveRow>>();
  for (const row of archived) {
    // The date is compared first: making a key for 200,000 rows on each of the 6,500 days of a backfill takes too long.
    if (!dates.has(row.date) || !touched.has(pairOf(row))) continue;
    const group = groups.get(pairOf(row)) ?? new Map<string, ArchiveRow>();
    groups.set(pairOf(row), group.set(row.table, row));
  }
  return [...groups].flatMap(([key, tables]) => {
    const rows = [...tables.values()];
    return rows.flatMap((row) =>
      rows.filter((other) => isOutside(row, other)).map((other) => sentence(key, row, other)),
    );
  });
}

function isOutside(stated: ArchiveRow, other: ArchiveRow): boolean {
  if (stated.mid === '' || stated.unit !== other.unit) return false;
  const ofOne = (figure: string, row: ArchiveRow) => Decimal.parse(figure).over(Decimal.parse(row.per));
  const mid = ofOne(stated.mid, stated);
  const isBelow = other.bid !== '' && mid.compareTo(ofOne(other.bid, other)) < 0;
  return isBelow || (other.ask !== '' && mid.compareTo(ofOne(other.ask, other)) > 0);
}

function sentence(key: string, { mid, per }: ArchiveRow, { bid, ask, per: perSides }: ArchiveRow): string {
  return `${key}: mid ${mid} per ${per} is outside ${bid || '-'} to ${ask || '-'} per ${perSides} of another table`;
}

function pairOf({ date, base, quote }: ArchiveRow): string {
  return `${date} ${base}/${quote}`;
}
