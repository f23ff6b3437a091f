/**
 * Counts what a document withdraws by leaving it out. Banks withdraw a figure, a day, a currency or two; a document
 * that leaves out more was cut off, and half of a list must not become the bank's word that the other half is gone.
 */

import { earlierOf, laterOf } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { isWithdrawn, type ProviderArchive } from '../archive/rows.ts';
import { keyOf, type Statement, toCurrent, toWithdrawn } from './merge.ts';

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
