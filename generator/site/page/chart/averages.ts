/**
 * The figures of a chart averaged by month, quarter or year: a gateway answers them by the exact figures; on a plain
 * host the page averages the series of the year.
 */

import { Ratio } from '../../../wire/exact/decimal.ts';
import { type PeriodKind, periodOf } from '../../../wire/words/calendar.ts';
import { getOrInsert } from '../../../wire/words/order.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { spanOf } from '../base/asking.ts';
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

interface AveragesWanted extends SeriesWanted {
  readonly by: PeriodKind;
  /** Whether the provider publishes units of its own currency for one unit of another, as lira per dollar. */
  readonly isInverse: () => Promise<boolean>;
}

const ONE = Ratio.of(1n, 1n);

/** Oldest first, each dated the first of its period; empty where the provider does not quote both currencies. */
export async function readAverages(source: PageSource, wanted: AveragesWanted): Promise<readonly ChartPoint[]> {
  const { asked, base, currency, from, to, by } = wanted;
  const read = async (code: string): Promise<Series> => {
    if (source.host === 'files') return makeAverages(source, wanted, code);
    if (code === asked.base) return 'reference';
    const rows = await readFigures(source, spanOf(asked, code, from, to, by));
    return rows.flatMap((row) => toFigures({ ...row, date: periodOf(row.from as IsoDate, by).first }));
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
async function makeAverages(source: PageSource, wanted: AveragesWanted, code: string): Promise<Series> {
  const days = await readDays(source, wanted, code, yearsOf(wanted));
  if (days === 'reference' || days.length === 0) return days;
  const isInverse = await wanted.isInverse();
  const periods = new Map<string, Figure[]>();
  for (const day of days) getOrInsert(periods, periodOf(day.date as IsoDate, wanted.by).first, () => []).push(day);
  return [...periods].map(([date, own]) => {
    const [first] = own;
    return first !== undefined && own.length === 1 ? { ...first, date } : computed(date, meanOf(own, isInverse));
  });
}

function meanOf(days: readonly Figure[], isInverse: boolean): Ratio {
  const published = days.map(({ mid }) => (isInverse ? ONE.over(mid) : mid));
  const mean = published.reduce((total, mid) => total.plus(mid)).over(Ratio.of(BigInt(days.length), 1n));
  return isInverse ? ONE.over(mean) : mean;
}
