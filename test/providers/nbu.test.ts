import { describe, expect, it } from 'vitest';
import { nbu } from '../../generator/providers/nbu.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('NBU, as recorded'))('NBU, as recorded', () => {
  const file = 'exchange-site-2026-03-01_16.json';

  it('states 45 rates on each calendar day of 1 to 16 March 2026, weekends too', async () => {
    const counts = countsOf(await readRecordedLines(nbu, file));
    expect(counts.map((count) => count.slice(12))).toEqual(Array.from({ length: 16 }, () => '45'));
  });

  it.each([
    '2026-03-01 1 USD/UAH mid 43.2081',
    '2026-03-01 10 JPY/UAH mid 2.7682',
    '2026-03-01 1000 VND/UAH mid 1.6565',
    '2026-03-16 1 XAU/UAH mid 225912.48',
    '2026-03-16 1 XDR/UAH mid 59.9627',
  ])('%s', async (line) => expect(await readRecordedLines(nbu, file)).toContain(line));
});

describe('NBU', () => {
  it('dates a rate by the day it is for, and states it for its units', () => {
    const row =
      '{"exchangedate":"02.03.2026","cc":"THB","rate":13.9116,"units":10,"rate_per_unit":1.39116,"calcdate":"27.02.2026"}';
    const url = 'https://bank.gov.ua/NBU_Exchange/exchange_site?start=20260301&end=20260316&json';
    expect(observedLines(nbu, url, `[\r\n${row}\r\n]`)).toEqual(['2026-03-02 10 THB/UAH mid 13.9116']);
  });

  const URL = 'https://bank.gov.ua/NBU_Exchange/exchange_site?start=20260301&end=20260316&json';
  const row = (day: string, code: string, rate: string, units = 1, set = '13.03.2026') =>
    `{"exchangedate":"${day}","r030":36,"cc":"${code}","rate":${rate},"units":${units},"rate_per_unit":1,"calcdate":"${set}"}`;

  it.each([
    ['gold by the troy ounce', [row('16.03.2026', 'XAU', '225912.48')], ['2026-03-16 1 XAU/UAH mid 225912.48']],
    [
      'a weekend that repeats what was set on Friday, each day by itself',
      [row('13.03.2026', 'USD', '44.1636'), row('14.03.2026', 'USD', '44.1636'), row('15.03.2026', 'USD', '44.1636')],
      [13, 14, 15].map((day) => `2026-03-${day} 1 USD/UAH mid 44.1636`),
    ],
    ['a span ahead of which nothing is set', [], []],
  ])('reads %s', (_, rows, lines) => expect(observedLines(nbu, URL, `[${rows}]`)).toEqual(lines));

  it.each([
    ['renamed units', `[${row('16.03.2026', 'USD', '44.1636').replace('"units"', '"unit"')}]`],
    ['a renamed figure', `[${row('16.03.2026', 'USD', '44.1636').replace('"rate":', '"value":')}]`],
    ['the month before the day', `[${row('03/16/2026', 'USD', '44.1636')}]`],
    ['a document cut in the middle', `[${row('16.03.2026', 'USD', '44.1636')}`],
    ['a message', '{"message":"Wrong parameters format"}'],
  ])('refuses %s', (_, body) => expect(() => observedLines(nbu, URL, body)).toThrow());

  it('asks for the week before and the days ahead, and for spans in pages of three months', () => {
    const span = { from: parseIsoDate('2026-01-01'), to: parseIsoDate('2026-04-03') };
    const requests = nbu.feeds.flatMap((feed) => [...feed.latest(span.to, {}), ...(feed.between?.(span, {}) ?? [])]);
    expect(requests.map(({ url }) => /start=\d+&end=\d+/.exec(url)?.[0])).toEqual([
      'start=20260327&end=20260410',
      'start=20260101&end=20260402',
      'start=20260403&end=20260403',
    ]);
  });
});
