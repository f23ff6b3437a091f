import { describe, expect, it } from 'vitest';
import { cbs } from '../../generator/sources/providers/cbs.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { cells, fixtures } from './fixtures/cbs.ts';

describe.skipIf(!recordingsAreThere('CBS, as recorded'))('CBS, as recorded', () => {
  const FILE = 'historical-daily-rates-2026-06-03.xlsx';

  it('has 34,762 figures on 4595 days, each day once', async () => {
    const lines = await readRecordedLines(cbs, FILE);
    const days = countsOf(lines);
    expect([lines.length, days.length, days[0], days.at(-1)]).toEqual([34762, 4595, '2008-01-03: 7', '2026-06-03: 8']);
    // The yuan came in 2016, and has no figure on two days of that year.
    expect(days.filter((day) => !day.endsWith(day < '2016' ? ': 7' : ': 8'))).toEqual([
      '2016-07-25: 7',
      '2016-08-08: 7',
    ]);
    expect(lines.filter((line) => line.startsWith('2026-01-12') && line.includes('USD'))).toEqual([
      '2026-01-12 1 WST/USD mid 0.35933',
    ]);
    expect(days.filter((day) => day.startsWith('2026-02-12'))).toEqual([]);
  });

  it.each([
    '2008-01-03 1 WST/USD mid 0.39258',
    '2008-01-03 1 WST/JPY mid 42.95227',
    '2015-06-30 1 WST/USD mid 0.38996',
    '2016-07-25 1 WST/EUR mid 0.35563',
    '2026-01-12 1 WST/CNY mid 2.50749',
  ])('states %s', async (line) => expect(await readRecordedLines(cbs, FILE)).toContain(line));
});

const [{ url }] = fixtures;

/** The fixture with its cells changed. */
const changed = (edit: (rows: string[][]) => string[][]) =>
  xlsx(Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, edit(rows.map((row) => [...row]))])));

const renamed = (from: string, to: string) =>
  changed((rows) => rows.map((row) => row.map((cell) => (cell === from ? to : cell))));

describe('CBS', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'another heading',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'TALA/USD' ? 'TALA/DOLLAR' : cell)))),
      'not a heading',
    ],
    [
      'a heading of two currencies',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'TALA/CNY' ? 'TALA/USD/CNY' : cell)))),
      'not a heading',
    ],
    ['a month that cannot be read', renamed('FEBRUARY', 'FEBUARY'), '2026-02-11 is below no month with its headings'],
    ['a block without headings', renamed('TALA/USD', 'USD'), '2026-01-12 is below no month with its headings'],
    ['a sheet without a year', xlsx({ Rates: cells['2026'] }), 'Invalid string'],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(cbs, url, body)).toThrow(fault));

  it.each([
    ['June032026', '/media/Historical-Daily-Rates-June032026.xlsx', '/media/Historical-Daily-Rates-June032026.xlsx'],
    ['a number', '/media/Historical-Daily%20-Rates-(2372).xlsx', '/media/Historical-Daily%20-Rates-(2372).xlsx'],
    ['blanks', '/media/Historical Daily Rates-220626.xlsx', '/media/Historical%20Daily%20Rates-220626.xlsx'],
    ['another folder', 'https://cbs.gov.ws/files/Rates.XLSX', '/files/Rates.XLSX'],
  ])('takes the address from the page, however the file is named: %s', async (_, link, path) => {
    const behave: Behaviour = ({ url: asked }, response) => {
      if (asked.pathname === '/daily-exchange-rates') return `<a href="/about">About</a><a href='${link}'>Download</a>`;
      response.end(xlsx(cells));
      return undefined;
    };
    const { lines, failures, asked } = await ask('CBS', behave, { from: '2026-02-11', to: '2026-02-11' });
    expect(asked.map(({ url: one }) => one.pathname)).toEqual(['/daily-exchange-rates', path]);
    expect([lines, failures]).toEqual([['2026-02-11 1 WST/USD mid 0.3711'], []]);
  });

  it('is read on Sunday evening by UTC, when Monday’s list is out in Samoa', async () => {
    const behave: Behaviour = ({ url: asked }, response) => {
      if (asked.pathname === '/daily-exchange-rates') return '<a href="/media/Rates.xlsx">Download</a>';
      const monday = Object.entries(cells).map(([name, rows]) => [
        name,
        rows.map((row) => row.map((cell) => (cell === '46064' ? '46062' : cell))),
      ]);
      response.end(xlsx(Object.fromEntries(monday)));
      return undefined;
    };
    const { lines, failures } = await ask('CBS', behave, { today: '2026-02-08' });
    expect([lines.at(-1), failures]).toEqual(['2026-02-09 1 WST/USD mid 0.3711', []]);
  });
});
