import { describe, expect, it } from 'vitest';
import { bnm } from '../../generator/sources/providers/bnm.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bnm.ts';

const CODES =
  'AED AUD BND CAD CHF CNY EGP EUR GBP HKD IDR INR JPY KHR KRW MMK NPR NZD PHP PKR SAR SDR SGD THB TWD USD VND'.split(
    ' ',
  );

describe.skipIf(!recordingsAreThere('BNM, as recorded'))('BNM, as recorded', () => {
  it('states 27 currencies in the newest list', async () =>
    expect(countsOf(await readRecordedLines(bnm, 'latest-0900.json'))).toEqual(['2026-03-19: 27']));

  it.each(CODES)('states %s on 14 days of March 2026, from the 2nd to the 19th', async (code) => {
    const counts = countsOf(await readRecordedLines(bnm, `month-2026-03-${code}.json`));
    expect([counts.length, counts[0], counts.at(-1)]).toEqual([14, '2026-03-02: 1', '2026-03-19: 1']);
  });

  it.each([
    ['latest-0900.json', '2026-03-19 100 INR/MYR mid 4.2244000000000002 bid 4.2199999999999998 ask 4.2289000000000003'],
    ['latest-0900.json', '2026-03-19 1 XDR/MYR mid 5.3537999999999997'],
    ['latest-0900.json', '2026-03-19 100 SAR/MYR mid 104.6828 bid 104.5973 ask 104.76819999999999'],
    [
      'month-2026-03-USD.json',
      '2026-03-02 1 USD/MYR mid 3.9129999999999998 bid 3.9100000000000001 ask 3.9159999999999999',
    ],
    ['month-2026-03-USD.json', '2026-03-19 1 USD/MYR mid 3.9300000000000002 bid 3.927 ask 3.9329999999999998'],
    ['month-2026-03-JPY.json', '2026-03-02 100 JPY/MYR mid 2.5019 bid 2.4998 ask 2.504'],
    ['month-2026-03-SDR.json', '2026-03-02 1 XDR/MYR mid 5.3795000000000002'],
    ['month-2026-03-VND.json', '2026-03-19 100 VND/MYR mid 0.0149 bid 0.0149 ask 0.014999999999999999'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bnm, file)).toContain(line));
});

const [{ url: NEWEST_URL, body: NEWEST }, { url: MONTH_URL, body: MONTH }] = fixtures;

describe('BNM', () => {
  it('states nothing for a month in which the bank has no rates of the currency', () => {
    const empty = MONTH.replace(/"data":.*(?=,"meta")/s, '"data":[]');
    expect(observedLines(bnm, MONTH_URL, empty)).toEqual([]);
  });

  it.each([
    ['that was cut off', NEWEST_URL, NEWEST.slice(0, -5), 'reached end of input'],
    ['of another session', NEWEST_URL, NEWEST.replace('"0900"', '"1700"'), 'session'],
    ['in foreign units per ringgit', NEWEST_URL, NEWEST.replace('"rm"', '"fx"'), 'quote'],
    ['without its units', NEWEST_URL, NEWEST.replaceAll('unit', 'per'), 'unit'],
    ['without its middle rates', MONTH_URL, MONTH.replace('middle_rate', 'mid_rate'), 'middle_rate'],
    ['of a month in place of the newest', NEWEST_URL, MONTH, 'expected array, received object'],
    ['of the newest in place of a month', MONTH_URL, NEWEST, 'expected object, received array'],
  ])('refuses a document %s', (_, url, body, fault) => {
    expect(() => observedLines(bnm, url, body)).toThrow(fault);
  });

  it('lets a month correct the newest list without withdrawing the other currencies', () => {
    expect(bnm.feeds.map(({ table, partial = false }) => [table, partial])).toEqual([
      ['session 0900', false],
      ['session 0900', true],
    ]);
  });

  it('asks for each month of each currency, in the version of the API that it reads', () => {
    const span = { from: parseIsoDate('2025-12-31'), to: parseIsoDate('2026-01-02') };
    const requests = bnm.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []);
    const urls = requests.map(({ url }) => url);
    expect(urls).toHaveLength(2 * CODES.length);
    expect(urls[0]).toBe('https://api.bnm.gov.my/public/exchange-rate/AED/year/2025/month/12?session=0900');
    expect(urls.at(-1)).toBe('https://api.bnm.gov.my/public/exchange-rate/VND/year/2026/month/1?session=0900');
    const asked = [...requests, ...(bnm.feeds[0]?.latest(span.to, {}) ?? [])].map(({ headers }) => headers?.accept);
    expect(new Set(asked)).toEqual(new Set(['application/vnd.BNM.API.v1+json']));
  });
});
