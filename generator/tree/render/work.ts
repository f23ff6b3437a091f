/**
 * Work for any thread: the files of one date, or the series or the averages of one year. It is plain data, so it passes
 * from thread to thread as it is.
 */
import { exactLinesOf } from '../../wire/answers/exact-series.ts';
import { provenancePath, tablePath } from '../../wire/answers/paths.ts';
import { parseTable, type TableFacts } from '../../wire/answers/table.ts';
import type { Reference } from '../../wire/release/manifest.ts';
import type { TreeObjects } from '../read/objects.ts';
import { renderHistorical } from '../read/rate-files.ts';
import type { Bases, TreeFile } from '../read/tree-options.ts';
import { type AveragesWork, averageFiles } from './average-files.ts';
import { filesOfSeries, type SeriesWork } from './series-work.ts';

export interface DateWork {
  /** Of what the files are made from, as of the other works. */
  readonly digest: string;
  readonly facts: TableFacts;
  /** The exact table, as `tableText` writes it. */
  readonly exact: string;
  readonly provenance: string;
  /** False for a date before `since`, whose rates are computed on request. */
  readonly hasRates: boolean;
  readonly bases: Bases;
}

export type Work = DateWork | SeriesWork | AveragesWork;

export interface Made {
  /** Lists the files; null if there are none. */
  readonly leaf: Reference | null;
  /**
   * Of a date its rows for the series of the year; empty for other works. They wait for the end of the year, 30 MB for a
   * hundred banks, so they have memory of their own: a small Buffer is a part of 8 KB that it would keep.
   */
  readonly rows: Uint8Array;
}

/** Writes the files and the leaf that lists them. */
type Write = (files: Iterable<TreeFile>, digest: string) => Reference | null;

/** @throws DamagedObject if what it needs of the tree in force is damaged */
export function make(work: Work, objects: TreeObjects, write: Write): Made {
  if ('exact' in work) {
    return {
      leaf: write(filesOfDate(work), work.digest),
      rows: new Uint8Array(Buffer.from(exactLinesOf(work.facts, work.exact))),
    };
  }
  const files = 'made' in work ? filesOfSeries(work, objects) : averageFiles(work, objects);
  return { leaf: write(files, work.digest), rows: new Uint8Array() };
}

/** The rates in every view and format, the exact table, and the provenance. */
function* filesOfDate({ facts, exact, provenance, hasRates, bases }: DateWork): Generator<TreeFile> {
  const { provider, date } = facts;
  if (hasRates) yield* renderHistorical(parseTable(exact, facts), bases);
  yield { path: tablePath(provider, date), bytes: Buffer.from(exact) };
  yield { path: provenancePath(provider, date), bytes: Buffer.from(provenance) };
}
