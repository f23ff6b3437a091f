import { describe, expect, it } from 'vitest';
import { bnm } from '../../generator/providers/bnm.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const CODES =
  'AED AUD BND CAD CHF CNY EGP EUR GBP HKD IDR INR JPY KHR KRW MMK NPR NZD PHP PKR SAR SDR SGD THB TWD USD VND'.split(
    ' ',
  );

describe.skipIf(!recordingsAreThere('BNM, as recorded'))('BNM, as recorded', () => {
  it('has 27 currencies in the newest list', async () =>
    expect(countsOf(await readRecordedLines(bnm, 'latest-0900.json'))).toEqual(['2026-03-19: 27']));

  it.each(CODES)('%s has 14 days of March 2026, from the 2nd to the 19th', async (code) => {
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
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(bnm, file)).toContain(line));
});

const NEWEST = 'https://api.bnm.gov.my/public/exchange-rate?session=0900';
const MONTH = 'https://api.bnm.gov.my/public/exchange-rate/INR/year/2026/month/3?session=0900';
const META = '"meta":{"quote":"rm","session":"0900","last_updated":"2026-03-19 23:01:22","total_result":1}';
const INR =
  '{"date":"2026-03-19","buying_rate":4.2199999999999998,"selling_rate":4.2289000000000003,"middle_rate":4.2244}';
const SDR = '{"date":"2026-03-19","buying_rate":null,"selling_rate":null,"middle_rate":5.3538}';
const newest = `{"data":[{"currency_code":"INR","unit":100,"rate":${INR}},{"currency_code":"SDR","unit":1,"rate":${SDR}}],${META}}`;
const month = `{"data":{"currency_code":"INR","unit":100,"rate":[${INR}]},${META}}`;
const INR_LINE = '2026-03-19 100 INR/MYR mid 4.2244 bid 4.2199999999999998 ask 4.2289000000000003';

describe('BNM', () => {
  it.each([
    [
      'the newest list, with noise in its digits and a middle rate alone',
      NEWEST,
      newest,
      [INR_LINE, '2026-03-19 1 XDR/MYR mid 5.3538'],
    ],
    ['a month of one currency', MONTH, month, [INR_LINE]],
    ['a month without any', MONTH, `{"data":[],${META}}`, []],
  ])('reads %s', (_, url, body, expected) => expect(observedLines(bnm, url, body)).toEqual(expected));

  it.each([
    ['cut off', NEWEST, newest.slice(0, -5)],
    ['of another session', NEWEST, newest.replace('"0900"', '"1700"')],
    ['in foreign units per ringgit', NEWEST, newest.replace('"rm"', '"fx"')],
    ['without its units', NEWEST, newest.replaceAll('unit', 'per')],
    ['without its middle rates', MONTH, month.replace('middle_rate', 'mid_rate')],
    ['of a month in place of the newest', NEWEST, month],
    ['of the newest in place of a month', MONTH, newest],
  ])('refuses a document %s', (_, url, body) => expect(() => observedLines(bnm, url, body)).toThrow());

  it('corrects the newest list by the months, of which none withdraws other currencies', () => {
    expect(bnm.feeds.map(({ table, partial = false }) => [table, partial])).toEqual([
      ['session 0900', false],
      ['session 0900', true],
    ]);
  });

  it('asks for each currency and month by itself, in the version of the API that is read here', () => {
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
