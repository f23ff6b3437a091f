import { describe, expect, it } from 'vitest';
import { readRedenominations } from '../../generator/facts/redenominations.ts';
import { rb } from '../../generator/providers/rb.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

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
  ])('%s', async (line) => expect(await readRecordedLines(rb, FILE)).toContain(line));
});

const urlOf = (days: string) => `https://api.riksbank.se/swea/v1/Observations/ByGroup/130/${days}`;
const row = (series: string, day: string, value: string) => `{"seriesId":"${series}","date":"${day}","value":${value}}`;
const read = (...rows: string[]) => observedLines(rb, urlOf('2026-03-24/2026-03-28'), `[${rows}]`);
const EURO = row('SEKEURPMI', '2026-03-24', '10.8238');

describe('RB', () => {
  it.each([
    ['the currency within the name of its series', EURO, ['2026-03-24 1 EUR/SEK mid 10.8238']],
    ['nothing of the krona itself', row('SEKETT', '2026-03-24', '1'), []],
    [
      'a lira of which a krona has 200,000',
      row('SEKTRLPMI', '2004-12-30', '5e-06'),
      ['2004-12-30 1 TRL/SEK mid 5e-06'],
    ],
    [
      'a series without PMI as it stands',
      row('SEKKIX92', '2026-03-24', '120.1'),
      ['2026-03-24 1 SEKKIX92/SEK mid 120.1'],
    ],
  ])('reads %s', (_, body, lines) => expect(read(body)).toEqual(lines));

  it.each([
    ['a refusal of too many calls', '{"statusCode":429,"message":"Rate limit is exceeded."}'],
    ['a renamed field', `[${EURO.replace('seriesId', 'series')}]`],
    ['half a document', `[${EURO},${EURO.slice(0, 30)}`],
  ])('refuses %s', (_, body) => {
    expect(() => observedLines(rb, urlOf('2026-03-24/2026-03-28'), body)).toThrow();
  });

  it('labels the ECU as euro and the old rouble as the new one, which is put right outside of the adapter', () => {
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
