/** A provider's index file: its fixings, the days for which each is valid, and the currency in which it is stated. */
import { z } from 'zod';
import { lowerBound } from '../words/order.ts';
import { currencyCode, type IsoDate, isoDate, providerCode } from '../words/schemas.ts';

export { referenceOn } from '../words/codes.ts';

/** The fixing of `date` is valid to `until`, which is the same day unless the provider published a period. */
export interface Period {
  readonly date: IsoDate;
  readonly until: IsoDate;
}

const INTERVAL = /^\d{4}-\d{2}-\d{2}(\/\d{4}-\d{2}-\d{2})?$/;
const DAY_LENGTH = '2026-03-02'.length;

/** One check for the whole list: zod takes ten times as long for each of 7,000 dates. */
const intervals = z
  .custom<readonly string[]>(isIntervals, 'not a list of days, or of spans such as 2021-06-01/2021-06-30')
  .transform((list) => list.map(toPeriod));

function isIntervals(value: unknown): boolean {
  const isInterval = (one: unknown) => typeof one === 'string' && INTERVAL.test(one);
  return Array.isArray(value) && value.length > 0 && value.every(isInterval);
}

/** Reads what `intervalText` writes. @throws TypeError for any other text */
export function parseInterval(text: string): Period {
  if (INTERVAL.test(text)) return toPeriod(text);
  throw new TypeError(`not a day or two days: ${text.slice(0, 40)}`);
}

/**
 * The periods that were read, by their text: a hundred banks with 27 years have 690,000, but only 10,000 different ones. A gateway
 * holds all of them, 6 MB then and not 75.
 */
const PERIODS = new Map<string, Period>();
const PERIODS_MAX = 50_000;

/** Cuts, and does not check again. */
function toPeriod(text: string): Period {
  const known = PERIODS.get(text);
  if (known !== undefined) return known;
  const period = { date: text.slice(0, DAY_LENGTH), until: text.slice(-DAY_LENGTH) } as Period;
  if (PERIODS.size === PERIODS_MAX) PERIODS.clear();
  PERIODS.set(text, period);
  return period;
}

export function intervalText({ date, until }: Period): string {
  return date === until ? date : `${date}/${until}`;
}

export const providerIndex = z.object({
  provider: providerCode,
  /** Date of the newest fixing on or before the release's day; null while all fixings are dated later. */
  latest: isoDate.nullable(),
  /** Reference currencies, oldest first, each valid from its date on. */
  references: z.array(z.object({ from: isoDate, currency: currencyCode })).min(1),
  /** Fixings, oldest first: `2026-03-02`, or `2021-06-01/2021-06-30` for a period. */
  fixings: intervals,
});

export type ProviderIndex = z.infer<typeof providerIndex>;
export type Fixings = Pick<ProviderIndex, 'fixings'>;

export function indexText(index: ProviderIndex): string {
  const fixings = index.fixings.map(intervalText);
  return `${JSON.stringify({ ...index, fixings })}\n`;
}

/** The date of the fixing that is valid on the day, or null. */
export function fixingFor(index: Fixings, date: IsoDate): IsoDate | null {
  const period = newestPeriod(index, date);
  return period !== null && date <= period.until ? period.date : null;
}

/** How old the fixing of a conversion may be: a month of holidays. */
export const CONVERT_AGE_DAYS_MAX = 31;

/** The date of the newest fixing on or before the day, however old, or null. */
export function fixingOnOrBefore(index: Fixings, date: IsoDate): IsoDate | null {
  return newestPeriod(index, date)?.date ?? null;
}

/** Dates of the fixings from the first day to the last one, oldest first. */
export function datesWithin({ fixings }: Fixings, first: IsoDate, last: IsoDate): readonly IsoDate[] {
  const from = lowerBound(fixings, ({ date }) => date < first);
  const to = lowerBound(fixings, ({ date }) => date <= last);
  return fixings.slice(from, to).map(({ date }) => date);
}

function newestPeriod({ fixings }: Fixings, date: IsoDate): Period | null {
  return fixings[lowerBound(fixings, (period) => period.date <= date) - 1] ?? null;
}
