import { describe, expect, it } from 'vitest';
import { nrb } from '../../generator/sources/providers/nrb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nrb.ts';

const FILE = 'rates-2026-04-01_05.json';

describe.skipIf(!recordingsAreThere('NRB, as recorded'))('NRB, as recorded', () => {
  it('has 22 currencies on each of five days, Saturday and Sunday among them', async () =>
    expect(countsOf(await readRecordedLines(nrb, FILE))).toEqual([
      '2026-04-01: 22',
      '2026-04-02: 22',
      '2026-04-03: 22',
      '2026-04-04: 22',
      '2026-04-05: 22',
    ]));

  it.each([
    '2026-04-01 100 INR/NPR bid 160.00 ask 160.15',
    '2026-04-01 10 JPY/NPR bid 9.49 ask 9.53',
    '2026-04-02 100 KRW/NPR bid 10.06 ask 10.10',
    '2026-04-03 1 USD/NPR bid 148.67 ask 149.27',
    '2026-04-04 1 KWD/NPR bid 484.50 ask 486.46',
    '2026-04-05 1 OMR/NPR bid 386.21 ask 387.76',
  ])('states %s', async (line) => expect(await readRecordedLines(nrb, FILE)).toContain(line));
});

const [{ url: URL, body }] = fixtures;

describe('NRB', () => {
  it.each([
    ['a truncated document', body.slice(0, -2), 'reached end of input'],
    ['the first of two pages', body.replace('"pages":1', '"pages":2'), '"pages"'],
    ['fewer days than it counts', body.replace('"total":2', '"total":3'), 'the number of days is wrong'],
    ['another status', body.replace('"code":200', '"code":400'), '"code"'],
    ['a unit under another name', body.replace('"unit"', '"units"'), '"unit"'],
    ['a side under another name', body.replace('"sell"', '"selling"'), '"sell"'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(nrb, URL, changed)).toThrow(message));

  it('asks for a span in pages of a hundred days', () => {
    const span = { from: parseIsoDate('2026-01-01'), to: parseIsoDate('2026-04-11') };
    expect(nrb.feeds[0]?.between?.(span, {}).map(({ url }) => url.split('?')[1])).toEqual([
      'from=2026-01-01&page=1&per_page=100&to=2026-04-10',
      'from=2026-04-11&page=1&per_page=100&to=2026-04-11',
    ]);
  });
});
