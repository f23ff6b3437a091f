/** The span of a chart: a range up to the newest day, or the two days that the reader names. */
import type { Status } from '../../../wire/answers/status.ts';
import { addDays, addMonths, earlierOf, endOfMonth, toIsoDate } from '../../../wire/words/calendar.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { type Context, parameter } from '../base/context.ts';
import { Missing } from '../base/source.ts';

/** In months; null is as far back as a provider goes. */
export const RANGES = { '1M': 1, '6M': 6, '1Y': 12, '5Y': 60, max: null } as const;
export type Range = keyof typeof RANGES;
const RANGE_AT_FIRST = '1Y';

export interface Span {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Null where the reader has named the first day. */
  readonly range: Range | null;
}

/** @throws Missing where the address names no days */
export function spanOf(context: Context, known: Status, providers: readonly string[]): Span {
  const to = toIsoDate(parameter(context, 'to', known.date));
  const from = toIsoDate(parameter(context, 'from', ''));
  if (to === null) throw new Missing('The chart needs a first day and a later last day.');
  if (from !== null) return { from, to, range: null };
  const asked = parameter(context, 'range', RANGE_AT_FIRST);
  const range = (Object.keys(RANGES) as readonly Range[]).find((one) => one === asked) ?? RANGE_AT_FIRST;
  const months = RANGES[range];
  if (months !== null) return { from: addDays(sameDay(addMonths(to, -months), to), 1), to, range };
  const firsts = known.providers.filter(({ provider }) => providers.includes(provider)).map(({ first }) => first);
  return { from: firsts.reduce(earlierOf, to), to, range };
}

/** The day of the month, or the last that the month has. */
function sameDay(month: IsoDate, day: IsoDate): IsoDate {
  return earlierOf(`${month.slice(0, 8)}${day.slice(8)}` as IsoDate, endOfMonth(month));
}
