/**
 * Finds currencies that were on the last list of a table and are missing from a newer document, because a column was
 * renamed or the list was cut off at the end of a line. A few are reported; if most are missing, the document is
 * refused. Pure.
 */

import { addDays, earlierOf, laterOf } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { firstIndexFrom, isWithdrawn, type ProviderArchive } from '../archive/rows.ts';
import type { Observation, Span } from '../feeds/provider.ts';
import { keyOf, type Statement, toCurrent, toWithdrawn } from './merge.ts';

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

/** The days of the lists that a list of that day is compared with. */
export function daysBefore(to: IsoDate): Span {
  return { from: addDays(to, -LIST_DAYS_MAX), to };
}

/**
 * Returns null if nothing is missing, or if there is no list to compare with.
 * @param archive its rows of `daysBefore` the statement's last day
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

/**
 * The day of the table's newest list, if that is weeks newer than all that the document states of its pairs: in January
 * banks write last year's number, and a list of the second of December read as one of the twelfth of February is old.
 * @param archive its rows of `daysBefore` today
 */
export function toOvertaking(archive: ProviderArchive, statement: Statement, today: IsoDate): IsoDate | null {
  const last = lastList(archive, { ...statement, covered: { from: today, to: today } });
  if (last === null || statement.covered.to >= addDays(last.date, -LIST_DAYS_MAX)) return null;
  return statement.observations.some((row) => last.pairs.has(pairOf(row))) ? last.date : null;
}

function lastList({ rows }: ProviderArchive, { document, covered }: Statement) {
  const { from } = daysBefore(covered.to);
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

// Counts what a document withdraws by leaving it out. Banks withdraw a figure, a day, a currency or two; a document
// that leaves out more was cut off, and half of a list must not become the bank's word that the other half is gone.

interface Day {
  /** How many figures the archive has of the day. */
  archived: number;
  /** By how many the document has fewer: a figure that moves to another label is not lost. */
  lost: number;
}

const [DAYS_MAX, FIGURES_MAX] = [3, 2];

export class Withdrawals {
  readonly #days = new Map<IsoDate, Day>();

  /** To be called for each year of a document, before any of them is merged. */
  add(archive: ProviderArchive, statement: Statement): void {
    const current = toCurrent(archive, statement);
    for (const row of current.values()) if (!isWithdrawn(row)) this.#on(row.date).archived++;
    const gone = toWithdrawn(current, statement);
    if (gone.length === 0) return;
    for (const { date } of gone) this.#on(date).lost++;
    for (const row of [...statement.observations, ...statement.skipped]) {
      const before = current.get(keyOf(row));
      if (before === undefined || isWithdrawn(before)) this.#on(row.date).lost--;
    }
  }

  /** Says why the document cannot be whole; null if it withdraws no more than banks do. */
  fault(): string | null {
    const days = [...this.#days].filter(([, { archived }]) => archived > 0);
    const whole = days.filter(([, { archived, lost }]) => lost === archived);
    const torn = days.filter(([, { archived, lost }]) => lost < archived && lost > FIGURES_MAX && lost * 10 > archived);
    const isLong = whole.length > DAYS_MAX || (whole.length > 1 && whole.length * 10 > days.length);
    const sum = (name: keyof Day) =>
      days.filter(([, day]) => day[name] > 0).reduce((total, [, day]) => total + day[name], 0);
    if ((!isLong && torn.length === 0) || sum('lost') <= FIGURES_MAX) return null;
    const dates = days.map(([date]) => date);
    const span = `${dates.reduce(earlierOf)} to ${dates.reduce(laterOf)}`;
    const ofDays = whole.length === 0 ? '' : `, and ${whole.length} of ${days.length} days whole`;
    return `it leaves out ${sum('lost')} of the ${sum('archived')} figures that the archive has of ${span}${ofDays}`;
  }

  #on(date: IsoDate): Day {
    const day = this.#days.get(date) ?? { archived: 0, lost: 0 };
    this.#days.set(date, day);
    return day;
  }
}
