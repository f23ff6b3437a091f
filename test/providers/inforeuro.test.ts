import { describe, expect, it } from 'vitest';
import { readRedenominations, toRelabelled } from '../../generator/sources/facts/redenominations.ts';
import { type FeedRequest, midOf } from '../../generator/sources/feeds/provider.ts';
import { inforeuro } from '../../generator/sources/providers/inforeuro.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines, toLine } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/inforeuro.ts';

describe.skipIf(!recordingsAreThere('INFOREURO, as recorded'))('INFOREURO, as recorded', () => {
  const FILE = 'monthly-rates-2000-03.json';

  it('has 154 currencies for March 2000, dated by its first day', async () =>
    expect(countsOf(await readRecordedLines(inforeuro, FILE))).toEqual(['2000-03-01: 154']));

  it.each([
    '2000-03-01 1 EUR/USD mid 0.9639',
    '2000-03-01 1 EUR/GBP mid 0.6072',
    '2000-03-01 1 EUR/IDR mid 7396',
    '2000-03-01 1 EUR/TRL mid 552445',
    '2000-03-01 1 EUR/IQD mid 0.299677',
    '2000-03-01 1 EUR/XCD mid 2.60253',
  ])('states %s', async (line) => expect(await readRecordedLines(inforeuro, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('INFOREURO', () => {
  it('means the rouble of 2000 by the code of the one before, at 395 to the dollar', () => {
    const stated = midOf({ date: parseIsoDate('2000-03-01'), base: 'EUR', quote: 'BYB' }, '380.741');
    expect(toLine(toRelabelled(readRedenominations(), 'INFOREURO', stated))).toBe('2000-03-01 1 EUR/BYR mid 380.741');
  });

  it('takes the month from the address, because the document has none', () => {
    const october = observedLines(inforeuro, url.replace('month=3&year=2000', 'month=10&year=2026'), body);
    expect(october[0]).toBe('2026-10-01 1 EUR/HRK mid 7.72724');
    expect(() => observedLines(inforeuro, url.replace('&month=3', ''), body)).toThrow('names no month');
  });

  it('asks for this month and the next, which may not be published, and from March 1994 on', () => {
    const [feed] = inforeuro.feeds;
    const askedOf = (requests: readonly FeedRequest[] = []) =>
      requests.map((request) => [request.url.replace(/.*lang=en&/, ''), request.mayBeAbsent]);
    expect(askedOf(feed?.latest(parseIsoDate('2026-12-30'), {}))).toEqual([
      ['month=12&year=2026', undefined],
      ['month=1&year=2027', true],
    ]);
    const span = { from: parseIsoDate('1994-01-01'), to: parseIsoDate('1994-04-30') };
    expect(askedOf(feed?.between?.(span, {}))).toEqual([
      ['month=3&year=1994', true],
      ['month=4&year=1994', true],
    ]);
  });

  it('leaves out a country without a figure, and a row of the ECU itself', () => {
    const without = body.replace('105.22', 'null').replace('"HRK"', '"XEU"');
    expect(observedLines(inforeuro, url, without).map((line) => line.slice(13, 20))).toEqual(['EUR/BYB', 'EUR/CUP']);
  });

  it.each([
    ['a renamed figure', body.replaceAll('"value"', '"rate"'), 'value'],
    ['a figure in an object', body.replace('105.22', '{"rate":105.22}'), 'value'],
    ['an object in place of the list', `{"rates":${body}}`, 'expected array'],
    ['a truncated document', body.slice(0, -60), 'end'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(inforeuro, url, changed)).toThrow(fault));
});
