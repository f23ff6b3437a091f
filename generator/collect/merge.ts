/**
 * One document into a provider's archive, pure: which rows it adds. A figure that changed is one more row, one that
 * vanished is a row without figures, one that is the same again is nothing: the archive grows with news, not with nights.
 */

import {
  type ArchiveRow,
  compareRows,
  type DocumentRow,
  firstIndexFrom,
  isWithdrawn,
  type ProviderArchive,
} from '../archive/rows.ts';
import type { Observation, Span } from '../feeds/provider.ts';
import { Decimal } from '../wire/decimal.ts';

/** A document that has been read whole and checked. */
export interface Statement {
  readonly document: DocumentRow;
  readonly seen: string;
  /** An absent figure is not a withdrawn one. */
  readonly partial: boolean;
  /** One per date and pair. */
  readonly observations: readonly Observation[];
  /** Figures under labels of no currency list: not written, but not withdrawn either. */
  readonly skipped: readonly Observation[];
  /** The days that the document speaks of, first to last figure; less where only a part was asked for. */
  readonly covered: Span;
}

export interface Merge {
  readonly archive: ProviderArchive;
  readonly added: readonly ArchiveRow[];
  /** Of `added`: figures of dates and pairs that the table had not stated before. */
  readonly fresh: number;
  readonly corrected: number;
  readonly withdrawn: number;
}

export function toMerged(archive: ProviderArchive, statement: Statement): Merge {
  const { document, seen } = statement;
  const held = toHeld(archive, statement);
  const mark = { seen, document: document.document };
  let [fresh, corrected] = [0, 0];
  const added: ArchiveRow[] = [];
  for (const observation of statement.observations) {
    const before = held.get(keyOf(observation));
    if (before !== undefined && (!isNewer(mark, before) || isSameStatement(before, observation))) continue;
    if (before === undefined) fresh++;
    else corrected++;
    added.push(toRow(observation, mark));
  }
  const gone = toWithdrawn(held, statement).filter((row) => isNewer(mark, row));
  for (const row of gone) added.push(toRow({ ...row, mid: '', bid: '', ask: '' }, mark));
  const counts = { fresh, corrected, withdrawn: gone.length };
  if (added.length === 0) return { archive, added, ...counts };
  return { archive: withRows(archive, added.sort(compareRows), document), added, ...counts };
}

/** True where both state the same values: 0.88180 is 0.8818, and 3.1 per 100 is 0.031 per 1. */
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

/** This table's last word on each date and pair of the days that the document speaks of. */
function toHeld(archive: ProviderArchive, { document, covered }: Statement): Map<string, ArchiveRow> {
  const held = new Map<string, ArchiveRow>();
  for (let index = firstIndexFrom(archive.rows, covered.from); index < archive.rows.length; index++) {
    const row = archive.rows[index];
    if (row === undefined || row.date > covered.to) break;
    if (archive.documents.get(row.document)?.table === document.table) held.set(keyOf(row), row);
  }
  return held;
}

/** A day between two that the document states figures for is covered too: its silence is a statement. */
function toWithdrawn(held: ReadonlyMap<string, ArchiveRow>, statement: Statement): ArchiveRow[] {
  if (statement.partial) return [];
  const stated = new Set([...statement.observations, ...statement.skipped].map(keyOf));
  return [...held.values()].filter((row) => !isWithdrawn(row) && !stated.has(keyOf(row)));
}

/** Within one second (two forms of one document in a recording) the document's name decides, as it does in the order of rows. */
function isNewer(mark: { readonly seen: string; readonly document: string }, row: ArchiveRow): boolean {
  return mark.seen === row.seen ? mark.document > row.document : mark.seen > row.seen;
}

function toRow(observation: Observation, { seen, document }: { seen: string; document: string }): ArchiveRow {
  const { date, base, quote, per, unit, mid, bid, ask, until } = observation;
  const row = { date, base, quote, per, unit, mid, bid, ask, seen, document };
  return until === undefined ? row : { ...row, until };
}

/** Both lists are sorted, and most documents only add at the end: no sort of 200,000 rows for one more day. */
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

function keyOf({ date, base, quote }: Observation): string {
  return `${date} ${base} ${quote}`;
}
