import { describe, expect, it } from 'vitest';
import { isCrossed } from '../../generator/sources/feeds/observation.ts';
import { boz } from '../../generator/sources/providers/boz.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import { cells, fixtures, HIDDEN } from './fixtures/boz.ts';

const [{ url }] = fixtures;
const [feed] = boz.feeds;
const index = (body: string) => ({
  request: { method: 'GET', url: 'https://www.boz.zm/' } as const,
  bytes: Buffer.from(body),
  contentType: 'application/vnd.api+json',
});

describe.skipIf(!recordingsAreThere('BOZ, as recorded'))('BOZ, as recorded', () => {
  const FILE = 'AVERAGE_FXRATES.xlsx';

  it('has four currencies on each of 5068 days, with 20 in March 2026, and buying is above selling in three places', async () => {
    const lines = await readRecordedLines(boz, FILE);
    const counts = countsOf(lines);
    expect([lines.length, counts.length, counts[0], counts.at(-1)]).toEqual([
      5068 * 4,
      5068,
      '2006-01-12: 4',
      '2026-06-15: 4',
    ]);
    expect(counts.filter((count) => !count.endsWith(': 4'))).toEqual([]);
    const crossed = lines.filter((line) => {
      const [, bid = '', ask = ''] = / bid (\S+) ask (\S+)$/.exec(line) ?? [];
      return isCrossed(bid, ask);
    });
    expect(crossed).toEqual([
      '2006-05-02 1 EUR/ZMK bid 3947.94 ask 3925.43',
      '2021-11-15 1 GBP/ZMW bid 23.505496948958335 ask 23.39876297916667',
      '2023-12-19 1 ZAR/ZMW bid 1.355698736569173 ask 1.3467786130712185',
    ]);
    expect(counts.filter((count) => count.startsWith('2026-03'))).toHaveLength(20);
  });

  it.each([
    '2006-01-12 1 USD/ZMK bid 3197.78 ask 3262.41',
    '2012-12-28 1 USD/ZMK bid 5136.61111111111 ask 5156.61111111111',
    '2013-01-02 1 EUR/ZMW bid 6.9113583333333315 ask 6.939476222222223',
    '2026-03-20 1 USD/ZMW bid 19.52714285714286 ask 19.577142857142857',
    '2026-06-15 1 ZAR/ZMW bid 1.0851225232039474 ask 1.0885922716279859',
  ])('states %s', async (line) => expect(await readRecordedLines(boz, FILE)).toContain(line));

  it('is at the address that the index of the day names', () => {
    const keys = feed?.session?.toKeys(index(readRecording('BOZ/index-2026-09-09.json')));
    expect(feed?.latest(parseIsoDate('2026-09-09'), keys ?? {}).map((one) => one.url)).toEqual([
      'https://www.boz.zm/sites/default/files/2026-09/AVERAGE_FXRATES_3.xlsx',
    ]);
  });
});

/** The fixture with one of its texts changed. */
const changed = (from: string, to: string) =>
  xlsx(
    {
      Rates: [],
      ' Media Rates Series': cells[' Media Rates Series'].map((row) => row.map((cell) => (cell === from ? to : cell))),
    },
    HIDDEN,
  );

describe('BOZ', () => {
  it.each<[string, Uint8Array, string]>([
    ['currencies in another order', changed('Pound', 'Yen'), 'the column names'],
    ['selling before buying', changed('Buy', 'Sale'), 'the column names'],
    ['a day in words', changed('46188', '15 June'), 'not a day: "15 June"'],
    ['a sheet under another name', xlsx({ Rates: cells[' Media Rates Series'] }, HIDDEN), 'the column names'],
    ['a workbook cut in the middle', xlsx(cells, HIDDEN).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(boz, url, body)).toThrow(fault));

  it('refuses an index that does not include its file', () => {
    const data = [{ relationships: { field_average_historical_file: { data: { id: 'a' } } } }];
    const included = [{ id: 'b', attributes: { uri: { url: '/sites/default/files/b.xlsx' } } }];
    expect(() => feed?.session?.toKeys(index(JSON.stringify({ data, included })))).toThrow('does not include');
    expect(() => feed?.session?.toKeys(index(JSON.stringify({ data: [], included })))).toThrow('Too small');
  });
});
