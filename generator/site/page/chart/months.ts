/**
 * The figures of a chart averaged by month. Those of months that are over are the tree's own, by the exact figures: a
 * gateway answers them, a plain host has them as files. Where such a host has no file, the page averages and says so.
 */

import { Ratio } from '../../../wire/exact/decimal.ts';
import { addMonths, parseIsoDate, startOfMonth } from '../../../wire/words/calendar.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import { type Average, readAverages, readAveragesFile } from '../base/fixings.ts';
import type { PageSource } from '../base/source.ts';
import type { ChartPoint } from './line.ts';
import {
  computed,
  crossed,
  type Figure,
  readDays,
  type Series,
  type SeriesWanted,
  toPoint,
  yearsOf,
} from './series.ts';

interface MonthsWanted extends SeriesWanted {
  /** The month of the tree's own day: it is not over, so that no file has it. */
  readonly current: string;
  /** Whether the provider publishes units of its own currency for one unit of another, as lira per dollar. */
  readonly isInverse: () => Promise<boolean>;
}

export interface Months {
  /** Oldest first, each dated the first of its month; empty where the provider does not quote both currencies. */
  readonly points: readonly ChartPoint[];
  /** The months that are over and were averaged here, because the tree has no average of them; oldest first. */
  readonly made: readonly string[];
}

const ONE = Ratio.of(1n, 1n);

export async function readMonths(source: PageSource, wanted: MonthsWanted): Promise<Months> {
  const { asked, base, currency, from, to } = wanted;
  if (source.host === 'files') return readFiles(source, wanted);
  const read = async (code: string): Promise<Series> =>
    code === asked.base ? 'reference' : (await readAverages(source, asked, code, from, to)).flatMap(toFigures);
  // Of GLOBAL the service states averages in any base; of a bank the page divides one by the other.
  const [over, under] = await Promise.all([read(currency), read(base)]);
  return { points: crossed(over, under).map(toPoint), made: [] };
}

/** The base of the files is the provider's reference currency. */
async function readFiles(source: PageSource, wanted: MonthsWanted): Promise<Months> {
  const files = await Promise.all(yearsOf(wanted).map((year) => readAveragesFile(source, wanted.asked, year)));
  const stated = files.flatMap((averages) => averages ?? []);
  const known = new Set(stated.map(({ month }) => month));
  const lacking = monthsOf(wanted).filter((month) => !known.has(month));
  const read = async (code: string): Promise<Series> => {
    if (code === wanted.reference) return 'reference';
    const own = stated.filter((one) => one.currency === code && one.base === wanted.reference && isIn(wanted, one));
    return [...own.flatMap(toFigures), ...(await makeMonths(source, wanted, code, lacking))].sort(byDate);
  };
  const [over, under] = await Promise.all([read(wanted.currency), read(wanted.base)]);
  const figures = crossed(over, under);
  const months = figures.map(({ date }) => date.slice(0, 7));
  return {
    points: figures.map(toPoint),
    made: months.filter((month) => month < wanted.current && !known.has(month)),
  };
}

/**
 * The mean of the days that have a figure. It is taken of figures as they are published: of lira per dollar it is one
 * over the mean of lira per dollar, and not the mean of dollars per lira.
 */
async function makeMonths(source: PageSource, wanted: MonthsWanted, code: string, months: readonly string[]) {
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  const days = await readDays(source, wanted, code, years);
  if (days === 'reference' || days.length === 0) return [];
  const isInverse = await wanted.isInverse();
  return months.flatMap((month) => {
    const own = days.filter(({ date }) => date.startsWith(month));
    const [first] = own;
    if (first === undefined) return [];
    return [own.length === 1 ? { ...first, date: `${month}-01` } : computed(`${month}-01`, meanOf(own, isInverse))];
  });
}

function meanOf(days: readonly Figure[], isInverse: boolean): Ratio {
  const published = days.map(({ mid }) => (isInverse ? ONE.over(mid) : mid));
  const mean = published.reduce((total, mid) => total.plus(mid)).over(Ratio.of(BigInt(days.length), 1n));
  return isInverse ? ONE.over(mean) : mean;
}

function toFigures({ month, mid, bid, ask }: Average): readonly Figure[] {
  return mid === null ? [] : [{ date: `${month}-01`, mid: Ratio.parse(mid), text: mid, bid, ask }];
}

function isIn({ from, to }: SeriesWanted, { month }: Average): boolean {
  return month >= from.slice(0, 7) && month <= to.slice(0, 7);
}

/** All months in which the span has days, oldest first. */
function monthsOf({ from, to }: SeriesWanted): readonly string[] {
  const months: string[] = [];
  for (let day = startOfMonth(parseIsoDate(from)); day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}

function byDate(one: Figure, other: Figure): number {
  return compareTexts(one.date, other.date);
}
