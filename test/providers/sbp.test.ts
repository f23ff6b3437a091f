import { describe, expect, it } from 'vitest';
import { sbp } from '../../generator/sources/providers/sbp.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { cells, fixtures } from './fixtures/sbp.ts';

describe.skipIf(!recordingsAreThere('SBP, as recorded'))('SBP, as recorded', () => {
  const FILE = 'bfer-daily-2026-04.xlsx';

  it('has 23 currencies on each of 22 days', async () => {
    const days = countsOf(await readRecordedLines(sbp, FILE));
    expect([days.length, days[0], days.at(-1)]).toEqual([22, '2026-04-01: 23', '2026-04-30: 23']);
    expect(days.filter((day) => !day.endsWith(': 23'))).toEqual([]);
  });

  it.each([
    '2026-04-01 1 AUD/PKR mid 192.929678',
    '2026-04-01 1 MYR/PKR mid 69.23827635714285',
    '2026-04-02 1 JPY/PKR mid 1.75262',
    '2026-04-03 1 GBP/PKR mid 369.3752325',
    '2026-04-06 1 TRY/PKR mid 6.28425',
    '2026-04-30 1 KWD/PKR mid 908.8049',
  ])('states %s', async (line) => expect(await readRecordedLines(sbp, FILE)).toContain(line));
});

const [{ url }] = fixtures;

/** The fixture with its cells changed. */
const changed = (edit: (rows: string[][]) => string[][]) =>
  xlsx(Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, edit(rows.map((row) => [...row]))])));

describe('SBP', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'figures in the other direction',
      changed((rows) =>
        rows.map((row) =>
          row.map((cell) => (cell === 'Pak Rupees per Currency Unit' ? 'Currency Units per Rupee' : cell)),
        ),
      ),
      'Pak Rupees',
    ],
    [
      'a sheet that does not end',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'Contact Person:' ? 'Persons:' : cell)))),
      'does not end',
    ],
    [
      'more figures than days',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === '46114' ? '' : cell)))),
      'more figures than days',
    ],
    [
      'days in words',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === '46113' ? '1 April' : cell)))),
      'not a date of a workbook',
    ],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(sbp, url, body)).toThrow(fault));

  it('gives the name of a new currency in place of a code, which collect reports', () => {
    const body = changed((rows) =>
      rows.map((row) => row.map((cell) => (cell === 'U.S. Dollar' ? 'Russian Ruble' : cell))),
    );
    expect(observedLines(sbp, url, body).at(-1)).toBe('2026-04-02 1 Russian Ruble/PKR mid 279.32321428571424');
  });

  it('states what the longer workbook has where both state a day', async () => {
    const april = {
      Sheet2: [
        ['', 'Currency', '46112', '46113', '46114'],
        ['USA', 'U.S. Dollar', '279.3', '279.4', '279.323214'],
      ],
    };
    const behave: Behaviour = ({ url: asked }, response) => {
      response.end(xlsx(asked.pathname.endsWith('/BFER_Daily.xlsx') ? cells : april));
      return undefined;
    };
    const { lines, failures } = await ask('SBP', behave, { today: '2026-04-20' });
    expect(failures).toEqual([]);
    // The last row of a day and a pair is the one that holds.
    expect(lines.filter((line) => line.includes('USD'))).toEqual([
      '2026-03-31 1 USD/PKR mid 279.3',
      '2026-04-01 1 USD/PKR mid 279.4',
      '2026-04-02 1 USD/PKR mid 279.32321428571424',
      '2026-04-02 1 USD/PKR mid 279.323214',
    ]);
  });

  it('does not take the home page for a workbook', () => {
    const page = '<html><title>State Bank of Pakistan</title></html>';
    expect(() => observedLines(sbp, fixtures[1].url, page)).toThrow(/zip/i);
  });
});
