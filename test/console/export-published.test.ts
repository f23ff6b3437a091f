/** Figures as a bank printed them, as a file: the same in CSV and in Parquet, with the digits of the bank. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { Asker } from '../../server/clients/ask/answers.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { cellsOf } from '../../server/request/forms/rows.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { askDuckDb, duckDbIsThere } from '../support/kit/duckdb.ts';
import { exported } from '../support/kit/exported.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

let asker: Asker;
beforeAll(async () => {
  const nowMs = () => EMBEDDED_NOON_MS;
  asker = await treeAsker({ store: diskStore(await embeddedTree()), nowMs, say: () => {} });
});

describe.skipIf(!duckDbIsThere)('figures as published', () => {
  async function files(provider: string) {
    const question = { provider, from: parseIsoDate('2026-03-02'), published: true as const };
    const path = join(freshFolder(), 'published.parquet');
    writeFileSync(path, await exported(asker, 'parquet', question));
    return { csv: `${await exported(asker, 'csv', question)}`, path };
  }

  it.each(['CNB', 'NBP', 'BNM', 'GLOBAL'])('of %s are the same in both', async (provider) => {
    const { csv, path } = await files(provider);
    expect(await askDuckDb(`SELECT * FROM '${path}'`)).toEqual(cellsOf(csv).rows);
  });

  it('keep direction, unit and digits, which are a text', async () => {
    const { path } = await files('CNB');
    const newest = `SELECT base, quote, per, mid FROM '${path}' WHERE currency = 'HUF' ORDER BY date DESC LIMIT 1`;
    expect(await askDuckDb(newest)).toEqual([['HUF', 'CZK', '100', '6.244']]);
    const kinds = `SELECT typeof("figureDate"), typeof(per), typeof(mid) FROM '${path}' LIMIT 1`;
    expect(await askDuckDb(kinds)).toEqual([['DATE', 'BIGINT', 'VARCHAR']]);
  });
});
