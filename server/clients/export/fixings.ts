/** The rates of an export by their days, for programs that keep a list for each day. */
import { groupBy } from '../../../generator/kit/items.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { type ExportedRate, pricesOf } from './rows.ts';
import type { Section } from './span.ts';

export interface Fixing {
  readonly date: IsoDate;
  readonly base: string;
  readonly provider: string;
  /** One at least, in the order of their codes. */
  readonly rates: readonly ExportedRate[];
}

/** Oldest first; an answer has all of a day. @param say as of pricesOf @throws InputError for periods, which are no days */
export async function* fixingsOf(sections: readonly Section[], say: (line: string) => void): AsyncGenerator<Fixing> {
  for await (const rows of pricesOf(sections, say)) {
    if (rows.some(({ time, date }) => time !== date)) {
      throw new InputError('this format has days, and no periods: leave out --period');
    }
    for (const [date, rates] of groupBy(rows, (row) => row.date)) {
      const [first] = rates;
      if (first !== undefined) yield { date: date as IsoDate, base: first.base, provider: first.provider, rates };
    }
  }
}

/** The last fixing of each part of the span. @param partOf names the part of a day */
export async function* lastFixings(
  fixings: AsyncIterable<Fixing>,
  partOf: (date: IsoDate) => string,
): AsyncGenerator<Fixing> {
  let last: Fixing | null = null;
  for await (const fixing of fixings) {
    if (last !== null && partOf(last.date) !== partOf(fixing.date)) yield last;
    last = fixing;
  }
  if (last !== null) yield last;
}
