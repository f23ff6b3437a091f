import { describe, expect, it } from 'vitest';
import { Witnesses } from '../../generator/rates/quarantine/witnesses.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { nrbt } from '../../generator/sources/providers/nrbt.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import { readStatement } from '../support/faults/outcome.ts';
import { cells, fixtures } from './fixtures/nrbt.ts';

describe.skipIf(!recordingsAreThere('NRBT, as recorded'))('NRBT, as recorded', () => {
  const FILE = 'average-daily-exchange-rates.xlsx';

  it('has twelve currencies on nine days, and none on two holidays', async () =>
    expect(countsOf(await readRecordedLines(nrbt, FILE))).toEqual(
      [
        '2017-01-03',
        '2017-01-04',
        '2017-01-05',
        '2017-01-06',
        '2024-12-30',
        '2024-12-31',
        '2025-01-02',
        '2025-01-03',
        '2025-01-06',
      ].map((day) => `${day}: 12`),
    ));

  it.each([
    '2017-01-03 1 TOP/USD mid 0.4441 bid 0.4332 ask 0.455',
    '2017-01-06 1 TOP/SGD mid 0.6424 bid 0.6196 ask 0.6651',
    '2024-12-31 1 TOP/JPY mid 64.4827 bid 63.2088 ask 65.7565',
    '2025-01-02 1 TOP/FJD mid 0.9461 bid 0.926 ask 0.9662',
    '2025-01-03 1 TOP/CHF mid 0.3691 bid 0.3541 ask 0.3841',
    '2025-01-06 1 TOP/WST mid 1.1554 bid 1.0356 ask 1.2752',
  ])('states %s', async (line) => expect(await readRecordedLines(nrbt, FILE)).toContain(line));
});

const [{ url }] = fixtures;

/** The fixture with its cells changed. */
const changed = (edit: (rows: string[][]) => string[][]) =>
  xlsx(Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, edit(rows.map((row) => [...row]))])));

describe('NRBT', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'blocks in another order',
      changed((rows) => rows.map((row) => row.map((cell) => cell.replace(/BUY$/, 'SELL')))),
      'the blocks are not',
    ],
    [
      'columns in another order',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'EUR' ? 'USD' : cell)))),
      'the column names',
    ],
    [
      'another bank',
      changed((rows) =>
        rows.map((row) => row.map((cell) => (cell === 'NATIONAL RESERVE BANK OF TONGA' ? 'BANK' : cell))),
      ),
      'NATIONAL RESERVE BANK',
    ],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(nrbt, url, body)).toThrow(fault));

  it('leaves out and names a selling figure above the buying one, and keeps the archive', () => {
    const bytes = changed((rows) =>
      rows.map((row) => row.map((cell) => (cell === '0.65180000000000005' ? '0.7' : cell))),
    );
    const [feed] = nrbt.feeds;
    if (feed === undefined) throw new Error('NRBT has no feed');
    const answer = { request: { method: 'GET', url } as const, bytes, contentType: '' };
    const world = { currencies: codesOf(readCurrencies()), redenominations: [], witnesses: new Witnesses([]) };
    const read = readStatement({ definition: nrbt, feed, answer, seen: '2026-05-24T06:23:30Z' }, bytes, world, false);
    expect(read?.odd).toEqual(['2025-01-02 TOP/AUD: bid 0.7 is above ask 0.6785']);
    expect(read?.statement.observations.map(({ quote }) => quote)).toEqual(['EUR', 'AUD']);
  });
});
