/** The figures of a chart: for each provider the price of a currency in another one, by day. */
import { Decimal, Ratio } from '../../../wire/exact/decimal.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import type { RatesAsked } from '../base/asking.ts';
import type { CsvRow } from '../base/csv.ts';
import { readSeries, sidesOf } from '../base/fixings.ts';
import { mapInSlices } from '../base/pause.ts';
import type { PageSource } from '../base/source.ts';
import { padded } from '../language/locale.ts';
import type { ChartPoint } from './line.ts';

export interface SeriesWanted {
  readonly provider: string;
  /** How a gateway is asked for the provider's rates in that base, if the provider has them. */
  readonly asked: RatesAsked;
  /** The provider's reference currency, in which its series are counted. */
  readonly reference: string;
  readonly base: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  /** How the provider prints the pair; null where it does not, or where several are compared. */
  readonly printed: PrintedWay | null;
}

/** Of how many units of the other currency a bank prints the price, and with how many decimals, if that is known. */
export interface PrintedWay {
  readonly per: string;
  readonly places: number | null;
}

export interface Figure {
  readonly date: string;
  readonly mid: Ratio;
  /** As the file has it; null where the figure was computed here. */
  readonly text: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
}

/** Of crosses, which are computed from figures of ten places, more digits would be invented. */
export const SIGNIFICANT = 6;
const ONE = Ratio.of(1n, 1n);

/** Without figures: the price of the currency in itself is one on every day. */
export type Series = readonly Figure[] | 'reference';

/** Oldest first; empty where the provider does not quote both currencies. */
export async function readPoints(source: PageSource, wanted: SeriesWanted): Promise<readonly ChartPoint[]> {
  const years = yearsOf(wanted);
  const [base, currency] = await Promise.all([
    readDays(source, wanted, wanted.base, years),
    readDays(source, wanted, wanted.currency, years),
  ]);
  const { printed } = wanted;
  const isTurned = currency === 'reference' && base !== 'reference' && printed !== null;
  if (isTurned) return mapInSlices(base, (one) => toPoint(turned(one, printed)));
  return mapInSlices(crossed(currency, base), toPoint);
}

/** Of the years of the span that are named. */
export async function readDays(
  source: PageSource,
  { provider, reference, from, to }: SeriesWanted,
  currency: string,
  years: readonly string[],
): Promise<Series> {
  if (currency === reference) return 'reference';
  const rows = (await Promise.all(years.map((year) => readSeries(source, provider, currency, year)))).flat();
  const isWanted = ({ date = '' }: CsvRow) => date >= from && date <= to;
  return (await mapInSlices(rows.filter(isWanted), toFigures)).flat();
}

/** All years in which the span has days, oldest first. */
export function yearsOf({ from, to }: Pick<SeriesWanted, 'from' | 'to'>): readonly string[] {
  const years: string[] = [];
  for (let year = BigInt(from.slice(0, 4)); year <= BigInt(to.slice(0, 4)); year++) years.push(`${year}`);
  return years;
}

/** None where only sides are stated. */
export function toFigures({ date = '', ...row }: CsvRow): readonly Figure[] {
  const { mid, bid, ask } = sidesOf(row);
  return mid === null ? [] : [{ date, mid: Ratio.parse(mid), text: mid, bid, ask }];
}

/** The price of the currency in the base: of the dates that both series have. */
export function crossed(currency: Series, base: Series): readonly Figure[] {
  if (base === 'reference') return currency === 'reference' ? [] : currency;
  if (currency === 'reference') return base.map(({ date, mid }) => computed(date, ONE.over(mid)));
  const divisors = new Map(base.map(({ date, mid }) => [date, mid]));
  return currency.flatMap(({ date, mid }) => {
    const divisor = divisors.get(date);
    return divisor === undefined ? [] : [computed(date, mid.over(divisor))];
  });
}

/** A rate is the inverse of what the bank prints, to ten places: where these are enough, it is read back digit by digit. */
export function turned({ date, mid, bid, ask }: Figure, { per: units, places }: PrintedWay): Figure {
  const per = Ratio.parse(units);
  const read = (rate: Ratio) => {
    const exact = per.over(rate);
    const isEnough = places !== null && exact.over(rate).compareTo(Decimal.of(1n, places - 10).toRatio()) < 0;
    return isEnough ? padded(exact.round(places), places) : exact.roundSignificant(SIGNIFICANT).toString();
  };
  const side = (text: string | null) => (text === null ? null : read(Ratio.parse(text)));
  // What a bank pays for a unit is the inverse of what it asks the other way round.
  return { date, mid: per.over(mid), text: read(mid), bid: side(ask), ask: side(bid) };
}

/** What was not stated by anybody, but made here. */
export function computed(date: string, mid: Ratio): Figure {
  return { date, mid, text: null, bid: null, ask: null };
}

export function toPoint({ date, mid, text, bid, ask }: Figure): ChartPoint {
  const shown = text ?? mid.roundSignificant(SIGNIFICANT).toString();
  return {
    date: date as IsoDate,
    text: shown,
    bidText: bid,
    askText: ask,
    mid: onScreen(shown),
    bid: onScreenOrNull(bid),
    ask: onScreenOrNull(ask),
  };
}

/** Only the place on the screen is a float; what is written beside it is the text. */
export function onScreen(text: string): number {
  return Number(Decimal.parse(text).toString());
}

function onScreenOrNull(text: string | null): number | null {
  return text === null ? null : onScreen(text);
}
