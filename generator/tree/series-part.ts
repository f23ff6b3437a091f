/** Brings one provider's series up to date, year by year, and finds the last date on which each currency is stated. */
import { compareTexts } from '../wire/order.ts';
import { seriesFolder, seriesPath, voicesPath } from '../wire/paths.ts';
import { type CurrencyCode, currencyCode, type IsoDate, isoDate, type ProviderCode } from '../wire/schemas.ts';
import type { Table } from '../wire/table.ts';
import { type Change, type Hashes, removeIfThere, type TreeInPlace, unit } from './change.ts';
import { parseInPlace } from './in-place.ts';
import { type InputsMemory, toContent } from './inputs.ts';
import { renderSeries } from './series.ts';
import type { Tables } from './tables.ts';
import type { Voices } from './voices.ts';

interface SeriesPart {
  /** Contents by name, such as `series/2026`. */
  readonly parts: ReadonlyMap<string, string>;
  /** The newest fixing that states each currency, in code order. */
  readonly lastStated: LastStated;
}

type LastStated = ReadonlyMap<CurrencyCode, IsoDate>;

interface SeriesInputs {
  readonly provider: ProviderCode;
  readonly tables: Tables;
  /** Only for GLOBAL. */
  readonly voices: Voices | null;
  /** All dates with a fixing, oldest first. */
  readonly fixings: readonly IsoDate[];
  /** Dates whose fixing is new, changed or gone. Only the series of their years are rendered. */
  readonly changed: readonly IsoDate[];
  /** What the run before noted; it is empty in a first run. */
  readonly before: InputsMemory;
  readonly inPlace: TreeInPlace;
}

export function* bringSeriesUpToDate(inputs: SeriesInputs): Generator<Change, SeriesPart> {
  const { tables, voices, fixings, changed, before } = inputs;
  const years = new Set(changed.map((date) => date.slice(0, 4)));
  const kept = [...before.parts].filter(([part]) => part.startsWith('series/') && !years.has(part.slice(7)));
  const parts = new Map(kept);
  const rendered = new Map<string, LastStated>();
  for (const year of [...years].sort()) {
    const dates = fixings.filter((date) => date.startsWith(year));
    const ofYear = dates.map((date) => tables.get(date));
    const hashes = yield* unit([...renderSeries(ofYear), ...(voices?.render(dates) ?? [])]);
    if (hashes.size > 0) parts.set(`series/${year}`, toContent(hashes));
    rendered.set(year, lastStatedIn(ofYear));
    yield* removeOtherSeries(inputs, year, hashes);
    if (voices !== null && !hashes.has(voicesPath(year))) yield* removeIfThere(inputs.inPlace, voicesPath(year));
  }
  return { parts, lastStated: lastStated(inputs, rendered) };
}

/** Removes the series of currencies that are no longer stated in the year. */
function* removeOtherSeries(inputs: SeriesInputs, year: string, kept: Hashes): Generator<Change> {
  if (inputs.before.dates.size === 0) return;
  for (const { currency, files } of seriesInPlace(inputs)) {
    for (const format of ['csv', 'json'] as const) {
      const path = seriesPath(inputs.provider, currency, year, format);
      if (!kept.has(path) && files.includes(`${year}.${format}`)) yield { path, bytes: null };
    }
  }
}

/** @param rendered by year; the date for any other year is in the last row of the file in place */
function lastStated(inputs: SeriesInputs, rendered: ReadonlyMap<string, LastStated>): LastStated {
  const { provider, inPlace } = inputs;
  const dates = new Map<CurrencyCode, IsoDate>();
  for (const { currency, files } of seriesInPlace(inputs)) {
    const years = files.flatMap((file) => /^(\d{4})\.csv$/.exec(file)?.[1] ?? []);
    const year = years.findLast((one) => !rendered.has(one));
    if (year === undefined) continue;
    dates.set(currency, parseInPlace(inPlace, seriesPath(provider, currency, year, 'csv'), lastRowOf));
  }
  for (const [currency, date] of [...rendered.values()].flatMap((ofYear) => [...ofYear])) {
    if (date > (dates.get(currency) ?? '')) dates.set(currency, date);
  }
  return new Map([...dates].sort(([left], [right]) => compareTexts(left, right)));
}

/** The currencies that have series in the tree in place, with the names of their files, sorted. */
function seriesInPlace({ provider, inPlace }: Pick<SeriesInputs, 'provider' | 'inPlace'>) {
  const folder = seriesFolder(provider);
  return inPlace.list(folder).flatMap((name) => {
    const currency = currencyCode.safeParse(name).data;
    return currency === undefined ? [] : [{ currency, files: inPlace.list(`${folder}/${name}`) }];
  });
}

/** @param tables oldest first */
function lastStatedIn(tables: readonly Table[]): LastStated {
  const dates = new Map<CurrencyCode, IsoDate>();
  for (const { date, reference, figures } of tables) {
    for (const currency of figures.keys()) if (currency !== reference) dates.set(currency, date);
  }
  return dates;
}

/** @param series a series in CSV */
function lastRowOf(series: string): IsoDate {
  return isoDate.parse(series.trimEnd().split('\r\n').at(-1)?.slice(0, 10));
}
