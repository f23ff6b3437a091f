/** The series of one year of one provider, made from the rows that its dates have left. */
import { exactRowsOf } from '../../wire/answers/exact-series.ts';
import { voicesPath } from '../../wire/answers/paths.ts';
import { referenceOn } from '../../wire/answers/provider-index.ts';
import type { Reference } from '../../wire/release/manifest.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import { rowsOfYear, type SeriesRows, seriesFiles } from '../read/series.ts';
import type { PartFacts } from '../read/sources.ts';
import type { TreeFile } from '../read/tree-file.ts';
import { parquetFile } from './parquet-file.ts';
import { type Made, toBytes, type Workshop } from './workshop.ts';

export interface SeriesWork {
  readonly facts: Pick<PartFacts, 'provider' | 'references'>;
  readonly year: string;
  /** All of the year, oldest first. */
  readonly fixings: readonly IsoDate[];
  /** What the dates that this run has made have left. The rows of the others are in the series of the tree in force. */
  readonly made: ReadonlyMap<IsoDate, Uint8Array>;
  /** The series of the year in the tree in force; null if it has none. */
  readonly before: Reference | null;
  readonly parquet: boolean;
  /** The text of the year's voices of GLOBAL; null for every other provider. */
  readonly voices: string | null;
}

/** Leaves the newest date of the year for each currency. @throws DamagedObject where a series in force is damaged */
export function makeSeries(work: SeriesWork, { objects, writer }: Workshop): Made {
  const rows = new Map<CurrencyCode, Map<IsoDate, string>>();
  const add = (currency: CurrencyCode, date: IsoDate, row: string) => {
    const own = rows.get(currency) ?? new Map<IsoDate, string>();
    rows.set(currency, own.set(date, row));
  };
  const kept = new Set(work.fixings.filter((date) => !work.made.has(date)));
  if (kept.size > 0 && work.before !== null) {
    for (const { currency, date, row } of rowsOfYear(objects, work.before))
      if (kept.has(date)) add(currency, date, row);
  }
  for (const [date, lines] of work.made) {
    for (const [currency, row] of exactRowsOf(Buffer.from(lines).toString('utf8'))) add(currency, date, row);
  }
  return { leaf: writer.putAll(filesOf(work, rows)), rest: toBytes(newestText(rows)) };
}

/** What `makeSeries` has left. */
export function newestDates(rest: Uint8Array): ReadonlyMap<CurrencyCode, IsoDate> {
  const lines = Buffer.from(rest).toString('latin1').split('\n').slice(0, -1);
  return new Map(lines.map((line) => [line.slice(0, 3) as CurrencyCode, line.slice(4) as IsoDate]));
}

const BYTES_OF_A_ROW = 50;
/** So many rows take as long as the file of a date. */
const ROWS_OF_A_FILE = 8;

/** How much work it is, in files of dates. */
export function sizeOfSeries({ made }: SeriesWork): number {
  const bytes = [...made.values()].reduce((total, { length }) => total + length, 0);
  return bytes / BYTES_OF_A_ROW / ROWS_OF_A_FILE;
}

function* filesOf({ facts, year, fixings, parquet, voices }: SeriesWork, rows: SeriesRows): Generator<TreeFile> {
  if (fixings.length === 0) return;
  yield* seriesFiles(facts.provider, (date) => referenceOn([...facts.references], date), year, rows);
  if (parquet) yield parquetFile(facts, year, rows);
  if (voices !== null) yield { path: voicesPath(year), bytes: Buffer.from(voices) };
}

function newestText(rows: SeriesRows): string {
  return [...rows].map(([currency, own]) => `${currency} ${[...own.keys()].sort().at(-1)}\n`).join('');
}
