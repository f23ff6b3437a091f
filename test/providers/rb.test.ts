import { describe, expect, it } from 'vitest';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { rb } from '../../generator/sources/providers/rb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/rb.ts';

const FILE = 'by-group-130.json';

describe.skipIf(!recordingsAreThere('RB, as recorded'))('RB, as recorded', () => {
  it('has 29 currencies on each day of 24 to 27 March 2026', async () => {
    const days = ['2026-03-24: 29', '2026-03-25: 29', '2026-03-26: 29', '2026-03-27: 29'];
    expect(countsOf(await readRecordedLines(rb, FILE))).toEqual(days);
  });

  it.each([
    '2026-03-24 1 AUD/SEK mid 6.5',
    '2026-03-24 1 JPY/SEK mid 0.05885',
    '2026-03-24 1 IDR/SEK mid 0.00055',
    '2026-03-25 1 EUR/SEK mid 10.7715',
    '2026-03-27 1 USD/SEK mid 9.44517',
    '2026-03-27 1 ZAR/SEK mid 0.54944',
  ])('states %s', async (line) => expect(await readRecordedLines(rb, FILE)).toContain(line));
});

const urlOf = (days: string) => `https://api.riksbank.se/swea/v1/Observations/ByGroup/130/${days}`;
const [{ url: URL, body }] = fixtures;

describe('RB', () => {
  it('labels a series without PMI by its whole name', () => {
    const line = '2026-03-24 1 SEKKIX92/SEK mid 10.8238';
    expect(observedLines(rb, URL, body.replace('SEKEURPMI', 'SEKKIX92'))[0]).toBe(line);
  });

  it.each([
    ['an answer to too many calls', '{"statusCode":429,"message":"Rate limit is exceeded."}', 'expected array'],
    ['a renamed field', body.replace('seriesId', 'series'), '"seriesId"'],
    ['a document cut in the middle', body.slice(0, -2), 'reached end of input'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(rb, URL, changed)).toThrow(message));

  it('leaves the ECU labelled as euro and the old rouble as the new one, which the list of redenominations corrects', () => {
    const own = readRedenominations().filter(({ provider }) => provider === rb.code);
    expect(own.map(({ code, from, currency }) => [code, from, currency])).toEqual([
      ['EUR', '1993-01-04', 'XEU'],
      ['EUR', '1999-01-01', 'EUR'],
      ['RUB', '1993-01-04', 'RUR'],
      ['RUB', '1998-01-01', 'RUB'],
    ]);
  });

  it('asks for at most a year at once', () => {
    const span = { from: parseIsoDate('2023-03-01'), to: parseIsoDate('2024-03-01') };
    expect(rb.feeds[0]?.between?.(span, {})?.map(({ url }) => url)).toEqual([
      urlOf('2023-03-01/2024-02-28'),
      urlOf('2024-02-29/2024-03-01'),
    ]);
  });
});
