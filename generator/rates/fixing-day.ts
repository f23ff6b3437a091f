/**
 * On which day a fixing was made. Some banks set their list in the afternoon and date it the next day, on Friday
 * Saturday or Monday. GLOBAL takes such a list on the day on which it was set. A bank is one of these only if the
 * source, or whoever recorded it, says so. That its figures fit the day before better is no reason: the east fixes
 * hours before Frankfurt. Pure.
 */
import type { ProviderDefinition } from '../feeds/provider.ts';
import { addDays, weekday } from '../wire/words/calendar.ts';
import { within } from '../wire/words/order.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

/** By how many days a date may follow the day of the fixing: on Friday the list of Monday is made. */
export const AHEAD_DAYS = 3;

type Maker = Pick<ProviderDefinition, 'setBefore'>;

export function isSetBefore({ setBefore }: Maker): boolean {
  return setBefore !== undefined;
}

/** The day of the fixing that bears the date: the last Monday to Friday before it, or the date itself. */
export function madeOn(maker: Maker, date: IsoDate): IsoDate {
  if (!isSetBefore(maker)) return date;
  let made = addDays(date, -1);
  while (weekday(made) > 5) made = addDays(made, -1);
  return made;
}

/**
 * Those of the dates whose fixings were made from one day to another. @param dates sorted, and so is what is returned
 */
export function madeWithin(maker: Maker, dates: readonly IsoDate[], from: IsoDate, to: IsoDate): readonly IsoDate[] {
  if (!isSetBefore(maker)) return within(dates, from, to);
  return within(dates, from, addDays(to, AHEAD_DAYS)).filter((date) => {
    const made = madeOn(maker, date);
    return from <= made && made <= to;
  });
}
