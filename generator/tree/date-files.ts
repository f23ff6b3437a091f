/** The files of one date: the exact table, the provenance, and the rates in every view and format. */
import { dirname } from 'node:path/posix';
import { exactLinesOf } from '../wire/exact-series.ts';
import { hashOf } from '../wire/hash.ts';
import { historicalPath, provenancePath, type TreePath, tablePath } from '../wire/paths.ts';
import { EUR, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import { type Table, tableText } from '../wire/table.ts';
import { removeOthers, type TreeFile, type TreeInPlace } from './change.ts';
import { toContent } from './inputs.ts';
import { type Provenance, provenanceText } from './provenance.ts';
import { type Bases, renderHistorical } from './rate-files.ts';

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

export interface DateMade {
  /** Digest of the names and hashes of the files, see `toContent`. */
  readonly content: string;
  /** The rows of series, see `exactLinesOf`, as bytes: they wait for the end of the year, 30 MB for a hundred banks. */
  readonly series: Uint8Array;
  /** Files of the date in the tree in place that are no longer part of it. */
  readonly stale: readonly TreePath[];
}

/** @param put stages one file */
export function makeDate(work: DateWork, inPlace: TreeInPlace, put: (file: TreeFile) => void): DateMade {
  const { table, provenance, hasRates, bases, existed } = work;
  const { provider, date } = table;
  const hashes = new Map<string, string>();
  const stage = (file: TreeFile) => {
    hashes.set(file.path, hashOf(file.bytes));
    put(file);
  };
  for (const file of hasRates ? renderHistorical(table, bases) : []) stage(file);
  const stale = existed ? [...removeOthers(inPlace, folderOfDate(provider, date), hashes)] : [];
  const exact = tableText(table);
  stage({ path: tablePath(provider, date), bytes: Buffer.from(exact) });
  stage({ path: provenancePath(provider, date), bytes: Buffer.from(provenanceText(provenance)) });
  const series = toBytes(exactLinesOf(table, exact));
  return { content: toContent(hashes), series, stale: stale.map(({ path }) => path) };
}

/** In memory of their own: a small Buffer is a part of 8 KB that it would keep. */
function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

export function folderOfDate(provider: ProviderCode, date: IsoDate): string {
  return dirname(historicalPath(provider, date, EUR, 'standard', 'json'));
}
