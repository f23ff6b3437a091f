/**
 * Finds currencies that were on the last list of a table and are missing from a newer document, because a column was
 * renamed or the list was cut off at the end of a line. A few are reported; if most are missing, the document is
 * refused. Pure.
 */

import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { firstIndexFrom, isWithdrawn, type ProviderArchive } from '../archive/rows.ts';
import type { Observation, Span } from '../feeds/provider.ts';
import type { Statement } from './merge.ts';

interface Vanished {
  /** The date of the last list that had them. */
  readonly date: IsoDate;
  /** Pairs such as `CHF/TRY`, sorted. */
  readonly pairs: readonly string[];
  /** How many pairs that list had. */
  readonly of: number;
}

/** An older list is not compared: the euro replaced twelve currencies on every list in two nights. */
const LIST_DAYS_MAX = 31;

/** The days of the lists that the statement is compared with. */
export function daysBefore({ covered: { to } }: Statement): Span {
  return { from: addDays(to, -LIST_DAYS_MAX), to };
}

/**
 * Returns null if nothing is missing, or if there is no list to compare with.
 * @param archive its rows of `daysBefore` the statement
 */
export function toVanished(archive: ProviderArchive, statement: Statement): Vanished | null {
  if (statement.partial || statement.observations.length === 0) return null;
  const last = lastList(archive, statement);
  if (last === null) return null;
  const stated = new Set([...statement.observations, ...statement.skipped].map(pairOf));
  const pairs = [...last.pairs].filter((pair) => !stated.has(pair)).sort();
  return pairs.length === 0 ? null : { date: last.date, pairs, of: last.pairs.size };
}

/** Whether the document is cut off: more than half of the currencies of a list never end in one night. */
export function isCutOff({ pairs, of }: Vanished): boolean {
  return pairs.length > 2 && pairs.length * 2 > of;
}

function lastList({ rows }: ProviderArchive, statement: Statement) {
  const { document, covered } = statement;
  const { from } = daysBefore(statement);
  let date: IsoDate | null = null;
  const pairs = new Set<string>();
  for (let index = firstIndexFrom(rows, addDays(covered.to, 1)) - 1; index >= 0; index--) {
    const row = rows[index];
    if (row === undefined || row.date < from || (date !== null && row.date < date)) break;
    if (isWithdrawn(row) || row.table !== document.table) continue;
    date = row.date;
    pairs.add(pairOf(row));
  }
  return date === null ? null : { date, pairs };
}

function pairOf({ base, quote }: Observation): string {
  return `${base}/${quote}`;
}
