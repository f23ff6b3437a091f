/** Fixings as the views need them: the rates of one, and which came before it. */
import { addDays } from '../../../wire/words/calendar.ts';
import type { CurrencyCode, IsoDate, Provider, ProviderCode } from '../../../wire/words/schemas.ts';
import { historicalOf, latestOf, type RatesAsked, seriesOf } from './asking.ts';
import type { CsvRow } from './csv.ts';
import { Missing, orNull, type PageSource, Refused } from './source.ts';

/** By these codes a gateway says that there is no fixing for a date. */
const NO_FIXING: readonly (number | null)[] = [1007, 1008];

export interface Rate {
  readonly currency: string;
  /** Null where the provider states no such side. */
  readonly mid: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
  /** Where the figure is not of one unit of the reference currency, such as those that a bank prints. */
  readonly per?: string;
  readonly unit?: string;
  readonly base?: string;
  readonly quote?: string;
}

export interface ShownRates {
  readonly date: IsoDate;
  readonly base: string;
  readonly rates: readonly Rate[];
  /** What was asked for, relative to the page. */
  readonly address: string;
}

/** @param base '' for the provider's reference currency */
export function askedOf(provider: Provider, base: string): RatesAsked {
  const choosesBase = provider.code === 'GLOBAL';
  return {
    provider: provider.code as ProviderCode,
    base: (choosesBase && base !== '' ? base : provider.referenceCurrency) as CurrencyCode,
    choosesBase,
    extended: provider.bidAsk,
  };
}

/** @throws Missing where the provider has no rates in this tree, and what the source throws */
export function readLatest(source: PageSource, asked: RatesAsked): Promise<ShownRates> {
  return readRates(source, latestOf(source.host, asked));
}

/** The fixing before that of the date; null if there is none, or if the tree has no file of it. */
export async function readBefore(
  source: PageSource,
  asked: RatesAsked,
  { date, rates }: ShownRates,
): Promise<ShownRates | null> {
  try {
    const earlier = await dateBefore(source, asked, date, rates);
    return earlier === null ? null : await readRates(source, historicalOf(source.host, asked, earlier));
  } catch (error) {
    // A gateway refuses a date before the first fixing, and a tree need not have dated files.
    if (error instanceof Missing || (error instanceof Refused && NO_FIXING.includes(error.code))) return null;
    throw error;
  }
}

async function dateBefore(
  source: PageSource,
  { provider, base }: RatesAsked,
  date: IsoDate,
  rates: readonly Rate[],
): Promise<IsoDate | null> {
  if (source.host === 'gateway') return addDays(date, -1);
  const other = rates.find(({ currency }) => currency !== base)?.currency;
  if (other === undefined) return null;
  const year = date.slice(0, 4);
  const dates = await datesOf(source, provider, other, year);
  const found = dates.findLast((one) => one < date);
  if (found !== undefined) return found as IsoDate;
  return ((await datesOf(source, provider, other, `${BigInt(year) - 1n}`)).at(-1) ?? null) as IsoDate | null;
}

/** @throws Missing where the text is no table of figures: an error page, a file that was cut off, another version */
export function readFigures(source: PageSource, address: string): Promise<readonly CsvRow[]> {
  return source.rows(address, isFigureRow, 'a table of rates');
}

/** The dates of a year on which the provider states the currency. */
export async function datesOf(source: PageSource, provider: string, currency: string, year: string) {
  return (await readSeries(source, provider, currency, year)).map(({ date = '' }) => date);
}

/** One currency through one year, oldest first; empty where the tree has none. */
export async function readSeries(source: PageSource, provider: string, currency: string, year: string) {
  return (await orNull(readFigures(source, seriesOf(provider, currency, year)))) ?? [];
}

async function readRates(source: PageSource, address: string): Promise<ShownRates> {
  const rows = await readFigures(source, address);
  const [first] = rows;
  if (first === undefined) throw new Missing(`${address} names no currency.`);
  const { date = '', base = '' } = first;
  const rates = rows.map((row) => ({ currency: row.currency ?? '', ...sidesOf(row) }));
  return { date: date as IsoDate, base, rates, address };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PERIOD = /^\d{4}(-(\d\d|Q\d))?$/;
const FIGURE = /^(?:\d+(?:\.\d+)?)?$/;

function isFigureRow({ date = '', period = '', mid, rate, bid = '', ask = '' }: CsvRow): boolean {
  const isDated = DAY.test(date) || PERIOD.test(period);
  return isDated && [mid ?? rate ?? 'none', bid, ask].every((figure) => FIGURE.test(figure));
}

/** What a row states of a currency. */
export function sidesOf({ rate, mid, bid, ask }: CsvRow): Record<'mid' | 'bid' | 'ask', string | null> {
  return { mid: stated(mid ?? rate), bid: stated(bid), ask: stated(ask) };
}

/** The extended shape has a 0 where a side was not stated. */
function stated(figure: string | undefined): string | null {
  return figure === undefined || figure === '' || figure === '0' ? null : figure;
}
