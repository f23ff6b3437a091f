/** Parquet files as DuckDB reads them: every digit of a figure, the kinds of columns, and a file in several groups. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ParquetColumn, ParquetFile } from '../../generator/wire/answers/parquet.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { askDuckDb, duckDbIsThere } from '../support/kit/duckdb.ts';

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'date', kind: 'day' },
  { name: 'currency', kind: 'text' },
  { name: 'mid', kind: 'figure' },
  { name: 'bid', kind: 'figure', isOptional: true },
  { name: 'days', kind: 'count' },
  { name: 'complete', kind: 'flag' },
];

function write(...groups: readonly (readonly (readonly string[])[])[]): string {
  const file = new ParquetFile(COLUMNS);
  const path = join(freshFolder(), 'figures.parquet');
  writeFileSync(path, Buffer.concat([...groups.map((rows) => file.group(rows)), file.end()]));
  return path;
}

/** No binary float has any of these figures. */
const FIGURES = ['0.0000000001', '1.1717', '28446744073709551617.0123456789', `${'9'.repeat(28)}.9999999999`, '0'];
const ROWS = FIGURES.map((figure, place) => [
  `196${place}-03-13`,
  'USD',
  figure,
  place % 2 === 0 ? figure : '',
  '20',
  'true',
]);

const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

describe.skipIf(!duckDbIsThere)('a Parquet file', () => {
  it('keeps each digit of a figure, and says that a side is not stated', async () => {
    const rows = await askDuckDb(`SELECT date, currency, mid, bid, days, complete FROM '${write(ROWS)}'`);
    expect(rows.map((cells) => cells.map(plain))).toEqual(ROWS);
  });

  it('has columns of the kinds that they are named to be', async () => {
    const described = await askDuckDb(
      `SELECT column_name || ' ' || column_type || ' ' || "null" FROM (DESCRIBE SELECT * FROM '${write(ROWS)}')`,
    );
    expect(described.flat()).toEqual([
      'date DATE YES',
      'currency VARCHAR YES',
      'mid DECIMAL(38,10) YES',
      'bid DECIMAL(38,10) YES',
      'days BIGINT YES',
      'complete BOOLEAN YES',
    ]);
  });

  it('may be written in several groups of rows, each with its first and last date, or have no row', async () => {
    const path = write(ROWS.slice(0, 2), ROWS.slice(2));
    expect(await askDuckDb(`SELECT count(*), sum(days) FROM '${path}'`)).toEqual([['5', '100']]);
    const groups = `SELECT row_group_id, row_group_num_rows, stats_min_value, stats_max_value
      FROM parquet_metadata('${path}') WHERE path_in_schema = 'date'`;
    expect(await askDuckDb(groups)).toEqual([
      ['0', '2', '1960-03-13', '1961-03-13'],
      ['1', '3', '1962-03-13', '1964-03-13'],
    ]);
    expect(await askDuckDb(`SELECT count(*) FROM '${write()}'`)).toEqual([['0']]);
  });
});

describe('the bytes', () => {
  it('are the same each time', () => {
    const bytes = () => {
      const file = new ParquetFile(COLUMNS);
      return Buffer.concat([file.group(ROWS), file.end()]);
    };
    expect(bytes().equals(bytes())).toBe(true);
  });

  it.each([
    ['1.00000000001', /^mid: 1\.00000000001 is not a decimal of 38 digits with 10 places$/],
    [`1${'0'.repeat(28)}`, /^mid: 10+ is not a decimal of 38 digits/],
    ['1/3', /not a decimal number/],
  ])('are not written for a figure that would lose a digit: %s', (figure, words) => {
    const file = new ParquetFile(COLUMNS);
    expect(() => file.group([['2026-03-13', 'USD', figure, '', '1', 'true']])).toThrow(words);
  });
});
