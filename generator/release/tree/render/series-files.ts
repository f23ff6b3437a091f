/**
 * One currency of one provider through one year: with exact figures for the gateway, and rounded to 10 places for
 * readers who chart it or load it as a column.
 */
import { basename } from 'node:path';
import { dateOfRow, exactRowsIn, exactRowsOf, exactText } from '../../../wire/answers/exact-series.ts';
import { exactPath, seriesPath, voicesPath } from '../../../wire/answers/paths.ts';
import { referenceOn } from '../../../wire/answers/provider-index.ts';
import { Ratio } from '../../../wire/exact/decimal.ts';
import type { Reference } from '../../../wire/release/manifest.ts';
import { exactCurrencyOf } from '../../../wire/release/manifest-nodes.ts';
import { compareTexts, getOrInsert, PLACES_MAX } from '../../../wire/words/order.ts';
import { type CurrencyCode, type IsoDate, isoDate } from '../../../wire/words/schemas.ts';
import type { TreeObjects } from '../read/objects.ts';
import type { PartFacts } from '../read/sources.ts';
import type { TreeFile } from '../read/tree-options.ts';

const HEADER = 'date,mid,bid,ask';

type Facts = Pick<PartFacts, 'provider' | 'references'>;

/** The exact rows of each currency by date. */
type SeriesRows = ReadonlyMap<CurrencyCode, ReadonlyMap<IsoDate, string>>;

interface SeriesWanted {
  readonly facts: Facts;
  readonly year: string;
  /** All of the year, oldest first; at least one. */
  readonly fixings: readonly IsoDate[];
  /** The rows left by the dates that this run made. Those of other dates are in the series of the tree in force. */
  readonly made: ReadonlyMap<IsoDate, Uint8Array>;
  /** The series of the year in the tree in force; null if it has none. */
  readonly before: Reference | null;
  /** The text of the year's voices of GLOBAL; null for every other provider. */
  readonly voices: string | null;
}

/** @throws DamagedObject where a series in force is damaged */
export function* filesOfSeries(wanted: SeriesWanted, objects: TreeObjects): Generator<TreeFile> {
  const { facts, year, fixings, made, before, voices } = wanted;
  const rows = new Map<CurrencyCode, Map<IsoDate, string>>();
  const add = (currency: CurrencyCode, date: IsoDate, row: string) =>
    getOrInsert(rows, currency, () => new Map<IsoDate, string>()).set(date, row);
  const kept = new Set(fixings.filter((date) => !made.has(date)));
  for (const { currency, date, row } of kept.size > 0 && before !== null ? rowsOfYear(objects, before) : []) {
    if (kept.has(date)) add(currency, date, row);
  }
  for (const [date, lines] of made) {
    for (const [currency, row] of exactRowsOf(Buffer.from(lines).toString('utf8'))) add(currency, date, row);
  }
  yield* seriesFiles(facts, year, rows);
  if (voices !== null) yield { path: voicesPath(year), bytes: Buffer.from(voices) };
}

/** Rows in another currency than the first one of the year have a base of their own: lei were divided by 10,000 in July. */
function* seriesFiles({ provider, references }: Facts, year: string, rows: SeriesRows): Generator<TreeFile> {
  for (const [currency, own] of [...rows].sort(byText)) {
    const exact = [...own].sort(byText).map(([, row]) => row);
    yield { path: exactPath(provider, currency, year), bytes: Buffer.from(exactText(exact)) };
    const rounded = exact.map(toRounded);
    const csv = [HEADER, ...rounded.map((cells) => cells.join(',')), ''].join('\r\n');
    yield { path: seriesPath(provider, currency, year, 'csv'), bytes: Buffer.from(csv) };
    const bases = rounded.map(([date]) => referenceOn([...references], date as IsoDate));
    const items = rounded.map(([date, mid, bid, ask], place) => {
      const base = bases[place] === bases[0] ? '' : `"base":"${bases[place]}",`;
      return `{"date":"${date}",${base}"mid":${mid || null},"bid":${bid || null},"ask":${ask || null}}`;
    });
    const head = `"provider":"${provider}","base":"${bases[0]}","currency":"${currency}"`;
    const json = `{${head},"series":[${items.join(',')}]}`;
    yield { path: seriesPath(provider, currency, year, 'json'), bytes: Buffer.from(json) };
  }
}

function byText([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return compareTexts(left, right);
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
