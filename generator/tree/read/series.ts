/**
 * One currency of one provider through one year: with exact figures for the gateway, and rounded to 10 places for
 * readers who chart it or load it as a column.
 */

import { dateOfRow, exactRowsIn, exactText } from '../../wire/answers/exact-series.ts';
import {
  exactCurrencyOf,
  exactFolder,
  exactPath,
  parquetPath,
  seriesFolder,
  seriesPath,
  type TreePath,
} from '../../wire/answers/paths.ts';
import { PLACES_MAX } from '../../wire/answers/views.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type CurrencyCode, currencyCode, type IsoDate, isoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import { type Change, type Hashes, removeIfThere, type TreeFile, type TreeInPlace } from './change.ts';
import { parseInPlace } from './in-place.ts';

const HEADER = 'date,mid,bid,ask';

/**
 * Rows in another currency than the first one of the year have a base of their own: lei were divided by 10,000 in July.
 * @param baseOn the currency in which the provider stated its figures on a date
 * @param rows the exact rows of each currency by date
 * @param unlike currencies that are known to have other rows than in the tree in place
 */
export function* seriesFiles(
  provider: ProviderCode,
  baseOn: (date: IsoDate) => CurrencyCode,
  year: string,
  rows: ReadonlyMap<CurrencyCode, ReadonlyMap<IsoDate, string>>,
  unlike: ReadonlySet<CurrencyCode>,
): Generator<TreeFile> {
  for (const [currency, own] of [...rows].sort(([left], [right]) => compareTexts(left, right))) {
    const exact = [...own].sort(([left], [right]) => compareTexts(left, right)).map(([, row]) => row);
    const isNew = unlike.has(currency);
    yield { path: exactPath(provider, currency, year), bytes: Buffer.from(exactText(exact)), isNew };
    const rounded = exact.map(toRounded);
    const csv = [HEADER, ...rounded.map((cells) => cells.join(',')), ''].join('\r\n');
    yield { path: seriesPath(provider, currency, year, 'csv'), bytes: Buffer.from(csv), isNew };
    const bases = rounded.map(([date]) => baseOn(date as IsoDate));
    const items = rounded.map(([date, mid, bid, ask], place) => {
      const base = bases[place] === bases[0] ? '' : `"base":"${bases[place]}",`;
      return `{"date":"${date}",${base}"mid":${mid || null},"bid":${bid || null},"ask":${ask || null}}`;
    });
    const head = `"provider":"${provider}","base":"${bases[0]}","currency":"${currency}"`;
    yield {
      path: seriesPath(provider, currency, year, 'json'),
      bytes: Buffer.from(`{${head},"series":[${items.join(',')}]}`),
      isNew,
    };
  }
}

/** The cells of a row, with figures as they are served. */
export function toRounded(row: string): readonly string[] {
  const [date = '', ...figures] = row.split(',');
  return [date, ...figures.map((text) => (isShort(text) ? text : Ratio.parse(text).round(PLACES_MAX)))];
}

/** Most figures have fewer places than are served, and then the exact text is the rounded one. */
function isShort(text: string): boolean {
  const point = text.indexOf('.');
  return !text.includes('/') && (point < 0 || text.length - point - 1 <= PLACES_MAX);
}

interface SeriesRow {
  readonly currency: CurrencyCode;
  readonly date: IsoDate;
  readonly row: string;
}

/** The exact rows of a year that lie in the tree. @throws InputError where a file is missing or damaged */
export function* rowsInPlace(inPlace: TreeInPlace, provider: ProviderCode, year: string): Generator<SeriesRow> {
  for (const currency of currenciesOfYear(inPlace, provider, year)) {
    yield* rowsOfSeries(inPlace, provider, currency, year);
  }
}

/** @throws InputError where the file is missing or damaged */
export function* rowsOfSeries(
  inPlace: Pick<TreeInPlace, 'read'>,
  provider: ProviderCode,
  currency: CurrencyCode,
  year: string,
): Generator<SeriesRow> {
  const path = exactPath(provider, currency, year);
  yield* parseInPlace(inPlace, path, (text) =>
    exactRowsIn(path, text).map((row) => ({ currency, row, date: isoDate.parse(dateOfRow(row)) })),
  );
}

/**
 * The currencies that have series of the year in the tree, sorted. They are not taken from the names of the exact files:
 * one that is missing must be found to be missing.
 */
export function currenciesOfYear(inPlace: TreeInPlace, provider: ProviderCode, year: string): readonly CurrencyCode[] {
  return currenciesInPlace(inPlace, provider).filter((currency) =>
    inPlace.has(seriesPath(provider, currency, year, 'csv')),
  );
}

/** Removes the series of currencies that are no longer stated in the year, and the Parquet file that is not wanted. */
export function* staleSeries(
  inPlace: TreeInPlace,
  provider: ProviderCode,
  year: string,
  kept: Hashes,
): Generator<Change> {
  for (const name of inPlace.list(exactFolder(provider, year))) {
    const currency = exactCurrencyOf(name);
    const path = currency === null ? null : exactPath(provider, currency, year);
    if (path !== null && !kept.has(path)) yield { path, bytes: null };
  }
  const parquet = parquetPath(provider, year);
  if (!kept.has(parquet) && inPlace.list(seriesFolder(provider)).includes(`${year}.parquet`)) {
    yield { path: parquet, bytes: null };
  }
  for (const currency of currenciesInPlace(inPlace, provider)) {
    for (const format of ['csv', 'json'] as const) {
      const path = seriesPath(provider, currency, year, format);
      if (!kept.has(path)) yield* removeIfThere(inPlace, path);
    }
  }
}

/** The currencies that have series in the tree in place, sorted. */
export function currenciesInPlace(inPlace: TreeInPlace, provider: ProviderCode): readonly CurrencyCode[] {
  return inPlace.list(seriesFolder(provider)).flatMap((name) => currencyCode.safeParse(name).data ?? []);
}

/** The date of the last row of a series. @throws InputError where the file is damaged */
export function lastDateInPlace(inPlace: TreeInPlace, path: TreePath): IsoDate {
  return parseInPlace(inPlace, path, (text) => isoDate.parse(rowsOf(text).at(-1)?.slice(0, 10)));
}

function rowsOf(text: string): readonly string[] {
  const [header, ...rows] = text.split('\r\n');
  if (header !== HEADER || rows.pop() !== '') throw new TypeError('not a series');
  return rows;
}
