import { describe, expect, it } from 'vitest';
import { hkma } from '../../generator/sources/providers/hkma.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'er-eeri-daily-100.json';

describe.skipIf(!recordingsAreThere('HKMA, as recorded'))('HKMA, as recorded', () => {
  it('has 17 currencies on each of 100 days, Saturdays among them, and on 78 of them also the SDR', async () => {
    const days = countsOf(await readRecordedLines(hkma, FILE));
    expect(days).toHaveLength(100);
    expect([days[0], days[1], days.at(-2), days.at(-1)]).toEqual([
      '2025-10-28: 18',
      '2025-10-30: 18',
      '2026-02-27: 18',
      '2026-02-28: 17',
    ]);
    expect(days.filter((day) => day.endsWith(': 18'))).toHaveLength(78);
  });

  it.each([
    '2025-10-28 1 USD/HKD mid 7.769',
    '2025-10-28 1 PHP/HKD mid 0.1415',
    '2025-10-28 1 XDR/HKD mid 10.6039081',
    '2026-02-27 1 XDR/HKD mid 10.75757525',
    '2026-02-28 1 IDR/HKD mid 0.0004666',
    '2026-02-28 1 KRW/HKD mid 0.005433',
  ])('states %s', async (line) => expect(await readRecordedLines(hkma, FILE)).toContain(line));

  it('relays binary noise as published', async () =>
    expect(await readRecordedLines(hkma, FILE)).toContain('2026-02-28 1 USD/HKD mid 7.8245000000000005'));

  it("relays the source's wrong peso, which is 7 % above the market and the same on nine days", async () => {
    const pesos = (await readRecordedLines(hkma, FILE)).filter((line) => line.endsWith('PHP/HKD mid 0.1415'));
    expect([pesos.length, pesos[0], pesos.at(-1)]).toEqual([
      9,
      '2025-11-07 1 PHP/HKD mid 0.1415',
      '2025-10-28 1 PHP/HKD mid 0.1415',
    ]);
  });
});

const URL =
  'https://api.hkma.gov.hk/public/market-data-and-statistics/monthly-statistical-bulletin/er-ir/er-eeri-daily?offset=0';
const document = (size: number, ...records: string[]) =>
  `{"header":{"success":true,"err_code":"0000","err_msg":"No error found"},"result":{"datasize":${size},"records":[${records}]}}`;
const record =
  '{"end_of_day":"2026-02-27","usd":7.825,"dem":null,"special_drawing_rights":10.75757525,"neeri_2020_trade_wgt":101.1}';

describe('HKMA', () => {
  it('passes on an unknown key, so that collect reports it', () =>
    expect(observedLines(hkma, URL, document(1, '{"end_of_day":"2026-02-27","gold_bar":1.5}'))).toEqual([
      '2026-02-27 1 GOLD_BAR/HKD mid 1.5',
    ]));

  it.each([
    ['a truncated document', document(1, record).slice(0, -3), 'end of array'],
    ['fewer records than are stated', document(2, record), 'datasize does not match'],
    ['an answer that states an error', document(1, record).replace('true', 'false'), 'success'],
    ['another error code', document(1, record).replace('0000', '0001'), 'err_code'],
    ['another name of the day', document(1, record.replace('end_of_day', 'end_of_date')), 'end_of_day'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(hkma, URL, body)).toThrow(fault));

  it('requests the newest hundred days, and a span in pages of a hundred days', () => {
    const span = { from: parseIsoDate('2025-10-01'), to: parseIsoDate('2026-01-09') };
    const [feed] = hkma.feeds;
    const requests = [...(feed?.latest(span.to, {}) ?? []), ...(feed?.between?.(span, {}) ?? [])];
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual([
      'offset=0&pagesize=100&sortby=end_of_day&sortorder=desc',
      'choose=end_of_day&from=2025-10-01&to=2026-01-08&offset=0&pagesize=100&sortby=end_of_day&sortorder=desc',
      'choose=end_of_day&from=2026-01-09&to=2026-01-09&offset=0&pagesize=100&sortby=end_of_day&sortorder=desc',
    ]);
  });
});
