/** The list of a bank of the world for a day: what it sees of the market, in its own pairs and digits. Pure. */
import type { Observation } from '../../../generator/sources/feeds/provider.ts';
import { addDays } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Bank, Table } from './banks.ts';
import { isDue, weekdayBefore } from './habits.ts';
import type { Market } from './market.ts';
import { bellOf, chanceOf } from './random.ts';

/** A row of a bank's list, before anything is done to its figure. */
export interface Quoted {
  readonly base: string;
  readonly quote: string;
  readonly per: string;
  readonly table: Table;
  readonly day: IsoDate;
  readonly market: Market;
}

/** How a bank states its list otherwise than it always has, and rightly. */
export interface Life {
  /** It publishes nothing. */
  readonly isSilent?: true;
  /** Its units, with the figures that belong to them. */
  readonly per?: string;
  /** The code under which it states a currency. */
  readonly code?: (code: string) => string;
  /** It states the first currency too, in the units and digits of the second. */
  readonly also?: { readonly code: string; readonly like: string };
}

/** What is wrong with a list. */
export interface Fault {
  /** It is the list of another day. */
  readonly marketDay?: IsoDate;
  /** By how much each figure is wrong. */
  readonly times?: (quoted: Quoted) => number;
  /** What is said to be the unit, under an unchanged figure. */
  readonly per?: string;
  readonly sides?: 'exchanged';
}

export interface Statement {
  readonly table: Table;
  readonly row: Observation;
}

export interface Source {
  readonly seed: string;
  readonly bank: Bank;
  readonly market: Market;
}

/** Of a pair always the same, of a bank's figures about the same, and of every figure a last little bit. */
const BIASES = { bank: 0.0008, pair: 0.0012, far: { chance: 0.04, times: 4 }, noise: 0.0004 };
/** The widest half spread that is taken over from a recorded row. */
const HALF_SPREAD_MAX = 0.05;
const SIGNIFICANT_MIN = 5;
const PLACES_MAX = 12;

/** The rows of all tables that have a list for the day; none if the bank is silent. */
export function listOf({ seed, bank, market }: Source, day: IsoDate, life: Life = {}, fault: Fault = {}): Statement[] {
  if (life.isSilent) return [];
  return bank.tables
    .filter((table) => isDue(seed, bank, table, day))
    .flatMap((table) => {
      const pairs = table.pairs.flatMap((row) => [row, ...alsoOf(row, life)]).map((row) => renamed(row, life));
      return pairs
        .filter(({ base, quote }) => market.knowsOrEuro(base) && market.knowsOrEuro(quote))
        .map((row) => ({ table, row: toRow({ seed, bank, market }, { table, row, day }, life, fault) }));
    });
}

function toRow(
  { seed, bank, market }: Source,
  { table, row, day }: { readonly table: Table; readonly row: Observation; readonly day: IsoDate },
  life: Life,
  fault: Fault,
): Observation {
  const { base, quote, mid, bid, ask } = row;
  const pair = `${seed} ${bank.code} ${base}/${quote}`;
  const seen = fault.marketDay ?? (bank.facts.setBefore === undefined ? day : weekdayBefore(day));
  const hour = chanceOf(`${seed} hour ${bank.code} ${table.name}`);
  const per = life.per !== undefined && Number(row.per) > 1 ? life.per : row.per;
  const quoted = { base, quote, per: row.per, table, day, market };
  const worth = levelAt(market, quote, seen, hour) / levelAt(market, base, seen, hour);
  const noise = 1 + biasOf(seed, bank, pair) + bellOf(`${pair} ${seen}`) * BIASES.noise;
  const figure = Number(per) * worth * noise * (fault.times?.(quoted) ?? 1);
  const places = Math.max(placesOf(mid), placesOf(bid), placesOf(ask));
  const half = bid === '' || ask === '' ? 0 : Math.min(HALF_SPREAD_MAX, Math.max(0, halfSpreadOf(bid, ask)));
  const [low, high] = [toDigits(figure * (1 - half), places), toDigits(figure * (1 + half), places)];
  const [buying, selling] = fault.sides === undefined ? [low, high] : [high, low];
  return {
    date: day,
    base,
    quote,
    per: fault.per !== undefined && Number(per) > 1 ? fault.per : per,
    unit: '',
    mid: mid === '' ? '' : toDigits(figure, places),
    bid: bid === '' ? '' : buying,
    ask: ask === '' ? '' : selling,
  };
}

/** Between the end of the day before and that of the day; something that happened that day is seen at any hour. */
function levelAt(market: Market, currency: string, day: IsoDate, hour: number): number {
  const now = market.perEuro(currency, day);
  if (market.isShaken(currency, day)) return now;
  return market.perEuro(currency, addDays(day, -1)) ** hour * now ** (1 - hour);
}

function biasOf(seed: string, { code }: Bank, pair: string): number {
  const isFar = chanceOf(`${pair} far`) < BIASES.far.chance;
  const ofPair = bellOf(`${pair} bias`) * BIASES.pair * (isFar ? BIASES.far.times : 1);
  return bellOf(`${seed} bias ${code}`) * BIASES.bank + ofPair;
}

function alsoOf(row: Observation, { also }: Life): Observation[] {
  if (also === undefined || (row.base !== also.like && row.quote !== also.like)) return [];
  const other = (code: string) => (code === also.like ? also.code : code);
  return [{ ...row, base: other(row.base), quote: other(row.quote) }];
}

function renamed(row: Observation, { code }: Life): Observation {
  return code === undefined ? row : { ...row, base: code(row.base), quote: code(row.quote) };
}

function halfSpreadOf(bid: string, ask: string): number {
  return (Number(ask) - Number(bid)) / 2 / Number(ask);
}

function placesOf(digits: string): number {
  return (digits.split('.')[1] ?? '').length;
}

/** With the bank's decimals, or more where five digits need them. */
function toDigits(figure: number, places: number): string {
  const needed = SIGNIFICANT_MIN - 1 - Math.floor(Math.log10(figure));
  return figure.toFixed(Math.min(Math.max(places, needed, 0), PLACES_MAX));
}
