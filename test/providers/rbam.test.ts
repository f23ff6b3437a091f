import { describe, expect, it } from 'vitest';
import { rbam } from '../../generator/sources/providers/rbam.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/rbam.ts';

const FILE = 'f11-monthly.csv';

describe.skipIf(!recordingsAreThere('RBAM, as recorded'))('RBAM, as recorded', () => {
  it('states 19 to 23 currencies on the last business day of each of 184 months', async () => {
    const days = countsOf(await readRecordedLines(rbam, FILE));
    expect([days.length, days[0], days.at(-1)]).toEqual([184, '2010-01-29: 23', '2025-04-30: 20']);
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(184);
    const sizes = ['19', '20', '21', '22', '23'].map((size) => days.filter((day) => day.endsWith(`: ${size}`)).length);
    expect(sizes).toEqual([30, 83, 12, 11, 48]);
  });

  it.each([
    '2010-01-29 1 AUD/USD mid 0.8909',
    '2010-01-29 1 AUD/XDR mid 0.5723',
    '2013-11-29 1 AUD/SEK mid 5.9461',
    '2013-12-31 1 AUD/SAR mid 3.3559',
    '2013-12-31 1 AUD/PHP mid 39.71',
    '2025-04-30 1 AUD/AED mid 2.3563',
    '2025-04-30 1 AUD/IDR mid 10686',
  ])('states %s', async (line) => expect(await readRecordedLines(rbam, FILE)).toContain(line));

  it.each([
    ['SEK', '2013-11-29'],
    ['SAR', '2013-12-31'],
    ['ZAR', '2014-11-28'],
    ['PGK', '2022-06-30'],
  ])('%s ends on %s', async (currency, date) => {
    const lines = await readRecordedLines(rbam, FILE);
    expect(lines.findLast((line) => line.includes(`AUD/${currency} `))?.slice(0, 10)).toBe(date);
  });
});

const [{ url: URL, body }] = fixtures;

describe('RBAM', () => {
  it('is monthly, though the header of its table says Daily', () => expect(rbam.monthly).toBe(true));

  it.each([
    ['a table without a header', body.slice(body.indexOf('29-Nov')), 'must match pattern'],
    ['a changed unit', body.replace('Units,USD', 'Units,CNY'), 'the title A$1=USD does not fit the unit CNY'],
    ['a row cut in the middle', body.replace(',5.9461', ''), '29-Nov-2013 has 1 cells, not 2'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(rbam, URL, changed)).toThrow(message));

  it('is not the daily table', () => {
    const [table] = rbam.feeds;
    expect(table?.matches.test('https://www.rba.gov.au/statistics/tables/csv/f11.1-data.csv')).toBe(false);
    const span = { from: parseIsoDate('2010-01-01'), to: parseIsoDate('2025-04-30') };
    expect(table?.between?.(span, {}).map(({ url }) => url)).toEqual([URL]);
  });
});
