import { describe, expect, it } from 'vitest';
import { dab } from '../../generator/sources/providers/dab.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('DAB, as recorded'))('DAB, as recorded', () => {
  it.each(['2026-05-18', '2026-05-19', '2026-05-20'])('states ten currencies on the page of %s', async (day) => {
    expect(countsOf(await readRecordedLines(dab, `rates-${day}.html`))).toEqual([`${day}: 10`]);
  });

  it.each([
    ['rates-2026-05-18.html', '2026-05-18 1 USD/AFN bid 63.9267 ask 64.0267'],
    ['rates-2026-05-18.html', '2026-05-18 1 EUR/AFN bid 73.5238 ask 73.7838'],
    ['rates-2026-05-18.html', '2026-05-18 10 IRR/AFN bid 0.0004 ask 0.0008'],
    ['rates-2026-05-19.html', '2026-05-19 1 CHF/AFN bid 81.3129 ask 81.5129'],
    ['rates-2026-05-19.html', '2026-05-19 1 CNY/AFN bid 9.5862 ask 9.7862'],
    ['rates-2026-05-20.html', '2026-05-20 1 PKR/AFN bid 0.2201 ask 0.2221'],
    ['rates-2026-05-20.html', '2026-05-20 1 SAR/AFN bid 16.6210 ask 16.6810'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(dab, file)).toContain(line));
});

const cells = (tag: 'td' | 'th', texts: readonly string[]) =>
  `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
const NAMES = ['Currency', 'Cash (Sell)', 'Cash (Buy)', 'Transfer (Sell)', 'Transfer (Buy)'];
const table = (names: readonly string[], ...rows: string[]) => `<table>${cells('th', names)}${rows.join('')}</table>`;
const AVERAGES =
  '<h2>Average Rates</h2><p>Last updated:<time>18 May 2026</time></p>' +
  table(['\ufeffCurrency', ...NAMES.slice(1)], cells('td', ['USD$', '64.8335', '64.6335', '64.7835', '64.6835']));
const page = (list: string, day = '18 May 2026', averages = AVERAGES) =>
  `<html><h2>Exchange Rates</h2><p>Last updated: ${day}</p>${list}${averages}</html>`;
const read = (body: string) =>
  observedLines(dab, 'https://www.dab.gov.af/exchange-rates?field_date_value=2026-05-18', body);
const DOLLAR = cells('td', ['USD$', '64.0767', '63.8767', '64.0267', '63.9267']);

describe('DAB', () => {
  it.each([
    ['one side', cells('td', ['CNY¥', '9.8', '9.4', '0.0000', '9.5']), ['2026-05-18 1 CNY/AFN bid 9.5']],
    ['no side', cells('td', ['CNY¥', '9.8', '9.4', '0.0000', '0.0000']), []],
    [
      'an unknown name as it is',
      cells('td', ['TURKEY Lira', '1.5', '1.4', '1.5', '1.4']),
      ['2026-05-18 1 TURKEY Lira/AFN bid 1.4 ask 1.5'],
    ],
  ])('reads %s', (_, rows, lines) => expect(read(page(table(NAMES, rows)))).toEqual(lines));

  it('states nothing for a day without rates', () => {
    expect(read(page('<div>There were no results.</div>', ''))).toEqual([]);
  });

  it('reads a day when the page has no averages', () => {
    const averages = '<h2>Average Rates</h2><div>There were no results.</div>';
    expect(read(page(table(NAMES, DOLLAR), '18 May 2026', averages))).toHaveLength(1);
  });

  it.each([
    ['the averages of a month in place of the day', page(''), 'no table of a day'],
    [
      'a single table, which may be of a day or of a month',
      page(table(NAMES, DOLLAR), '18 May 2026', ''),
      'no table of a day',
    ],
    [
      'buying before selling',
      page(table(['Currency', 'Cash (Buy)', 'Cash (Sell)', 'Transfer (Buy)', 'Transfer (Sell)'], DOLLAR)),
      'the column names are not',
    ],
    ['a page without its day', page(table(NAMES, DOLLAR), ''), '(DMY)'],
    [
      'another number of columns',
      page(table(NAMES, cells('td', ['USD$', '64.0767', '63.8767', '64.0267']))),
      'expected array to have >=5 items',
    ],
    ['a page truncated within the table', page(table(NAMES, DOLLAR)).slice(0, 250), 'table'],
    ['a page truncated before the table', page(table(NAMES, DOLLAR)).slice(0, 60), 'no table of a day'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('requests every day except Friday, the day of rest', () => {
    const address = 'https://www.dab.gov.af/exchange-rates?field_date_value=';
    const span = { from: parseIsoDate('2026-05-21'), to: parseIsoDate('2026-05-23') };
    expect(dab.feeds[0]?.between?.(span, {}).map(({ url, mayBeAbsent }) => [url, mayBeAbsent])).toEqual([
      [`${address}2026-05-21`, true],
      [`${address}2026-05-23`, true],
    ]);
    expect(dab.feeds[0]?.latest(span.to, {})).toHaveLength(6);
  });
});
