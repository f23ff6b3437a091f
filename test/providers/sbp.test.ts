import { describe, expect, it } from 'vitest';
import { sbp } from '../../generator/providers/sbp.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
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
      'not a day of a workbook',
    ],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(sbp, url, body)).toThrow(fault));

  it('gives the name of a new currency in place of a code, which collect reports', () => {
    const body = changed((rows) =>
      rows.map((row) => row.map((cell) => (cell === 'U.S. Dollar' ? 'Russian Ruble' : cell))),
    );
    expect(observedLines(sbp, url, body).at(-1)).toBe('2026-04-02 1 Russian Ruble/PKR mid 279.32321428571424');
  });
});
