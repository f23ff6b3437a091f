/** The series of one year of one provider, made from the rows that its dates have left. */
import { exactRowsOf } from '../../wire/answers/exact-series.ts';
import { voicesPath } from '../../wire/answers/paths.ts';
import type { Reference } from '../../wire/release/manifest.ts';
import { getOrInsert } from '../../wire/words/maps.ts';
import type { CurrencyCode, IsoDate } from '../../wire/words/schemas.ts';
import type { TreeObjects } from '../read/objects.ts';
import type { PartFacts } from '../read/span-source.ts';
import type { TreeFile } from '../read/tree-options.ts';
import { parquetFile, rowsOfYear, seriesFiles } from './series-files.ts';

export interface SeriesWork {
  readonly digest: string;
  readonly facts: Pick<PartFacts, 'provider' | 'references'>;
  readonly year: string;
  /** All of the year, oldest first; at least one. */
  readonly fixings: readonly IsoDate[];
  /** The rows left by the dates that this run made. Those of other dates are in the series of the tree in force. */
  readonly made: ReadonlyMap<IsoDate, Uint8Array>;
  /** The series of the year in the tree in force; null if it has none. */
  readonly before: Reference | null;
  readonly parquet: boolean;
  /** The text of the year's voices of GLOBAL; null for every other provider. */
  readonly voices: string | null;
}

/** @throws DamagedObject where a series in force is damaged */
export function* filesOfSeries(work: SeriesWork, objects: TreeObjects): Generator<TreeFile> {
  const { facts, year, fixings, made, before, parquet, voices } = work;
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
  if (parquet) yield parquetFile(facts, year, rows);
  if (voices !== null) yield { path: voicesPath(year), bytes: Buffer.from(voices) };
}
