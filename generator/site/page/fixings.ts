/** Fixings as the views need them: the rates of one, and which came before it. */
import { addDays } from '../../wire/calendar.ts';
import type { CurrencyCode, IsoDate, Provider, ProviderCode } from '../../wire/schemas.ts';
import { averagesOf, historicalOf, latestOf, type RatesAsked, seriesOf } from './asking.ts';
import { type CsvRow, parseCsv } from './csv.ts';
import { Missing, Refused, type Source } from './source.ts';

/** By these codes a gateway says that there is no fixing for a date. */
const NO_FIXING: readonly (number | null)[] = [1007, 1008];

export interface Rate {
  readonly currency: string;
  /** Null where the provider states no such side. */
  readonly mid: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
}

export interface Rates {
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
export function readLatest(source: Source, asked: RatesAsked): Promise<Rates> {
  return readRates(source, latestOf(source.host, asked));
}

/** The fixing before that of the date; null if there is none, or if the tree has no file of it. */
export async function readBefore(source: Source, asked: RatesAsked, { date, rates }: Rates): Promise<Rates | null> {
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
  source: Source,
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

/** The dates of a year on which the provider states the currency. */
export async function datesOf(source: Source, provider: string, currency: string, year: string) {
  return (await readSeries(source, provider, currency, year)).map(({ date = '' }) => date);
}

/** One currency through one year, oldest first; empty where the tree has none. */
export async function readSeries(source: Source, provider: string, currency: string, year: string) {
  try {
    return readRows(seriesOf(provider, currency, year), await source.text(seriesOf(provider, currency, year)));
  } catch (error) {
    if (error instanceof Missing && error.cause === undefined) return [];
    if (error instanceof Refused && error.status === 404) return [];
    throw error;
  }
}

async function readRates(source: Source, address: string): Promise<Rates> {
  const rows = readRows(address, await source.text(address));
  const [first] = rows;
  if (first === undefined) throw new Missing(`${address} names no currency.`);
  const { date = '', base = '' } = first;
  const rates = rows.map((row) => ({
    currency: row.currency ?? '',
    mid: stated(row.mid ?? row.rate),
    bid: stated(row.bid),
    ask: stated(row.ask),
  }));
  return { date: date as IsoDate, base, rates, address };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FIGURE = /^(?:\d+(?:\.\d+)?)?$/;

/** @throws Missing where the text is no table of figures: an error page, a file that was cut off, another version */
function readRows(address: string, text: string): readonly CsvRow[] {
  try {
    const rows = parseCsv(text);
    if (rows.every(isFigureRow)) return rows;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Missing(`${address} is not a table of rates: it is cut off, or it belongs to something else.`, {
    cause: 'unreadable',
  });
}

/** The averages of the months from `from` to `to`, by the exact figures, as only a gateway has them; oldest first. */
export async function readAverages(source: Source, asked: RatesAsked, currency: string, from: string, to: string) {
  const address = averagesOf(asked, currency, from, to);
  const rows = parseCsv(await source.text(address));
  return rows.map((row) => ({ ...row, date: `${row.period}-01`, mid: row.mid ?? row.rate ?? '' }));
}

function isFigureRow({ date = '', mid, rate, bid = '', ask = '' }: CsvRow): boolean {
  return DAY.test(date) && [mid ?? rate ?? 'none', bid, ask].every((figure) => FIGURE.test(figure));
}

/** The extended shape has a 0 where a side was not stated. */
function stated(figure: string | undefined): string | null {
  return figure === undefined || figure === '' || figure === '0' ? null : figure;
}
