import { describe, expect, it } from 'vitest';
import { nbrm } from '../../generator/sources/providers/nbrm.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbrm.ts';

const FILE = 'exchange-rate-2026-03-01_23.json';

describe.skipIf(!recordingsAreThere('NBRM, as recorded'))('NBRM, as recorded', () => {
  it('has 31 currencies on each day from 1 to 23 March 2026', async () =>
    expect(countsOf(await readRecordedLines(nbrm, FILE))).toEqual(
      Array.from({ length: 23 }, (_, index) => `2026-03-${`${index + 1}`.padStart(2, '0')}: 31`),
    ));

  it.each([
    '2026-03-01 1 EUR/MKD mid 61.6948',
    '2026-03-01 1 IDR/MKD mid 0.0031',
    '2026-03-20 1 EUR/MKD mid 61.695',
    '2026-03-22 1 JPY/MKD mid 0.3381',
    '2026-03-23 1 USD/MKD mid 53.6992',
    '2026-03-23 1 RSD/MKD mid 0.5253',
  ])('states %s', async (line) => expect(await readRecordedLines(nbrm, FILE)).toContain(line));
});

const [{ url: URL, body }] = fixtures;

describe('NBRM', () => {
  it.each([
    [
      'for as many units as the row says',
      '"JPY","nomin":1,"sreden":0.3381',
      '"JPY","nomin":100,"sreden":33.81',
      '100 JPY/MKD mid 33.81',
    ],
    ['whose code has a blank behind it', '"JPY"', '"JPY "', '1 JPY/MKD mid 0.3381'],
  ])('reads a figure %s', (_, from, to, line) => {
    expect(observedLines(nbrm, URL, body.replace(from, to))).toContain(`2026-03-22 ${line}`);
  });

  it.each([
    ['a truncated document', body.slice(0, -1), 'reached end of input'],
    ['a unit under another name', body.replace('nomin', 'edinici'), '"nomin"'],
    ['a mid rate under another name', body.replace('sreden', 'prodazen'), '"sreden"'],
    ['a day with an hour', body.replace('23T00', '23T12'), '"datum"'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(nbrm, URL, changed)).toThrow(message));

  it('does not take the list for state bodies, whose address is one letter longer', () =>
    expect(() => observedLines(nbrm, URL.replace('GetExchangeRate', 'GetExchangeRates'), body)).toThrow(
      'not an address of a feed',
    ));

  it('asks for a span in pages of 90 days, and for the days ahead of today', () => {
    const span = { from: parseIsoDate('2026-01-01'), to: parseIsoDate('2026-04-01') };
    const [feed] = nbrm.feeds;
    const requests = [...(feed?.latest(span.to, {}) ?? []), ...(feed?.between?.(span, {}) ?? [])];
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual([
      'EndDate=08.04.2026&StartDate=25.03.2026&format=json',
      'EndDate=31.03.2026&StartDate=01.01.2026&format=json',
      'EndDate=01.04.2026&StartDate=01.04.2026&format=json',
    ]);
  });
});
