/** The programs for which exports are made read them: every rate of the CSV, digit by digit, on its day. */

import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { Asker } from '../../server/clients/ask/answers.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import type { ExportQuestion } from '../../server/clients/export/series-asker.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { askDuckDb, duckDbIsThere } from '../support/kit/duckdb.ts';
import { exported } from '../support/kit/exported.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

/** Debian's packages hledger, ledger and beancount. */
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
const [hledger, ledger] = ['hledger', 'ledger'].map(isThere);
// Beancount 3 has bean-check, and no reports.
const beancount = ['bean-check', 'bean-report'].every(isThere);
for (const [name, found] of Object.entries({ hledger, ledger, beancount })) {
  if (found !== true) console.log(`skipped: ${name} is not installed, so that it does not read its export`);
}

type Row = Readonly<Record<string, string>>;
const rowsOf = (csv: Buffer): readonly Row[] =>
  z.array(z.record(z.string(), z.string())).parse(parse(csv, { columns: true }));

let asker: Asker;
let small: Asker;
beforeAll(async () => {
  asker = await treeAsker({ store: diskStore(await embeddedTree()), nowMs: () => EMBEDDED_NOON_MS, say: () => {} });
  small = await treeAsker({ store: diskStore(writeSmallTree()), nowMs: () => EMBEDDED_NOON_MS, say: () => {} });
});

/** GLOBAL has 150 currencies, from rupiahs in thousands to ounces of gold in thousandths. */
const WHOLE: ExportQuestion = {};
const MONTH: ExportQuestion = { provider: 'ECB', currencies: 'USD,JPY', period: 'month' };
const END: ExportQuestion = { ...MONTH, statistic: 'end' };
const QUESTIONS = [
  ['all of GLOBAL', WHOLE, (row: Row) => row.date],
  ['averages of months, from the first day', MONTH, (row: Row) => `${row.period}-01`],
  ['the last fixings of months, on their days', END, (row: Row) => row.to],
] as const;

async function fileOf(format: string, question: ExportQuestion, before = ''): Promise<string> {
  const path = join(freshFolder(), `prices.${format}`);
  writeFileSync(path, before + (await exported(asker, format, question)).toString('utf8'));
  return path;
}

/** `2026-03-13 EUR 1.1476 USD` for each rate of the CSV, sorted. */
async function expectedOf(
  question: ExportQuestion,
  dayOf: (row: Row) => string | undefined,
): Promise<readonly string[]> {
  const rows = rowsOf(await exported(asker, 'csv', question)).filter(({ base, currency }) => base !== currency);
  expect(rows.length).toBeGreaterThan(1);
  return rows.map((row) => `${dayOf(row)} ${row.base} ${row.rate} ${row.currency}`).sort();
}

const run = (program: string, ...words: readonly string[]) =>
  execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1e8 });
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

