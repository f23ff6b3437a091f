/** What one table of a source states about one pair, date by date. Pure. */
import type { ArchiveRow, ProviderArchive } from '../../sources/archive/rows.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

/** One table's statements about one pair and one date, oldest first. */
export interface Statements {
  readonly date: IsoDate;
  readonly rows: ArchiveRow[];
}

/** By the key of the series, oldest first. */
export function toSeries({ rows }: ProviderArchive): Map<string, Statements[]> {
  const series = new Map<string, Statements[]>();
  for (const row of rows) {
    const key = seriesOf(row);
    const groups = series.get(key) ?? [];
    if (groups.length === 0) series.set(key, groups);
    const last = groups.at(-1);
    if (last?.date === row.date) last.rows.push(row);
    else groups.push({ date: row.date, rows: [row] });
  }
  return series;
}

export function seriesOf({ base, quote, unit, table }: ArchiveRow): string {
  return `${base}/${quote} ${unit} ${table}`;
}
