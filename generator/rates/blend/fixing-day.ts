/**
 * The day on which a fixing was made. Some banks set their list in the afternoon and date it the next day, or on a
 * Friday the Saturday or Monday. GLOBAL takes such a list on the day on which it was set. A bank counts as one of these
 * only if the source, or whoever recorded it, says so. That its figures fit the day before better proves nothing: Asia
 * fixes hours before Frankfurt. Pure.
 */
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { addDays, weekday } from '../../wire/words/calendar.ts';
import { within } from '../../wire/words/order.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

/** How many days after the day of the fixing its date may be: Monday's list is made on Friday. */
export const AHEAD_DAYS = 3;

type Maker = Pick<ProviderFacts, 'setBefore'>;

export function isSetBefore({ setBefore }: Maker): boolean {
  return setBefore !== undefined;
}

/** The day on which the fixing with this date was made: the last Monday to Friday before it, or the date itself. */
export function madeOn(maker: Maker, date: IsoDate): IsoDate {
  if (!isSetBefore(maker)) return date;
  let made = addDays(date, -1);
  while (weekday(made) > 5) made = addDays(made, -1);
  return made;
}

/** The dates whose fixings were made in a span of days. @param dates sorted, like the result */
export function madeWithin(maker: Maker, dates: readonly IsoDate[], from: IsoDate, to: IsoDate): readonly IsoDate[] {
  if (!isSetBefore(maker)) return within(dates, from, to);
  return within(dates, from, addDays(to, AHEAD_DAYS)).filter((date) => {
    const made = madeOn(maker, date);
    return from <= made && made <= to;
  });
}