describe.each(QUESTIONS)('%s', (_, question, dayOf) => {
  it.skipIf(hledger !== true)('are read by hledger', async () => {
    const path = await fileOf('hledger', question);
    const prices = linesOf(run('hledger', '-f', path, 'prices')).map((line) => line.replace(/^P /, ''));
    expect(prices.sort()).toEqual(await expectedOf(question, dayOf));
    run('hledger', '-f', path, 'check', '--strict');
  });

  it.skipIf(ledger !== true)('are read by ledger', async () => {
    // Ledger lists prices of commodities only that some posting has.
    const posting = '2026-03-01 all\n  Assets  1 EUR\n  Equity\n\n';
    const prices = linesOf(run('ledger', '-f', await fileOf('ledger', question, posting), 'pricedb')).map((line) =>
      line.replace(/^P (\d+)\/(\d+)\/(\d+) 00:00:00 (\w+) ([A-Z]+)([\d.]+)$/, '$1-$2-$3 $4 $6 $5'),
    );
    expect(prices.sort()).toEqual(await expectedOf(question, dayOf));
  });

  it.skipIf(!beancount)('are read by beancount', async () => {
    const path = await fileOf('beancount', question);
    expect(run('bean-check', path)).toBe('');
    const prices = linesOf(run('bean-report', path, 'all_prices')).map((line) => {
      const [date = '', , base = '', rate = '', currency = ''] = line.split(/ +/);
      return `${date} ${base} ${plain(rate)} ${currency}`;
    });
    expect(prices.sort()).toEqual(await expectedOf(question, dayOf));
  });

  it.skipIf(!duckDbIsThere)(
    'are read by DuckDB, with exact decimals and the rows of the CSV in their order',
    async () => {
      const path = join(freshFolder(), 'rates.parquet');
      writeFileSync(path, await exported(asker, 'parquet', question));
      const rows = rowsOf(await exported(asker, 'csv', question));
      const read = await askDuckDb(`SELECT * FROM '${path}'`);
      expect(read.map((cells) => cells.map(plain))).toEqual(rows.map((row) => Object.values(row)));
      const kinds = await askDuckDb(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${path}')`);
      expect(kinds.map(([name]) => name)).toEqual(Object.keys(rows[0] ?? {}));
      const expected = {
        rate: 'DECIMAL(38,10)',
        date: 'DATE',
        from: 'DATE',
        to: 'DATE',
        days: 'BIGINT',
        complete: 'BOOLEAN',
      };
      for (const [name = '', kind] of kinds) expect([name, kind]).toEqual([name, { ...expected }[name] ?? 'VARCHAR']);
    },
  );

  it('are in SDMX-CSV as the ECB would give them out', async () => {
    const rows = rowsOf(await exported(asker, 'sdmx-csv', question));
    const read = rows.map((row) => [row.CURRENCY_DENOM, row.CURRENCY, row.TIME_PERIOD, row.OBS_VALUE]);
    const csv = rowsOf(await exported(asker, 'csv', question)).filter(({ base, currency }) => base !== currency);
    expect(read).toEqual(csv.map((row) => [row.base, row.currency, row.period ?? row.date, row.rate]));
    const suffix = question.statistic === 'end' ? 'E' : 'A';
    for (const row of rows) {
      const { FREQ, CURRENCY, CURRENCY_DENOM, EXR_SUFFIX } = row;
      expect(row.KEY).toBe(`EXR.${FREQ}.${CURRENCY}.${CURRENCY_DENOM}.SP00.${EXR_SUFFIX}`);
      expect([FREQ, EXR_SUFFIX, row.OBS_STATUS]).toEqual(question.period ? ['M', suffix, 'P'] : ['D', 'A', 'A']);
    }
  });
});

describe('SDMX-CSV', () => {
  it('has the columns of the ECB, and its own values for a rate of the ECB', async () => {
    const question = {
      provider: 'ECB',
      currencies: 'USD',
      from: parseIsoDate('2026-03-13'),
      to: parseIsoDate('2026-03-13'),
    };
    const [header, row] = (await exported(asker, 'sdmx-csv', question)).toString('utf8').split('\r\n');
    expect(header).toBe(
      'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,' +
        'OBS_COM,TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,' +
        'UNIT_INDEX_BASE,COMPILATION,COVERAGE,DECIMALS,NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT',
    );
    expect(row).toBe(
      'EXR.D.USD.EUR.SP00.A,D,USD,EUR,SP00,A,2026-03-13,1.1476,A,F,,,P1D,,A,,,,,,,,,,10,,4F0,,USD/EUR,ECB: USD for 1 EUR,USD,0',
    );
  });
});

describe('a journal', () => {
  const text = async (from: Asker, question: ExportQuestion, said: string[] = []) =>
    (await exported(from, 'beancount', question, { say: (line) => said.push(line) })).toString('utf8');

  it('names a period that is not complete, and dates a quarter and a year by their first days', async () => {
    const asked = {
      provider: 'HMRC',
      currencies: 'USD',
      from: parseIsoDate('2026-01-01'),
      to: parseIsoDate('2026-02-28'),
    };
    expect(await text(small, { ...asked, period: 'year' })).toBe(
      '; Exchange rates of HMRC: what 1 GBP is worth\n; 2026 is not complete\n2026-01-01 price GBP 1.34565 USD\n',
    );
    expect(await text(small, { ...asked, period: 'quarter' })).toContain('\n2026-01-01 price GBP 1.34565 USD\n');
  });

  it('leaves out a rate that rounds to 0, and says so, because it would make everything worthless', async () => {
    const said: string[] = [];
    const worthless = diskStore(writeSmallTree(freshFolder(), { dollars: '11717000000' }));
    const tiny = await treeAsker({ store: worthless, nowMs: () => EMBEDDED_NOON_MS, say: () => {} });
    const question = { base: 'USD', currencies: 'GBP,XAU', from: parseIsoDate('2026-03-13') };
    expect(await text(tiny, question, said)).toBe(
      '; Exchange rates of GLOBAL: what 1 USD is worth\n2026-03-13 price USD 0.0000000001 GBP\n',
    );
    expect(said).toEqual(['left out, as the file has no room for their digits: USD/XAU']);
  });
});

describe.skipIf(ledger !== true)('ledger with --decimal-comma, for which a point may mark thousands', () => {
  const BOOK = '2026-03-01 all\n  Assets  1000 EUR\n  Equity\n\n';
  const worth = (path: string, currency: string) =>
    spawnSync('ledger', ['--decimal-comma', '-f', path, 'balance', 'Assets', '-X', currency], { encoding: 'utf8' });

  it('refuses the prices of each currency of GLOBAL, rather than take them for a thousand times as much', async () => {
    const text = (await exported(asker, 'ledger', {})).toString('utf8');
    const prices = linesOf(text).filter((line) => line.startsWith('P 2026-03-18'));
    const written = prices.map((line) => line.split(' ')[3] ?? '');
    expect(written.some((rate) => /\.\d*0$/.test(rate))).toBe(true);
    const folder = freshFolder();
    for (const [place, price] of prices.entries()) {
      const [rate = '', currency = ''] = price.split(' ').slice(3);
      if (!rate.includes('.')) continue;
      const path = join(folder, `${place}.ledger`);
      writeFileSync(path, `${BOOK}${price}\n`);
      const { status, stderr } = worth(path, currency);
      expect([price, status, stderr.includes('thousand-mark period')]).toEqual([price, 1, true]);
    }
  });

  it('reads them once the points are commas, as the documentation says', async () => {
    const text = (await exported(asker, 'ledger', { provider: 'ECB', currencies: 'CZK' })).toString('utf8');
    const path = join(freshFolder(), 'commas.ledger');
    writeFileSync(path, BOOK + text.replace(/^(P .*)\./gm, '$1,'));
    // Three digits of a rate with three decimals are the thousand euros of the book.
    const [, whole, decimals] = /EUR (\d+)\.(\d{3})0 CZK\n$/.exec(text) ?? [];
    expect(worth(path, 'CZK').stdout).toContain(`CZK${whole}${decimals} `);
  });
});
