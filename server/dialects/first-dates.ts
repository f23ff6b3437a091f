/**
 * On which date a provider quoted each currency first. No file of the tree lists this. The first table of each year
 * tells which currencies were there by then, and the series of the year before tells the date.
 */
import type { KnownProvider } from '../../generator/wire/catalogue.ts';
import { seriesPath } from '../../generator/wire/paths.ts';
import type { CurrencyCode, IsoDate } from '../../generator/wire/schemas.ts';
import type { Rates } from './rates.ts';

/** By release and provider: a release does not change, and each provider needs some two hundred reads once. */
const HELD = new WeakMap<object, Map<string, Promise<ReadonlyMap<string, IsoDate>>>>();

/**
 * @param lastDates of the currencies that the provider has ever quoted, each with its last date
 * @throws Problem, StoreDown
 */
export function firstDates(
  rates: Rates,
  provider: KnownProvider,
  lastDates: ReadonlyMap<CurrencyCode, IsoDate>,
): Promise<ReadonlyMap<string, IsoDate>> {
  const { tree } = rates.catalogue;
  const ofTree = HELD.get(tree) ?? new Map<string, Promise<ReadonlyMap<string, IsoDate>>>();
  HELD.set(tree, ofTree);
  const { code } = provider.facts;
  const held = ofTree.get(code);
  if (held !== undefined) return held;
  const read = readFirstDates(rates, provider, lastDates);
  ofTree.set(code, read);
  // What the store failed to give is asked for again next time.
  read.catch(() => ofTree.delete(code));
  return read;
}

async function readFirstDates(
  rates: Rates,
  provider: KnownProvider,
  lastDates: ReadonlyMap<CurrencyCode, IsoDate>,
): Promise<ReadonlyMap<string, IsoDate>> {
  const seenOn = new Map<CurrencyCode, IsoDate>();
  const yearsFirst = provider.index.fixings.filter(
    ({ date }, place, all) => all[place - 1]?.date.slice(0, 4) !== date.slice(0, 4),
  );
  for (const { date } of yearsFirst) {
    for (const code of (await rates.table(provider, date)).figures.keys())
      if (!seenOn.has(code)) seenOn.set(code, date);
  }
  const found = new Map<string, IsoDate>();
  for (const [code, last] of lastDates) {
    const seen = seenOn.get(code);
    found.set(code, await firstOf(rates, provider, code, seen ?? last));
  }
  for (const { date } of yearsFirst.slice(0, 1)) {
    for (const code of (await rates.table(provider, date)).figures.keys()) found.set(code, date);
  }
  return found;
}

/** @param seen a date on which it is quoted: it may have begun in that year, or in the year before */
async function firstOf(rates: Rates, provider: KnownProvider, code: CurrencyCode, seen: IsoDate): Promise<IsoDate> {
  let first = seen;
  for (let year = BigInt(seen.slice(0, 4)); ; year--) {
    const bytes = await rates.file(seriesPath(provider.facts.code, code, `${year}`, 'csv'));
    const [, row] = bytes?.toString('utf8').split('\r\n') ?? [];
    if (row === undefined || row === '') return first;
    first = row.slice(0, 10) as IsoDate;
  }
}
