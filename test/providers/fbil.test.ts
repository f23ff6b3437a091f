import { describe, expect, it } from 'vitest';
import { fbil } from '../../generator/sources/providers/fbil.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'reference-rates-2026-03.json';

describe.skipIf(!recordingsAreThere('FBIL, as recorded'))('FBIL, as recorded', () => {
  it('has six currencies on each of three days, but none on the 19th, a holiday', async () =>
    expect(countsOf(await readRecordedLines(fbil, FILE))).toEqual(['2026-03-17: 6', '2026-03-18: 6', '2026-03-20: 6']));

  it.each([
    '2026-03-17 1 USD/INR mid 92.457000',
    '2026-03-17 10000 IDR/INR mid 54.409300',
    '2026-03-18 1 GBP/INR mid 123.637100',
    '2026-03-20 100 JPY/INR mid 58.940000',
    '2026-03-20 1 AED/INR mid 25.413500',
    '2026-03-20 10000 IDR/INR mid 55.107900',
  ])('states %s', async (line) => expect(await readRecordedLines(fbil, FILE)).toContain(line));
});

const URL =
  'https://www.fbil.org.in/wasdm/refrates/fetchfiltered?authenticated=false&fromDate=2026-03-20&toDate=2026-03-20';
const row = (product: string, rate: string, run = '2026-03-20 00:00:00') =>
  `{"processRunDate":"${run}","subProdName":"${product}","displayTime":"2026-03-20 13:00:00","rate":${rate},"comments":""}`;

describe('FBIL', () => {
  it.each([
    ['a truncated document', `[${row('INR / 1 USD', '93.3')},{"processRun`, 'End of string'],
    ['a name without a unit', `[${row('INR / USD', '93.3')}]`, '"INR / USD"'],
    ['a name in the other direction', `[${row('USD / 1 INR', '0.0107')}]`, '"USD / 1 INR"'],
    ['a day with a time', `[${row('INR / 1 USD', '93.3', '2026-03-20 13:00:00')}]`, 'processRunDate'],
    ['another name of the figure', `[${row('INR / 1 USD', '93.3').replace('"rate"', '"value"')}]`, 'rate'],
    ['an object', '{"error":"x"}', 'expected array'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(fbil, URL, body)).toThrow(fault));

  it('requests a span in pages of at most 366 days', () => {
    const span = { from: parseIsoDate('2024-12-31'), to: parseIsoDate('2026-01-02') };
    expect(fbil.feeds[0]?.between?.(span, {}).map(({ url }) => url.split('?')[1])).toEqual([
      'authenticated=false&fromDate=2024-12-31&toDate=2025-12-31',
      'authenticated=false&fromDate=2026-01-01&toDate=2026-01-02',
    ]);
  });
});
