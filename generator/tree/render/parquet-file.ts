/** All currencies of a provider through one year as a Parquet file, with figures as they are served. */

import { type ParquetColumn, ParquetFile } from '../../wire/answers/parquet.ts';
import { parquetPath } from '../../wire/answers/paths.ts';
import { referenceOn } from '../../wire/answers/provider-index.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type SeriesRows, toRounded } from '../read/series.ts';
import type { PartFacts } from '../read/sources.ts';
import type { TreeFile } from '../read/tree-file.ts';

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'provider', kind: 'text' },
  { name: 'date', kind: 'day' },
  { name: 'base', kind: 'text' },
  { name: 'currency', kind: 'text' },
  { name: 'mid', kind: 'figure', isOptional: true },
  { name: 'bid', kind: 'figure', isOptional: true },
  { name: 'ask', kind: 'figure', isOptional: true },
];

/**
 * By currency and then by date, which packs better than the other way round. GLOBAL's year of 160 currencies takes half
 * a megabyte, which a reader fetches at once, so that there is one group of rows.
 * @param rows the exact rows of each currency by date
 */
export function parquetFile(
  { provider, references }: Pick<PartFacts, 'provider' | 'references'>,
  year: string,
  rows: SeriesRows,
): TreeFile {
  const byText = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => compareTexts(left, right);
  const cells = [...rows].sort(byText).flatMap(([currency, own]) =>
    [...own].sort(byText).map(([date, row]) => {
      const [, ...sides] = toRounded(row);
      return [provider, date, referenceOn([...references], date), currency, ...sides];
    }),
  );
  const file = new ParquetFile(COLUMNS);
  const groups = cells.length === 0 ? [] : [file.group(cells)];
  return { path: parquetPath(provider, year), bytes: Buffer.concat([...groups, file.end()]) };
}
