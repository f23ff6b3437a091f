import { describe, expect, it } from 'vitest';
import { rbm } from '../../generator/providers/rbm.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('RBM, as recorded'))('RBM, as recorded', () => {
  const file = 'filter-2024-01.html';
  it('states 36 currencies on each of four days', async () => {
    const days = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
    expect(countsOf(await readRecordedLines(rbm, file))).toEqual(days.map((day) => `${day}: 36`));
  });

  it.each([
    '2024-01-02 1 AED/MWK mid 458.3832 bid 453.8538 ask 462.9125',
    '2024-01-02 1 ARS/MWK mid 2.0822 bid 2.0616 ask 2.1028',
    '2024-01-03 1 JPY/MWK mid 11.8522 bid 11.7351 ask 11.9693',
    '2024-01-04 1 USD/MWK mid 1683.3663 bid 1666.7326 ask 1700.0000',
    '2024-01-05 1 XDR/MWK mid 2250.2731 bid 2228.0377 ask 2272.5085',
    '2024-01-05 1 TZS/MWK mid 0.6707 bid 0.6640 ask 0.6773',
  ])('%s', async (line) => expect(await readRecordedLines(rbm, file)).toContain(line));
});

const cells = (tag: 'td' | 'th', texts: readonly string[]) =>
  `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
const HEADER = cells('th', ['Currency', 'Buying', 'Middle', 'Selling', 'Date']);
const DAY = "<span style=''>Jan 02&nbsp;&nbsp;</span><span style=''>2024</span>";
const row = (label: string, buying: string, middle: string, selling: string) =>
  cells('td', [`\n <strong>\n ${label} </strong>`, buying, middle, selling, DAY]);
const page = (...rows: string[]) => `<div><h4>Exchange Rates</h4><table id="exchange-rates">${rows.join('')}</table>`;
const read = (body: string) => observedLines(rbm, 'https://www.rbm.mw/Statistics/ExchangeRatesFilter/', body);

const DOLLAR = row('USD', '1,666.7326', '1,683.3663', '1,700.0000');

describe('RBM', () => {
  it.each([
    [
      'marks of thousands, and a date in two pieces',
      DOLLAR,
      ['2024-01-02 1 USD/MWK mid 1683.3663 bid 1666.7326 ask 1700.0000'],
    ],
    ['one side of two', row('ARS', '0.0000', '2.0822', '2.1028'), ['2024-01-02 1 ARS/MWK mid 2.0822 ask 2.1028']],
    ['no side', row('ARS', '0.0000', '0.0000', '0.0000'), []],
    ['SDR is XDR', row('SDR', '1.0', '1.1', '1.2'), ['2024-01-02 1 XDR/MWK mid 1.1 bid 1.0 ask 1.2']],
    ['the unit of account of COMESA is no currency', row('CMD', '1666.7326', '1683.3663', '1700.0000'), []],
    ['the Irish pound ended before', row('IEP', '1189.8434', '1201.7178', '1213.5922'), []],
    ['a label that we do not know', row('QQQ', '1.0', '1.1', '1.2'), ['2024-01-02 1 QQQ/MWK mid 1.1 bid 1.0 ask 1.2']],
  ])('%s', (_, rows, lines) => expect(read(page(HEADER, rows))).toEqual(lines));

  it.each([
    ['columns in another order', page(HEADER.replace('Buying', 'x').replace('Selling', 'Buying'), DOLLAR)],
    ['rates without names of columns', page(DOLLAR)],
    ['another number of columns', page(HEADER, cells('td', ['USD', '1.0', '1.1', '1.2']))],
    ['commas that are no marks of thousands', page(HEADER, row('USD', '1,66.73', '1683.3663', '1700.0'))],
    ['the day before the month', page(HEADER, DOLLAR.replace('Jan 02', '02 Jan'))],
    ['a page that was cut off', page(HEADER, DOLLAR).slice(0, -12)],
    ['a page without a table', '<div>Service Unavailable</div>'],
  ])('refuses %s', (_, body) => expect(() => read(body)).toThrow());

  it('asks for a span by the month, with the month before the day', () => {
    const span = { from: parseIsoDate('2024-01-02'), to: parseIsoDate('2024-02-05') };
    expect(rbm.feeds[0]?.between?.(span, {}).map(({ method, body }) => [method, body])).toEqual([
      ['POST', 'RateTypes=&StartDate=01%2F02%2F2024&EndDate=02%2F01%2F2024'],
      ['POST', 'RateTypes=&StartDate=02%2F02%2F2024&EndDate=02%2F05%2F2024'],
    ]);
  });
});
