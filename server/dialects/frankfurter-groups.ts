/**
 * Weekly and monthly averages of Frankfurter's second interface: the exact mean of the figures as they were published,
 * turned into the direction of the answer by one division, as a mean of inverted rates is not the inverse of a mean.
 */
import { z } from 'zod';
import { namedRows } from '../../generator/wire/answers/named-rows.ts';
import { provenancePath } from '../../generator/wire/answers/paths.ts';
import { referenceOn } from '../../generator/wire/answers/provider-index.ts';
import { Decimal, type Ratio } from '../../generator/wire/exact/decimal.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { parseTreeFile } from '../../generator/wire/release/tree-file.ts';
import { addDays, daysBetween, weekday } from '../../generator/wire/words/calendar.ts';
import { lowerBound } from '../../generator/wire/words/order.ts';
import { type CurrencyCode, currencyCode, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import type { SpanFixing } from '../perform/span.ts';
import { Problem } from '../query/problem.ts';
import { crossesIn } from './crosses.ts';
import type { RatesRequest } from './frankfurter-request.ts';
import type { DayRows } from './frankfurter-row.ts';
import type { Rates } from './rates.ts';

interface GroupsWanted extends RatesRequest {
  readonly provider: KnownProvider;
  readonly span: NonNullable<RatesRequest['span']>;
  readonly group: 'week' | 'month';
}

/** Whole periods: each in which a day of the span lies. @throws Problem, StoreDown */
export async function* rowsOfGroups(rates: Rates, wanted: GroupsWanted): AsyncGenerator<DayRows> {
  const { provider, base, quotes, span, group } = wanted;
  // The figures from which GLOBAL made a fixing have no averages of their own.
  if (wanted.expands && provider.facts.code === GLOBAL) {
    throw new Problem(1104, 'expand is answered together with group for one provider only; name it in providers');
  }
  const [first, last] = [periodOf(span.from, group), periodOf(span.to, group)];
  const { fixings } = provider.index;
  const begin = lowerBound(fixings, ({ date }) => periodOf(date, group) < first);
  const end = lowerBound(fixings, ({ date }) => periodOf(date, group) <= last);
  const dates = fixings.slice(begin, end).map(({ date }) => date);
  const codes = quotes === null ? null : new Set([...quotes, base]);
  let period: readonly SpanFixing[] = [];
  const rowsOf = async (fixings: readonly SpanFixing[]) =>
    toRows(fixings, await invertedOf(rates, provider, fixings), wanted);
  for await (const fixing of rates.span({ provider, dates, codes })) {
    const [begun] = period;
    if (begun !== undefined && periodOf(begun.date, group) !== periodOf(fixing.date, group)) {
      yield await rowsOf(period);
      period = [];
    }
    period = [...period, fixing];
  }
  if (period.length > 0) yield await rowsOf(period);
}

/** The day that names the period: the first of the month, or 1 January and seven days for each Monday since. */
function periodOf(date: IsoDate, group: 'week' | 'month'): IsoDate {
  if (group === 'month') return `${date.slice(0, 7)}-01` as IsoDate;
  const january = `${date.slice(0, 4)}-01-01` as IsoDate;
  const days = daysBetween(january, date) + 8 - weekday(date);
  return addDays(january, days - (days % 7));
}

function toRows(
  fixings: readonly SpanFixing[],
  inverted: ReadonlySet<string>,
  { base, quotes, group }: GroupsWanted,
): DayRows {
  const [begun] = fixings;
  if (begun === undefined) return [];
  const sums = new Map<CurrencyCode, { sum: Ratio; count: bigint }>();
  for (const { mids } of fixings) {
    for (const [code, mid] of mids) {
      const published = inverted.has(code) ? mid.inverse() : mid;
      const before = sums.get(code);
      sums.set(code, { sum: before?.sum.plus(published) ?? published, count: (before?.count ?? 0n) + 1n });
    }
  }
  const means = new Map<CurrencyCode, Ratio>();
  for (const [code, { sum, count }] of sums) {
    const mean = sum.over(Decimal.of(count, 0).toRatio());
    means.set(code, inverted.has(code) ? mean.inverse() : mean);
  }
  const date = periodOf(begun.date, group);
  return crossesIn(means, { base, quotes }).map(([quote, rate]) => ({ date, quote, rate }));
}

const figure = z.object({ currency: currencyCode, base: currencyCode });
const provenance = z.object({ figures: namedRows.pipe(z.array(figure)) });

/**
 * The currencies whose figures the provider publishes as reference currency per unit of the currency. GLOBAL's are per
 * euro. A bank keeps its direction for years, so that the last fixing of the period tells it for the whole.
 */
async function invertedOf(
  rates: Rates,
  { facts, index }: KnownProvider,
  fixings: readonly SpanFixing[],
): Promise<ReadonlySet<string>> {
  const last = fixings.at(-1);
  if (facts.code === GLOBAL || last === undefined) return new Set();
  const path = provenancePath(facts.code, last.date);
  const bytes = await rates.file(path);
  if (bytes === null) throw new Problem(1503, `the provenance of ${facts.code} on ${last.date} is not at hand`);
  const reference = referenceOn(index.references, last.date);
  const { figures } = parseTreeFile(path, bytes, provenance);
  const inverted = figures.filter(({ currency, base }) => base === currency && base !== reference);
  return new Set(inverted.map(({ currency }) => currency));
}
