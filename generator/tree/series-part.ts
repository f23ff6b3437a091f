/** Brings one provider's series up to date, year by year, and knows the last date on which each currency is stated. */

import { compareTexts } from '../wire/order.ts';
import { seriesFolder, seriesPath } from '../wire/paths.ts';
import { type CurrencyCode, currencyCode, type IsoDate, isoDate, type ProviderCode } from '../wire/schemas.ts';
import type { Table } from '../wire/table.ts';
import { type Change, type Hashes, type TreeInPlace, unit } from './change.ts';
import { type InputsMemory, toContent } from './inputs.ts';
import { renderSeries } from './series.ts';
import { readInPlace, type Tables } from './tables.ts';

export interface SeriesPart {
  /** Contents by name: `series/2026`. */
  readonly parts: ReadonlyMap<string, string>;
  /** The newest fixing that states each currency. */
  readonly lastStated: ReadonlyMap<CurrencyCode, IsoDate>;
}

export interface SeriesInputs {
  readonly provider: ProviderCode;
  readonly tables: Tables;
  /** All dates with a fixing, oldest first. */
  readonly fixings: readonly IsoDate[];
  /** Dates whose fixing is new, changed or gone; only their years are rendered. */
  readonly changed: readonly IsoDate[];
  /** What the tree in place remembers; nothing in a first build. */
  readonly before: InputsMemory;
  readonly inPlace: TreeInPlace;
}

export function* bringSeriesUpToDate(inputs: SeriesInputs): Generator<Change, SeriesPart> {
  const { tables, fixings, changed, before } = inputs;
  const years = new Set(changed.map((date) => date.slice(0, 4)));
  const kept = [...before.parts].filter(([part]) => part.startsWith('series/') && !years.has(part.slice(7)));
  const parts = new Map(kept);
  const rendered = new Map<string, ReadonlyMap<CurrencyCode, IsoDate>>();
  for (const year of [...years].sort()) {
    const ofYear = fixings.filter((date) => date.startsWith(year)).map((date) => tables.get(date));
    const hashes = yield* unit(renderSeries(ofYear));
    if (hashes.size > 0) parts.set(`series/${year}`, toContent(hashes));
    rendered.set(year, lastStatedIn(ofYear));
    yield* removeOtherSeries(inputs, year, hashes);
  }
  return { parts, lastStated: lastStated(inputs, rendered) };
}

/** Removes the series of currencies that are no longer stated in the year. */
function* removeOtherSeries(
  { provider, before, inPlace }: SeriesInputs,
  year: string,
  kept: Hashes,
): Generator<Change> {
  if (before.dates.size === 0) return;
  for (const name of inPlace.list(seriesFolder(provider))) {
    const files = inPlace.list(`${seriesFolder(provider)}/${name}`);
    for (const format of ['csv', 'json'] as const) {
      const path = seriesPath(provider, currencyCode.parse(name), year, format);
      if (!kept.has(path) && files.includes(`${year}.${format}`)) yield { path, bytes: null };
    }
  }
}

/** Of years that are as they were, the last row of the file in place gives the date. */
function lastStated(
  { provider, inPlace }: SeriesInputs,
  rendered: ReadonlyMap<string, ReadonlyMap<CurrencyCode, IsoDate>>,
): ReadonlyMap<CurrencyCode, IsoDate> {
  const dates = new Map<CurrencyCode, IsoDate>();
  for (const name of inPlace.list(seriesFolder(provider))) {
    const files = inPlace.list(`${seriesFolder(provider)}/${name}`).filter((file) => file.endsWith('.csv'));
    const year = files.map((file) => file.slice(0, 4)).findLast((one) => !rendered.has(one));
    if (year === undefined) continue;
    const currency = currencyCode.parse(name);
    dates.set(currency, lastRowOf(readInPlace(inPlace, seriesPath(provider, currency, year, 'csv'))));
  }
  for (const [currency, date] of [...rendered.values()].flatMap((ofYear) => [...ofYear])) {
    if (date > (dates.get(currency) ?? '')) dates.set(currency, date);
  }
  return new Map([...dates].sort(([left], [right]) => compareTexts(left, right)));
}

/** @param tables oldest first */
function lastStatedIn(tables: readonly Table[]): ReadonlyMap<CurrencyCode, IsoDate> {
  const dates = new Map<CurrencyCode, IsoDate>();
  for (const { date, reference, figures } of tables) {
    for (const currency of figures.keys()) if (currency !== reference) dates.set(currency, date);
  }
  return dates;
}

/** The date of the last row of a series in CSV. */
function lastRowOf(series: Buffer): IsoDate {
  return isoDate.parse(series.toString('utf8').trimEnd().split('\r\n').at(-1)?.slice(0, 10));
}
