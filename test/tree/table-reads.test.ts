/** How much of a file of 27 years a database reads to answer for one currency. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../support/banks/archives.ts';
import { duckDbIsThere, readsOfDuckDb } from '../support/kit/duckdb.ts';
import { LONG_TABLE_DAYS, longTable } from '../support/trees/long-table.ts';

describe.skipIf(!duckDbIsThere)('of 27 years of 157 currencies', () => {
  it('DuckDB reads the footer and the rows of the one that is asked for, in three pieces of less than 100 kB', async () => {
    const file = join(freshFolder(), 'GLOBAL.parquet');
    writeFileSync(file, await longTable());
    const { rows, pieces } = await readsOfDuckDb(`FROM '${file}' WHERE currency = 'USD'`);
    expect(rows).toBe(LONG_TABLE_DAYS);
    expect(pieces).toHaveLength(3);
    expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(100_000);
  });
});
