/** What files are made of: those of one date, or the series of one year. */
import { provenancePath, tablePath } from '../../wire/answers/paths.ts';
import { parseTable, type TableFacts } from '../../wire/answers/table.ts';
import type { TreeObjects } from '../read/objects.ts';
import { renderHistorical } from '../read/rate-files.ts';
import type { Bases, TreeFile } from '../read/tree-options.ts';
import { filesOfSeries, type SeriesWork } from './series-files.ts';

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

export type Work = DateWork | SeriesWork;

/** @throws DamagedObject if what it needs of the tree in force is damaged */
export function filesOf(work: Work, objects: TreeObjects): Generator<TreeFile> {
  return 'exact' in work ? filesOfDate(work) : filesOfSeries(work, objects);
}

/** The rates in every view and format, the exact table, and the provenance. */
function* filesOfDate({ facts, exact, provenance, hasRates, bases }: DateWork): Generator<TreeFile> {
  const { provider, date } = facts;
  if (hasRates) yield* renderHistorical(parseTable(exact, facts), bases);
  yield { path: tablePath(provider, date), bytes: Buffer.from(exact) };
  yield { path: provenancePath(provider, date), bytes: Buffer.from(provenance) };
}
