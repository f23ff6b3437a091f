/**
 * The banks of the world, as an archive of recordings shows them: each bank's tables with their pairs, units, digits
 * and rhythm, and the levels at which the invented market begins.
 */
import { readArchive } from '../../../generator/sources/archive/archive.ts';
import { type ArchiveRow, type ProviderArchive, toStanding } from '../../../generator/sources/archive/rows.ts';
import { readCurrencies, toCurrencies } from '../../../generator/sources/facts/currencies.ts';
import { type Observation, type ProviderFacts, weeklyTables } from '../../../generator/sources/feeds/provider.ts';
import { PROVIDERS } from '../../../generator/sources/providers/index.ts';
import { daysBetween } from '../../../generator/wire/words/calendar.ts';
import { BEGINNING } from './market.ts';

export interface Table {
  readonly name: string;
  /** The address of its documents. */
  readonly url: string;
  readonly rhythm: 'daily' | 'weekly' | 'monthly';
  /** The last recorded row of each pair, whose units, sides and digits its invented ones have. */
  readonly pairs: readonly ArchiveRow[];
}

export interface Bank {
  readonly code: string;
  readonly facts: ProviderFacts;
  /** Its currency today. */
  readonly reference: string;
  readonly tables: readonly Table[];
}

/** Older lists may have columns that the bank has given up. */
const RECORDED_SINCE = '2025-06-01';
/** A pair that a table lacks for so many days is no longer in it. */
const PAIR_DAYS_MAX = 40;

/** Those that publish at least once a month, without those of whom there is no recording. */
export async function readBanks(dir: string): Promise<readonly Bank[]> {
  const inUse = new Set(toCurrencies(readCurrencies(), BEGINNING).flatMap((one) => (one.obsolete ? [] : [one.code])));
  const banks: Bank[] = [];
  for (const facts of PROVIDERS) {
    if (facts.obsolete || facts.quarterly || facts.kind !== undefined) continue;
    const archive = await readArchive(dir, facts.code);
    const reference = facts.references.at(-1)?.currency ?? '';
    const tables = tablesOf(facts, archive, (code) => inUse.has(code as never));
    if (tables.length > 0) banks.push({ code: facts.code, facts, reference, tables });
  }
  return banks;
}

function tablesOf(facts: ProviderFacts, archive: ProviderArchive, isInUse: (code: string) => boolean): Table[] {
  const weekly = weeklyTables(facts);
  const newest = new Map<string, Map<string, ArchiveRow>>();
  for (const row of toStanding(archive)) {
    if (row.date < RECORDED_SINCE || row.unit !== '' || !isInUse(row.base) || !isInUse(row.quote)) continue;
    const pairs = newest.get(row.table) ?? new Map<string, ArchiveRow>();
    newest.set(row.table, pairs.set(`${row.base}/${row.quote}`, row));
  }
  return [...newest].map(([name, byPair]) => {
    const all = [...byPair.values()];
    const last = all.reduce((newer, row) => (row.date > newer.date ? row : newer));
    const pairs = all.filter(({ date }) => daysBetween(date, last.date) < PAIR_DAYS_MAX);
    const rhythm = facts.monthly ? 'monthly' : weekly.has(name) ? 'weekly' : 'daily';
    return { name, url: archive.documents.get(last.document)?.url ?? '', rhythm, pairs };
  });
}

// What a list says of each currency, in the bank's own currency.

/**
 * Units of each currency per unit of the bank's own, once for each table that states it. What is stated against the
 * bank's bridge (BOJ's euros in dollars) comes through that.
 */
export function quotesOf({ reference, facts }: Bank, rows: readonly Observation[]): ReadonlyMap<string, number[]> {
  const quotes = new Map<string, number[]>();
  const { bridge } = facts;
  for (const against of [reference, bridge]) {
    const through = against === reference ? 1 : quotes.get(against ?? '')?.[0];
    for (const row of rows) {
      const isBase = row.base === against;
      const currency = isBase ? row.quote : row.base;
      if (through === undefined || (!isBase && row.quote !== against) || currency === reference) continue;
      if (against === bridge && (row.base === reference || row.quote === reference)) continue;
      const value = figureOf(row) / Number(row.per);
      quotes.set(currency, [...(quotes.get(currency) ?? []), through * (isBase ? value : 1 / value)]);
    }
  }
  return quotes;
}

/** The mid, or what is halfway between the sides. */
function figureOf({ mid, bid, ask }: Observation): number {
  return mid === '' ? (Number(bid || ask) + Number(ask || bid)) / 2 : Number(mid);
}

/**
 * Units of each currency per euro: of each bank's last list through its own euro or dollar, and of all banks the
 * middle one.
 */
export function levelsOf(banks: readonly Bank[]): ReadonlyMap<string, number> {
  const lists = banks.map((bank) => {
    const quotes = quotesOf(
      bank,
      bank.tables.flatMap(({ pairs }) => pairs),
    );
    return new Map([[bank.reference, 1], ...[...quotes].map(([code, [first = 1]]) => [code, first] as const)]);
  });
  const dollar = medianOf(lists.flatMap((own) => ratioOf(own.get('USD'), own.get('EUR'))));
  const found = new Map<string, number[]>();
  for (const own of lists) {
    const euro = own.get('EUR') ?? ratioOf(own.get('USD'), dollar)[0];
    if (euro === undefined) continue;
    for (const [code, units] of own) found.set(code, [...(found.get(code) ?? []), units / euro]);
  }
  return new Map([...found].map(([code, values]) => [code, medianOf(values)]));
}

function ratioOf(over: number | undefined, under: number | undefined): number[] {
  return over === undefined || under === undefined ? [] : [over / under];
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}
