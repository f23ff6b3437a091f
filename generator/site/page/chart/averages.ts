/**
 * The figures of a chart averaged by month: a gateway answers them by the exact figures; on a plain host the page
 * averages the series of the year.
 */

import { Ratio } from '../../../wire/exact/decimal.ts';
import { getOrInsert } from '../../../wire/words/order.ts';
import { averagesOf } from '../base/asking.ts';
import { readFigures } from '../base/fixings.ts';
import type { PageSource } from '../base/source.ts';
import type { ChartPoint } from './line.ts';
import {
  computed,
  crossed,
  type Figure,
  readDays,
  type Series,
  type SeriesWanted,
  toFigures,
  toPoint,
  turned,
  yearsOf,
} from './series.ts';

interface MonthsWanted extends SeriesWanted {
  /** Whether the provider publishes units of its own currency for one unit of another, as lira per dollar. */
  readonly isInverse: () => Promise<boolean>;
}

const ONE = Ratio.of(1n, 1n);

/** Oldest first, each dated the first of its month; empty where the provider does not quote both currencies. */
export async function readMonths(source: PageSource, wanted: MonthsWanted): Promise<readonly ChartPoint[]> {
  const { asked, base, currency, from, to } = wanted;
  const read = async (code: string): Promise<Series> => {
    if (source.host === 'files') return makeMonths(source, wanted, code);
    return code === asked.base
      ? 'reference'
      : (await readFigures(source, averagesOf(asked, code, from, to))).flatMap(toFigures);
  };
  // Of GLOBAL the service states averages in any base; of a bank the page divides one by the other.
  const [over, under] = await Promise.all([read(currency), read(base)]);
  const { printed } = wanted;
  const isTurned = over === 'reference' && under !== 'reference' && printed !== null;
  // A mean has more digits than its days.
  if (isTurned) return under.map((one) => toPoint(turned(one, { per: printed.per, places: null })));
  return crossed(over, under).map(toPoint);
}

/**
 * The mean of the days that have a figure. It is taken of figures as they are published: of lira per dollar it is one
 * over the mean of lira per dollar, and not the mean of dollars per lira.
 */
async function makeMonths(source: PageSource, wanted: MonthsWanted, code: string): Promise<Series> {
  const days = await readDays(source, wanted, code, yearsOf(wanted));
  if (days === 'reference' || days.length === 0) return days;
  const isInverse = await wanted.isInverse();
  const months = new Map<string, Figure[]>();
  for (const day of days) getOrInsert(months, `${day.date.slice(0, 7)}-01`, () => []).push(day);
  return [...months].map(([date, own]) => {
    const [first] = own;
    return first !== undefined && own.length === 1 ? { ...first, date } : computed(date, meanOf(own, isInverse));
  });
}

function meanOf(days: readonly Figure[], isInverse: boolean): Ratio {
  const published = days.map(({ mid }) => (isInverse ? ONE.over(mid) : mid));
  const mean = published.reduce((total, mid) => total.plus(mid)).over(Ratio.of(BigInt(days.length), 1n));
  return isInverse ? ONE.over(mean) : mean;
}
