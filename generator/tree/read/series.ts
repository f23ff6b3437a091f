/**
 * One currency of one provider through one year: with exact figures for the gateway, and rounded to 10 places for
 * readers who chart it or load it as a column.
 */
import { basename } from 'node:path';
import { dateOfRow, exactRowsIn, exactText } from '../../wire/answers/exact-series.ts';
import { exactCurrencyOf, exactPath, seriesPath } from '../../wire/answers/paths.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import type { Reference } from '../../wire/release/manifest.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type CurrencyCode, type IsoDate, isoDate, PLACES_MAX, type ProviderCode } from '../../wire/words/schemas.ts';
import type { TreeObjects } from './objects.ts';
import type { TreeFile } from './tree-file.ts';

const HEADER = 'date,mid,bid,ask';

/** The exact rows of each currency by date. */
export type SeriesRows = ReadonlyMap<CurrencyCode, ReadonlyMap<IsoDate, string>>;

/**
 * Rows in another currency than the first one of the year have a base of their own: lei were divided by 10,000 in July.
 * @param baseOn the currency in which the provider stated its figures on a date
 */
export function* seriesFiles(
  provider: ProviderCode,
  baseOn: (date: IsoDate) => CurrencyCode,
  year: string,
  rows: SeriesRows,
): Generator<TreeFile> {
  for (const [currency, own] of [...rows].sort(([left], [right]) => compareTexts(left, right))) {
    const exact = [...own].sort(([left], [right]) => compareTexts(left, right)).map(([, row]) => row);
    yield { path: exactPath(provider, currency, year), bytes: Buffer.from(exactText(exact)) };
    const rounded = exact.map(toRounded);
    const csv = [HEADER, ...rounded.map((cells) => cells.join(',')), ''].join('\r\n');
    yield { path: seriesPath(provider, currency, year, 'csv'), bytes: Buffer.from(csv) };
    const bases = rounded.map(([date]) => baseOn(date as IsoDate));
    const items = rounded.map(([date, mid, bid, ask], place) => {
      const base = bases[place] === bases[0] ? '' : `"base":"${bases[place]}",`;
      return `{"date":"${date}",${base}"mid":${mid || null},"bid":${bid || null},"ask":${ask || null}}`;
    });
    const head = `"provider":"${provider}","base":"${bases[0]}","currency":"${currency}"`;
    const json = `{${head},"series":[${items.join(',')}]}`;
    yield { path: seriesPath(provider, currency, year, 'json'), bytes: Buffer.from(json) };
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

/** The exact rows of a year in the tree. @param series of the year @throws DamagedObject where a file is damaged */
export function* rowsOfYear(objects: TreeObjects, series: Reference): Generator<SeriesRow> {
  for (const path of objects.leaf(series).keys()) {
    const currency = path.startsWith('tables/') ? exactCurrencyOf(basename(path)) : null;
    if (currency === null) continue;
    yield* objects.parsed(series, path, (text) =>
      exactRowsIn(path, text).map((row) => ({ currency, row, date: isoDate.parse(dateOfRow(row)) })),
    );
  }
}
