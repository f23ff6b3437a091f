import { describe, expect, it } from 'vitest';
import { readRedenominations, toRelabelled } from '../../generator/sources/facts/redenominations.ts';
import { midOf } from '../../generator/sources/feeds/provider.ts';
import { hmrc } from '../../generator/sources/providers/hmrc.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines, toLine } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('HMRC, as recorded'))('HMRC, as recorded', () => {
  it.each([
    ['monthly-2018-02.xml', ['2018-02-01: 167'], 145],
    ['monthly-2021-06.xml', ['2021-06-01: 167'], 145],
  ])('%s has %j rows for %i currencies', async (file, counts, currencies) => {
    const lines = await readRecordedLines(hmrc, file);
    expect(countsOf(lines)).toEqual(counts);
    expect(new Set(lines).size).toBe(currencies);
  });

  it.each([
    ['monthly-2018-02.xml', '2018-02-01 1 GBP/USD mid 1.4223'],
    ['monthly-2018-02.xml', '2018-02-01 1 GBP/MRO mid 504.2'],
    ['monthly-2021-06.xml', '2021-06-01 1 GBP/ARS mid 133.25'],
    ['monthly-2021-06.xml', '2021-06-01 1 GBP/XOF mid 759.59'],
    ['monthly-2021-06.xml', '2021-06-01 1 GBP/JPY mid 153.61'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(hmrc, file)).toContain(line));
});

describe('HMRC', () => {
  it.each([
    ['2018-02-01', 'ECS', '1.4223', 'USD'],
    ['2021-06-01', 'ECS', '1.4146', 'USD'],
    ['2018-02-01', 'LRD', '1.4223', 'USD'],
    ['2023-08-01', 'LRD', '1.2886', 'USD'],
    ['2026-08-01', 'LRD', '241.9123', 'LRD'],
    ['2022-11-01', 'SLE', '15631.1792', 'SLL'],
    ['2023-01-01', 'SLL', '17223.6508', 'SLL'],
    ['2023-02-01', 'SLL', '23.661718', 'SLE'],
    ['2023-03-01', 'SLE', '23.9705', 'SLE'],
    ['2021-06-01', 'STD', '28927.5', 'STD'],
    ['2019-01-01', 'MRO', '451.73', 'MRO'],
    ['2018-12-01', 'VEF', '317617.87', 'VEF'],
  ])('means on %s by the label %s, at %s to the pound, the currency %s', (date, code, figure, currency) => {
    const stated = midOf({ date: parseIsoDate(date), base: 'GBP', quote: code }, figure);
    expect(toLine(toRelabelled(readRedenominations(), 'HMRC', stated))).toBe(`${date} 1 GBP/${currency} mid ${figure}`);
  });

  it('requests this month and the next one, which may not be published yet', () => {
    const requests = hmrc.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-12-15'), {}));
    expect(requests.map(({ url, mayBeAbsent }) => [url.slice(-22), mayBeAbsent])).toEqual([
      ['onthly_csv_2026-12.csv', undefined],
      ['monthly_csv_2027-1.csv', true],
    ]);
  });

  const CURRENT = 'https://www.trade-tariff.service.gov.uk/api/v2/exchange_rates/files/monthly_xml_2021-6.xml';
  const row = (country: string, code: string, rate: string) =>
    `<exchangeRate><countryName>${country}</countryName><currencyName>Dollar </currencyName>` +
    `<currencyCode>${code}</currencyCode><rateNew>${rate}</rateNew></exchangeRate>`;
  const list = (...rows: string[]) =>
    `<exchangeRateMonthList Period="01/Jun/2021 to 30/Jun/2021">${rows.join('')}</exchangeRateMonthList>`;

  it('has rates that are in force for a whole month', () => {
    expect([hmrc.validity, hmrc.monthly]).toEqual(['month', true]);
  });

  it.each([
    ['a renamed figure', list(row('USA', 'USD', '1.4146').replaceAll('rateNew', 'rate')), 'rateNew'],
    [
      'a period in another format',
      list(row('USA', 'USD', '1.4146')).replace('01/Jun/2021 to 30/Jun/2021', 'June 2021'),
      '@Period',
    ],
    [
      'a period whose first day does not exist',
      list(row('USA', 'USD', '1.4146')).replace('01/Jun', '31/Jun'),
      '"31/Jun/2021"',
    ],
    ['a list without rows', list(), 'exchangeRate'],
    ['a truncated document', list(row('USA', 'USD', '1.4146')).slice(0, -40), 'rateNew'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(hmrc, CURRENT, body)).toThrow(fault));
});
