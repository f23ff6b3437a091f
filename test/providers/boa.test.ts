import { describe, expect, it } from 'vitest';
import { boa } from '../../generator/sources/providers/boa.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import { cells, fixtures } from './fixtures/boa.ts';

describe.skipIf(!recordingsAreThere('BOA, as recorded'))('BOA, as recorded', () => {
  const FILE = 'cotation-dzd-2026-04.xlsx';

  it('has sixteen currencies on each of 22 days', async () => {
    const days = countsOf(await readRecordedLines(boa, FILE));
    expect([days.length, days[0], days.at(-1)]).toEqual([22, '2026-04-01: 16', '2026-04-30: 16']);
    expect(days.filter((day) => !day.endsWith(': 16'))).toEqual([]);
  });

  it.each([
    '2026-04-01 1 AED/DZD mid 36.1395',
    '2026-04-02 1 CHF/DZD mid 166.3296',
    '2026-04-01 100 JPY/DZD mid 83.5474',
    '2026-04-30 100 JPY/DZD mid 82.8057',
    '2026-04-30 1 EUR/DZD mid 154.7637',
    '2026-04-30 1 CNY/DZD mid 19.3956',
  ])('states %s', async (line) => expect(await readRecordedLines(boa, FILE)).toContain(line));
});

const [{ url }] = fixtures;

/** The fixture with its cells changed. */
const changed = (edit: (rows: string[][]) => string[][]) =>
  xlsx(Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, edit(rows.map((row) => [...row]))])));

describe('BOA', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'yen without their unit',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === '100 JPY / DZD' ? 'JPY / DZD' : cell)))),
      'the sheet JPY - DZD',
    ],
    [
      'a unit of another currency',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'EURO / DZD' ? '100 EURO / DZD' : cell)))),
      'the sheet EURO - DZD',
    ],
    [
      'a title of another sheet',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'EURO / DZD' ? 'USD / DZD' : cell)))),
      'the sheet EURO - DZD',
    ],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(boa, url, body)).toThrow(fault));

  it.each(['06/Cotation-DZD-2000-2026-journalier-1.xlsx', '10/Historique-Cotation-DZD-2000-2026-journalier.xlsx'])(
    'takes the address from the page, also with a prefix: %s',
    (file) => {
      const url = `https://www.bank-of-algeria.dz/stoodroa/2026/${file}`;
      const request = { method: 'GET', url: 'https://www.bank-of-algeria.dz/' } as const;
      const answer = { request, bytes: Buffer.from(`<a href="${url}">`), contentType: 'text/html' };
      const [feed] = boa.feeds;
      expect(feed?.latest(parseIsoDate('2026-06-10'), feed.session?.toKeys(answer) ?? {})[0]?.url).toBe(url);
      expect(feed?.matches.test(url)).toBe(true);
    },
  );
});
