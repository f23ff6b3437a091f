import { describe, expect, it } from 'vitest';
import { cbi } from '../../generator/sources/providers/cbi.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import { cells, fixtures } from './fixtures/cbi.ts';

describe.skipIf(!recordingsAreThere('CBI, as recorded'))('CBI, as recorded', () => {
  const FILE = 'daily-rates-2024-2026.xlsx';

  it('has fourteen currencies and gold in January 2024, up to eighteen two years later', async () => {
    const lines = await readRecordedLines(cbi, FILE);
    const days = countsOf(lines);
    expect([lines.length, days.length, days[0], days.at(-1)]).toEqual([1044, 60, '2024-01-02: 15', '2026-02-26: 19']);
    // 180.486 is a slip for 1804.486, and 7,019.077.000 for a figure with one point.
    expect(lines.filter((line) => line.startsWith('2026-02-18') && line.includes('XDR'))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('2026-01-28') && line.includes('XAU'))).toEqual([]);
  });

  it.each([
    '2024-01-02 1 XAU/IQD bid 2676539.71',
    '2024-01-31 1 CHF/IQD bid 1506.286 ask 1517.873',
    '2026-01-04 1 JPY/IQD bid 8.29 ask 8.354',
    '2026-01-13 1 INR/IQD bid 14.402 ask 14.512',
    '2026-01-14 1 XAU/IQD bid 6006624.000',
    '2026-02-02 1 XAU/IQD bid 6064851000',
    '2026-02-26 1 OMR/IQD bid 3381.014 ask 3407.022',
  ])('states %s', async (line) => expect(await readRecordedLines(cbi, FILE)).toContain(line));
});

const [{ url }] = fixtures;

/** The fixture with its cells changed. */
const changed = (edit: (rows: string[][]) => string[][]) =>
  xlsx(Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, edit(rows.map((row) => [...row]))])));

/** The second month of 2026 under another heading. */
const withHeading = (heading: string) =>
  changed((rows) => rows.map(([first = '', ...more]) => [first === 'Feb.2026' ? heading : first, ...more]));

describe('CBI', () => {
  it.each([
    ...[
      ['Feb.2026', '02'],
      ['Feb. 2026', '02'],
      ['June 2026', '06'],
      ['July 2026', '07'],
      ['Sept.2026', '09'],
    ],
    ...[
      ['Spet.2026', '09'],
      ['Dec, 2026', '12'],
      ['Dec, ', '12'],
      ['*Mar. 2026', '03'],
      ['* mar.', '03'],
      ['MAY', '05'],
    ],
    // A day that Excel made of the heading: 1 November 2026.
    ['46327', '11'],
  ])('reads %j as month %s', (heading, month) =>
    expect(observedLines(cbi, url, withHeading(heading)).at(-1)).toBe(`2026-${month}-18 1 USD/IQD bid 1300 ask 1310`),
  );

  it.each<[string, Uint8Array, string]>([
    [
      'a group without a name',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'الروبية الهندية  INR' ? '' : cell)))),
      'are not one currency',
    ],
    [
      'a group of two names',
      changed((rows) => rows.map((row) => (row[5]?.includes('INR') ? row.toSpliced(6, 1, 'الليرة TRY') : row))),
      'are not one currency',
    ],
    [
      'sides in another order',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'Sell         ID' ? 'Purchase ID' : cell)))),
      'are not one currency',
    ],
    [
      'a name without a code',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'S.FR' ? 'Franc' : cell)))),
      'are not one currency',
    ],
    ['a sheet of another year', xlsx({ '2025': cells['2026'] }), 'does not begin with Date and its year'],
    [
      'a month that cannot be read',
      withHeading('Fbe.2026'),
      'sheet 2026 has days below "Average", which is not a month',
    ],
    ['a month without a name', withHeading(''), 'sheet 2026 has days below "Average", which is not a month'],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(cbi, url, body)).toThrow(fault));

  it('takes the address from the page, of the link that has gold in its text', () => {
    const request = { method: 'GET', url: 'https://cbi.iq/page/144' } as const;
    const page = `<a href="https://cbi.iq/static/uploads/up/file-1.xlsx"><span>اسعار صرف الدينار</span></a>
<a href="https://cbi.iq/static/uploads/up/file-2.xlsx">أسعار صرف الدينار العراقي اليومية تجاه العملات الرئيسية والذهب <span></span></a>
<a href="https://cbi.iq/static/uploads/up/file-3.xlsx">اسعار العملات</a>`;
    const [feed] = cbi.feeds;
    const keys = feed?.session?.toKeys({ request, bytes: Buffer.from(page), contentType: 'text/html; charset=UTF-8' });
    expect(feed?.latest(parseIsoDate('2026-06-10'), keys ?? {})[0]?.url).toMatch(/file-2\.xlsx$/);
  });
});
