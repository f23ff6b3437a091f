/** The files of one date: the exact table, the provenance, and the rates in every view and format. */
import { dirname } from 'node:path/posix';
import { exactLinesOf } from '../../wire/answers/exact-series.ts';
import { historicalPath, provenancePath, tablePath } from '../../wire/answers/paths.ts';
import { type Table, tableText } from '../../wire/answers/table.ts';
import { EUR, type IsoDate, type ProviderCode } from '../../wire/words/schemas.ts';
import { type Hashes, removeOthers, type TreeFile } from '../read/change.ts';
import { type Provenance, provenanceText } from '../read/provenance.ts';
import { type Bases, renderHistorical } from '../read/rate-files.ts';
import { type Made, stageAll, toBytes, type Workshop } from './workshop.ts';

export interface DateWork {
  readonly table: Table;
  /** The text of the file, or what it is to say. */
  readonly provenance: string | Provenance;
  /** False for a date before `since`, whose rates are computed on request. */
  readonly hasRates: boolean;
  readonly bases: Bases;
  /** Whether the tree in place may have files of the date. */
  readonly existed: boolean;
}

export function makeDate(work: DateWork, shop: Workshop): Made {
  const { table, existed } = work;
  const exact = tableText(table);
  const folder = folderOfDate(table.provider, table.date);
  const staleBeside = (kept: Hashes) => (existed ? removeOthers(shop.inPlace, folder, kept) : []);
  const staged = stageAll(filesOf(work, exact), staleBeside, shop);
  return { ...staged, left: toBytes(exactLinesOf(table, exact)) };
}

function* filesOf({ table, provenance, hasRates, bases }: DateWork, exact: string): Generator<TreeFile> {
  const { provider, date } = table;
  if (hasRates) yield* renderHistorical(table, bases);
  yield { path: tablePath(provider, date), bytes: Buffer.from(exact) };
  yield { path: provenancePath(provider, date), bytes: Buffer.from(provenanceText(provenance)) };
}

export function folderOfDate(provider: ProviderCode, date: IsoDate): string {
  return dirname(historicalPath(provider, date, EUR, 'standard', 'json'));
}
