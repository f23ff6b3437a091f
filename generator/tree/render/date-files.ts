/** The files of one date: the exact table, the provenance, and the rates in every view and format. */
import { exactLinesOf } from '../../wire/answers/exact-series.ts';
import { provenancePath, tablePath } from '../../wire/answers/paths.ts';
import { type Table, tableText } from '../../wire/answers/table.ts';
import { type Provenance, provenanceText } from '../read/provenance.ts';
import { type Bases, renderHistorical } from '../read/rate-files.ts';
import type { TreeFile } from '../read/tree-file.ts';
import { type Made, toBytes, type Workshop } from './workshop.ts';

export interface DateWork {
  readonly table: Table;
  readonly provenance: Provenance;
  /** False for a date before `since`, whose rates are computed on request. */
  readonly hasRates: boolean;
  readonly bases: Bases;
}

export function makeDate(work: DateWork, { writer }: Workshop): Made {
  const exact = tableText(work.table);
  return { leaf: writer.putAll(filesOf(work, exact)), rest: toBytes(exactLinesOf(work.table, exact)) };
}

function* filesOf({ table, provenance, hasRates, bases }: DateWork, exact: string): Generator<TreeFile> {
  const { provider, date } = table;
  if (hasRates) yield* renderHistorical(table, bases);
  yield { path: tablePath(provider, date), bytes: Buffer.from(exact) };
  yield { path: provenancePath(provider, date), bytes: Buffer.from(provenanceText(provenance)) };
}
