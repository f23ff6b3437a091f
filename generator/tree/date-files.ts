/** The files of one date: the exact table, the provenance, and the rates in every view and format. */
import { dirname } from 'node:path/posix';
import { exactLinesOf } from '../wire/exact-series.ts';
import { historicalPath, provenancePath, tablePath } from '../wire/paths.ts';
import { EUR, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import { type Table, tableText } from '../wire/table.ts';
import type { TreeFile } from './change.ts';
import { type Provenance, provenanceText } from './provenance.ts';
import { type Bases, renderHistorical } from './rate-files.ts';
import { type Made, stageAll, type Workshop } from './workshop.ts';

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
  const staged = stageAll(filesOf(work, exact), existed ? folderOfDate(table.provider, table.date) : null, shop);
  return { ...staged, series: toBytes(exactLinesOf(table, exact)) };
}

function* filesOf({ table, provenance, hasRates, bases }: DateWork, exact: string): Generator<TreeFile> {
  const { provider, date } = table;
  if (hasRates) yield* renderHistorical(table, bases);
  yield { path: tablePath(provider, date), bytes: Buffer.from(exact) };
  yield { path: provenancePath(provider, date), bytes: Buffer.from(provenanceText(provenance)) };
}

/**
 * Rows wait for the end of the year, 30 MB for a hundred banks, so they have memory of their own: a small Buffer is a
 * part of 8 KB that it would keep.
 */
function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

export function folderOfDate(provider: ProviderCode, date: IsoDate): string {
  return dirname(historicalPath(provider, date, EUR, 'standard', 'json'));
}
