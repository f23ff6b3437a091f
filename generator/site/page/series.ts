/** The figures of a chart: for each provider the price of a currency in another one, by day or averaged by month. */
import { Decimal, Ratio } from '../../wire/decimal.ts';
import type { IsoDate } from '../../wire/schemas.ts';
import type { RatesAsked } from './asking.ts';
import type { Point } from './chart.ts';
import type { CsvRow } from './csv.ts';
import { readAverages, readSeries } from './fixings.ts';
import type { Source } from './source.ts';

export interface Wanted {
  readonly provider: string;
  /** How a gateway is asked for the provider's rates in that base, if the provider has them. */
  readonly asked: RatesAsked;
  /** The provider's reference currency, in which its series are counted. */
  readonly reference: string;
  readonly base: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  /** Whether the provider publishes units of its own currency for one unit of another, as lira per dollar. */
  readonly isInverse: boolean;
}

interface Figure {
  readonly date: string;
  readonly mid: Ratio;
  /** As the file has it; null where the figure was computed here. */
  readonly text: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
}

/** Of crosses, which are computed from figures of ten places, more digits would be invented. */
const SIGNIFICANT = 6;
const ONE = Ratio.of(1n, 1n);

/** Oldest first; empty where the provider does not quote both currencies. */
export async function readPoints(source: Source, wanted: Wanted, monthly: boolean): Promise<readonly Point[]> {
  if (monthly && source.host === 'gateway' && wanted.asked.base === wanted.base) {
    const { asked, currency, from, to } = wanted;
    return (await readAverages(source, asked, currency, from, to)).map((row) => toPoint(toFigure(row)));
  }
  const [base, currency] = await Promise.all([
    read(source, wanted, wanted.base),
    read(source, wanted, wanted.currency),
  ]);
  const figures = monthly
    ? crossed(byMonth(currency, wanted.isInverse), byMonth(base, wanted.isInverse))
    : crossed(currency, base);
  return figures.map(toPoint);
}

type Series = readonly Figure[] | 'reference';

async function read(source: Source, { provider, reference, from, to }: Wanted, currency: string): Promise<Series> {
  if (currency === reference) return 'reference';
  const years: string[] = [];
  for (let year = BigInt(from.slice(0, 4)); year <= BigInt(to.slice(0, 4)); year++) years.push(`${year}`);
  const rows = (await Promise.all(years.map((year) => readSeries(source, provider, currency, year)))).flat();
  return rows
    .filter(({ date = '', mid = '' }) => date >= from && date <= to && mid !== '' && mid !== '0')
    .map(toFigure);
}

function toFigure({ date = '', mid = '', bid = '', ask = '' }: CsvRow): Figure {
  return { date, mid: Ratio.parse(mid), text: mid, bid: bid === '' ? null : bid, ask: ask === '' ? null : ask };
}

/** The price of the currency in the base: of the dates that both series have. */
function crossed(currency: Series, base: Series): readonly Figure[] {
  if (base === 'reference') return currency === 'reference' ? [] : currency;
  if (currency === 'reference') return base.map(({ date, mid }) => computed(date, ONE.over(mid)));
  const divisors = new Map(base.map(({ date, mid }) => [date, mid]));
  return currency.flatMap(({ date, mid }) => {
    const divisor = divisors.get(date);
    return divisor === undefined ? [] : [computed(date, mid.over(divisor))];
  });
}

/**
 * The mean of the days that have a figure, dated the first of the month. It is taken of figures as they are published:
 * of lira per dollar it is one over the mean of lira per dollar, and not the mean of dollars per lira.
 */
function byMonth(series: Series, isInverse: boolean): Series {
  if (series === 'reference') return series;
  const months = new Map<string, Ratio[]>();
  for (const { date, mid } of series) {
    const month = `${date.slice(0, 7)}-01`;
    const held = months.get(month);
    if (held === undefined) months.set(month, [mid]);
    else held.push(mid);
  }
  return [...months].map(([date, mids]) => {
    const published = isInverse ? mids.map((mid) => ONE.over(mid)) : mids;
    const mean = published.reduce((total, mid) => total.plus(mid)).over(Ratio.of(BigInt(mids.length), 1n));
    return computed(date, isInverse ? ONE.over(mean) : mean);
  });
}

function computed(date: string, mid: Ratio): Figure {
  return { date, mid, text: null, bid: null, ask: null };
}

function toPoint({ date, mid, text, bid, ask }: Figure): Point {
  const shown = text ?? mid.roundSignificant(SIGNIFICANT).toString();
  return {
    date: date as IsoDate,
    text: shown,
    mid: onScreen(shown),
    bid: onScreenOrNull(bid),
    ask: onScreenOrNull(ask),
  };
}

/** Only the place on the screen is a float; what is written beside it is the text. */
function onScreen(text: string): number {
  return Number(Decimal.parse(text).toString());
}

function onScreenOrNull(text: string | null): number | null {
  return text === null ? null : onScreen(text);
}
