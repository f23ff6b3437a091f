import { describe, expect, it } from 'vitest';
import { cbllr } from '../../generator/sources/providers/cbllr.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('CBLLR, as recorded'))('CBLLR, as recorded', () => {
  const file = 'buying-selling-rates.html';
  it('states one currency on each of 31 days', async () => {
    const days = countsOf(await readRecordedLines(cbllr, file));
    expect([days.length, days[0], days.at(-1)]).toEqual([31, '2026-04-11: 1', '2026-05-23: 1']);
    expect(days.filter((day) => !day.endsWith(': 1'))).toEqual([]);
  });

  it.each([
    '2026-05-23 1 USD/LRD bid 182.0819 ask 183.9653',
    '2026-05-20 1 USD/LRD bid 182.1207 ask 184.0427',
    '2026-05-02 1 USD/LRD bid 182.5000 ask 184.3510',
    '2026-04-27 1 USD/LRD bid 182.8946 ask 185.0104',
    '2026-04-11 1 USD/LRD bid 183.2605 ask 185.3188',
  ])('states %s', async (line) => expect(await readRecordedLines(cbllr, file)).toContain(line));
});

const HEADER = '<tr><th>Date</th><th>Buying</th><th>Selling</th></tr>';
const row = (day: string, buying: string, selling: string) =>
  `<tr><td><div> <time datetime="x">${day}</time> </div></td><td>${buying} </td><td>${selling} </td></tr>`;
const page = (...rows: string[]) => `<html><table class="table">${rows.join('\n')}</table></html>`;
const URL = 'https://www.cbl.org.lr/research/buying-selling-rates';
const read = (body: string) => observedLines(cbllr, URL, body);
const SATURDAY = row('Saturday, May 2, 2026', 'L$182.5000/US$1.00', 'L$184.3510/US$1.00');

describe('CBLLR', () => {
  it.each([
    ['another unit', page(HEADER, SATURDAY.replaceAll('US$1.00', 'US$100.00')), 'must match pattern'],
    ['another currency', page(HEADER, SATURDAY.replace('/US$1.00', '/€1.00')), 'must match pattern'],
    [
      'the other direction',
      page(HEADER, row('Saturday, May 2, 2026', 'US$0.0055/L$1.00', 'US$0.0054/L$1.00')),
      'must match pattern',
    ],
    ['a figure with a comma', page(HEADER, SATURDAY.replace('182.5000', '182,5000')), 'must match pattern'],
    [
      'columns in another order',
      page(HEADER.replace('Buying', 'x').replace('Selling', 'Buying'), SATURDAY),
      'the column names are not',
    ],
    ['a day that does not exist', page(HEADER, SATURDAY.replace('May 2,', 'May 32,')), '"May 32 2026"'],
    ['a truncated page', page(HEADER, SATURDAY).slice(0, -20), 'table'],
    ['a page without a table', '<html><p>Access denied</p></html>', 'expected array'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('reads a figure with blanks around it', () => {
    const spaced = page(HEADER, SATURDAY.replace('L$182.5000/US$1.00', 'L$ 182.5000 / US$ 1.00'));
    expect(read(spaced)).toEqual(read(page(HEADER, SATURDAY)));
  });

  it('requests the newest page on any day, and for a span as many pages as reach back to its first day', () => {
    const [today, first] = [parseIsoDate('2026-11-20'), parseIsoDate('2026-10-01')];
    expect(cbllr.feeds.flatMap((feed) => feed.latest(today, {})).map(({ url }) => url)).toEqual([URL]);
    const pagesFrom = (from: typeof today) =>
      cbllr.feeds.flatMap((feed) => feed.between?.({ from, to: from }, {}, today) ?? []).map(({ url }) => url);
    // Fifty-one days of six rows a week are 44 rows.
    expect(pagesFrom(first)).toEqual([0, 1, 2, 3, 4].map((number) => `${URL}?page=${number}`));
    expect(pagesFrom(parseIsoDate('2012-07-05'))).toHaveLength(107);
  });

  it('takes a page behind the last one for an empty one, but not the page of a firewall', () => {
    const behind = '<html><body><a href="/research/buying-selling-rates?page=0">First</a><p>No rows</p></body></html>';
    const address = `${URL}?page=106`;
    expect(observedLines(cbllr, address, behind)).toEqual([]);
    expect(() => observedLines(cbllr, address, '<html><p>Request Rejected</p></html>')).toThrow('Invalid input');
  });
});
