import { describe, expect, it } from 'vitest';
import { nbu } from '../../generator/sources/providers/nbu.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbu.ts';

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
  ])('states %s', async (line) => expect(await readRecordedLines(nbu, file)).toContain(line));
});

const [{ url: URL, body }] = fixtures;

describe('NBU', () => {
  it('reads no figure where none is set for the days ahead', () => expect(observedLines(nbu, URL, '[]')).toEqual([]));

  it.each([
    ['renamed units', body.replace('"units"', '"unit"'), '"units"'],
    ['a renamed figure', body.replace('"rate":', '"value":'), '"rate"'],
    ['the month before the day', body.replace('16.03.2026', '03/16/2026'), 'not a day: "03/16/2026"'],
    ['a document cut in the middle', body.slice(0, -1), 'reached end of input'],
    ['a message', '{"message":"Wrong parameters format"}', 'expected array'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(nbu, URL, changed)).toThrow(message));

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
