/** The series of one year of one provider, made from the rows that its dates have left. */
import { exactRowsOf } from '../../wire/answers/exact-series.ts';
import { voicesPath } from '../../wire/answers/paths.ts';
import { referenceOn } from '../../wire/answers/provider-index.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import { type Change, type Hashes, removeIfThere, type TreeFile, type TreeInPlace } from '../read/change.ts';
import { rowsInPlace, seriesFiles, staleSeries } from '../read/series.ts';
import type { PartFacts } from '../read/sources.ts';
import { parquetFile } from './parquet-file.ts';
import { type Made, stageAll, toBytes, type Workshop } from './workshop.ts';

export interface SeriesWork {
  readonly facts: Pick<PartFacts, 'provider' | 'references'>;
  readonly year: string;
  /** All of the year, oldest first. */
  readonly fixings: readonly IsoDate[];
  /** What the dates that this run has made have left. The rows of the others lie in the tree in place. */
  readonly made: ReadonlyMap<IsoDate, Uint8Array>;
  readonly parquet: boolean;
  /** The text of the year's voices of GLOBAL; null for every other provider, and '' where the year has no fixing. */
  readonly voices: string | null;
}

type Rows = Map<CurrencyCode, Map<IsoDate, string>>;

interface YearRows {
  readonly rows: Rows;
  /** Currencies whose rows are known not to be those of the tree in place. */
  readonly unlike: ReadonlySet<CurrencyCode>;
}

/** Leaves the newest date of the year for each currency. @throws InputError where a series in place is damaged */
export function makeSeries(work: SeriesWork, shop: Workshop): Made {
  const year = rowsOf(work, shop.inPlace);
  const staged = stageAll(filesOf(work, year), (kept) => staleOf(work, kept, shop.inPlace), shop);
  return { ...staged, left: toBytes(newestText(year.rows)) };
}

/** What `makeSeries` has left. */
export function newestDates(left: Uint8Array): ReadonlyMap<CurrencyCode, IsoDate> {
  const lines = Buffer.from(left).toString('latin1').split('\n').slice(0, -1);
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

/** A night adds a day to most series: their files in place are known to be others, and 9,000 of them are not read. */
function rowsOf({ facts, year, fixings, made }: SeriesWork, inPlace: TreeInPlace): YearRows {
  const rows: Rows = new Map();
  const add = (currency: CurrencyCode, date: IsoDate, row: string) => {
    const own = rows.get(currency) ?? new Map<IsoDate, string>();
    rows.set(currency, own.set(date, row));
  };
  const kept = new Set(fixings.filter((date) => !made.has(date)));
  const replaced = new Map<string, CurrencyCode>();
  if (kept.size > 0) {
    for (const { currency, date, row } of rowsInPlace(inPlace, facts.provider, year)) {
      if (kept.has(date)) add(currency, date, row);
      else replaced.set(`${currency},${row}`, currency);
    }
  }
  const unlike = new Set<CurrencyCode>();
  for (const date of fixings) {
    const lines = Buffer.from(made.get(date) ?? []).toString('utf8');
    for (const [currency, row] of exactRowsOf(lines)) {
      add(currency, date, row);
      if (!replaced.delete(`${currency},${row}`)) unlike.add(currency);
    }
  }
  // Where no date is kept, the rows in place were not read.
  return { rows, unlike: new Set(kept.size === 0 ? [] : [...unlike, ...replaced.values()]) };
}

function* filesOf(
  { facts, year, fixings, parquet, voices }: SeriesWork,
  { rows, unlike }: YearRows,
): Generator<TreeFile> {
  if (fixings.length === 0) return;
  yield* seriesFiles(facts.provider, (date) => referenceOn([...facts.references], date), year, rows, unlike);
  if (parquet) yield parquetFile(facts, year, rows);
  if (voices !== null) yield { path: voicesPath(year), bytes: Buffer.from(voices) };
}

function* staleOf({ facts, year, fixings, voices }: SeriesWork, kept: Hashes, inPlace: TreeInPlace): Generator<Change> {
  yield* staleSeries(inPlace, facts.provider, year, kept);
  if (voices !== null && fixings.length === 0) yield* removeIfThere(inPlace, voicesPath(year));
}

function newestText(rows: Rows): string {
  return [...rows].map(([currency, own]) => `${currency} ${[...own.keys()].sort().at(-1)}\n`).join('');
}
