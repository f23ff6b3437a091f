import { describe, expect, it } from 'vitest';
import { History } from '../../generator/rates/blend/history.ts';
import { pma } from '../../generator/sources/providers/pma.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { archive } from '../support/banks/archives.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import { cells, fixtures } from './fixtures/pma.ts';

describe.skipIf(!recordingsAreThere('PMA, as recorded'))('PMA, as recorded', () => {
  const FILE = 'currencies-2026-09-01_08.xlsx';

  it('has 25 pairs on each of six days, four of them in shekels', async () => {
    const lines = await readRecordedLines(pma, FILE);
    expect(countsOf(lines)).toEqual(['01', '02', '03', '06', '07', '08'].map((day) => `2026-09-${day}: 25`));
    const inShekels = lines.filter((line) => line.startsWith('2026-09-01') && line.includes('/ILS '));
    expect(inShekels.map((line) => line.slice(13, 20))).toEqual(['USD/ILS', 'JOD/ILS', 'EUR/ILS', 'EGP/ILS']);
  });

  it('gives each currency a rate in shekels, by way of the dollar where it has none of its own', async () => {
    const lines = (await readRecordedLines(pma, FILE)).filter((line) => line.startsWith('2026-09-01'));
    const rows = lines.map((line) => line.replace(/^(\S+) 1 (\S+) mid (\S+) .*$/, '$1 $2 $3'));
    const { quotations } = new History(pma, archive('PMA', rows)).fixing(parseIsoDate('2026-09-01'));
    expect(quotations.size).toBe(22);
    // 1.3547 dollars a pound and 2.9924 shekels a dollar are 4.0538 shekels a pound.
    expect(`${quotations.get(currencyCode.parse('GBP'))?.mid?.inverse().roundSignificant(5)}`).toBe('4.0538');
  });

  it.each([
    '2026-09-01 1 USD/ILS mid 2.9924 bid 2.9903 ask 2.9944',
    '2026-09-01 1 USD/JOD mid 0.709 bid 0.7080 ask 0.7100',
    '2026-09-01 1 USD/CHF mid 0.8095 bid 0.8094 ask 0.8095',
    '2026-09-08 1 EUR/ILS mid 3.5009 bid 3.4988 ask 3.5028',
    '2026-09-08 1 EGP/ILS mid 0.0592 bid 0.0591 ask 0.0593',
  ])('states %s', async (line) => expect(await readRecordedLines(pma, FILE)).toContain(line));
});

const [{ url }] = fixtures;

/** The fixture with its cells changed. */
const changed = (edit: (rows: string[][]) => string[][]) =>
  xlsx(Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, edit(rows.map((row) => [...row]))])));

describe('PMA', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'columns in another order',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'الشراء' ? 'البيع' : cell)))),
      'not the five columns',
    ],
    [
      'a currency in place of a pair',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'USD/ILS' ? 'USD' : cell)))),
      'not a pair',
    ],
    [
      'another form of day',
      changed((rows) => rows.map((row) => row.map((cell) => cell.replace('2026/09/01', '01/09/2026')))),
      'Invalid string',
    ],
    [
      'commas that do not mark thousands',
      changed((rows) => rows.map((row) => row.map((cell) => cell.replace('2.9903', '2,9903')))),
      'not a figure: "2,9903"',
    ],
    ['an export without a sheet', xlsx({ Sheet1: cells['Worksheet 151'] }), 'not the five columns'],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(pma, url, body)).toThrow(fault));

  it('sends the hidden field of the form, whose name is new each time', () => {
    const request = { method: 'GET', url } as const;
    const page = '<form><input type="hidden" name="x7f3" value="9c1e" /></form>';
    const [feed] = pma.feeds;
    const keys = feed?.session?.toKeys({
      request,
      bytes: Buffer.from(page),
      contentType: '',
      cookies: ['PHPSESSID=1'],
    });
    const [asked] = feed?.latest(parseIsoDate('2026-09-09'), keys ?? {}) ?? [];
    expect([asked?.headers?.cookie, asked?.body]).toEqual(['PHPSESSID=1', 'from=2026-08-30&to=2026-09-09&x7f3=9c1e']);
  });
});
