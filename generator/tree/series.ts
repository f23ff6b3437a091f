/** One currency of one provider through one year, for readers who chart it or load it as a column. */
import { compareTexts } from '../wire/order.ts';
import { seriesFolder, seriesPath, type TreePath } from '../wire/paths.ts';
import { type CurrencyCode, currencyCode, type IsoDate, isoDate, type ProviderCode } from '../wire/schemas.ts';
import { SIDES, type Table } from '../wire/table.ts';
import { PLACES_MAX } from '../wire/views.ts';
import type { Change, Hashes, TreeFile, TreeInPlace } from './change.ts';
import { parseInPlace } from './in-place.ts';

const HEADER = 'date,mid,bid,ask';

/** A line for each currency of a fixing: its code and the row `date,mid,bid,ask`. */
export function seriesText({ date, reference, figures }: Table): string {
  const lines: string[] = [];
  for (const [currency, sides] of figures) {
    if (currency === reference) continue;
    lines.push([currency, date, ...SIDES.map((side) => sides[side]?.round(PLACES_MAX) ?? '')].join(','));
  }
  return lines.join('\n');
}

/** The rows in what `seriesText` has made. */
export function seriesLines(text: string): readonly (readonly [currency: CurrencyCode, row: string])[] {
  const lines = text === '' ? [] : text.split('\n');
  return lines.map((line) => [currencyCode.parse(line.slice(0, 3)), line.slice(4)]);
}

/** @param rows of each currency by date */
export function* seriesFiles(
  provider: ProviderCode,
  base: CurrencyCode,
  year: string,
  rows: ReadonlyMap<CurrencyCode, ReadonlyMap<IsoDate, string>>,
): Generator<TreeFile> {
  for (const [currency, own] of [...rows].sort(([left], [right]) => compareTexts(left, right))) {
    const sorted = [...own].sort(([left], [right]) => compareTexts(left, right)).map(([, row]) => row);
    const csv = [HEADER, ...sorted, ''].join('\r\n');
    yield { path: seriesPath(provider, currency, year, 'csv'), bytes: Buffer.from(csv) };
    const items = sorted.map((row) => {
      const [date, mid, bid, ask] = row.split(',');
      return `{"date":"${date}","mid":${mid || null},"bid":${bid || null},"ask":${ask || null}}`;
    });
    const head = `"provider":"${provider}","base":"${base}","currency":"${currency}"`;
    yield {
      path: seriesPath(provider, currency, year, 'json'),
      bytes: Buffer.from(`{${head},"series":[${items.join(',')}]}`),
    };
  }
}

interface SeriesRow {
  readonly currency: CurrencyCode;
  readonly date: IsoDate;
  readonly row: string;
}

/** The rows of a year that lie in the tree. @throws InputError where a file is damaged */
export function* rowsInPlace(inPlace: TreeInPlace, provider: ProviderCode, year: string): Generator<SeriesRow> {
  for (const currency of currenciesInPlace(inPlace, provider)) {
    const path = seriesPath(provider, currency, year, 'csv');
    if (inPlace.read(path) === null) continue;
    yield* parseInPlace(inPlace, path, (text) =>
      rowsOf(text).map((row) => ({ currency, row, date: isoDate.parse(row.slice(0, 10)) })),
    );
  }
}

/** Removes the series of currencies that are no longer stated in the year. */
export function* staleSeries(
  inPlace: TreeInPlace,
  provider: ProviderCode,
  year: string,
  kept: Hashes,
): Generator<Change> {
  for (const currency of currenciesInPlace(inPlace, provider)) {
    const names = inPlace.list(`${seriesFolder(provider)}/${currency}`);
    for (const format of ['csv', 'json'] as const) {
      const path = seriesPath(provider, currency, year, format);
      if (!kept.has(path) && names.includes(`${year}.${format}`)) yield { path, bytes: null };
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
