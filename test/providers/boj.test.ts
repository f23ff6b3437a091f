import { describe, expect, it } from 'vitest';
import { boj } from '../../generator/sources/providers/boj.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/boj.ts';

const FILE = 'fm08-2026-03.json';

describe.skipIf(!recordingsAreThere('BOJ, as recorded'))('BOJ, as recorded', () => {
  it('states both pairs on each of the 19 trading days of 2 to 27 March 2026, and none on the equinox', async () => {
    const days = [2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 16, 17, 18, 19, 23, 24, 25, 26, 27];
    expect(countsOf(await readRecordedLines(boj, FILE))).toEqual(
      days.map((day) => `2026-03-${`${day}`.padStart(2, '0')}: 2`),
    );
  });

  it.each([
    '2026-03-02 1 USD/JPY mid 156.99',
    '2026-03-12 1 USD/JPY mid 158.8',
    '2026-03-27 1 USD/JPY mid 159.95',
    '2026-03-02 1 EUR/USD mid 1.1716',
    '2026-03-10 1 EUR/USD mid 1.166',
    '2026-03-27 1 EUR/USD mid 1.1518',
  ])('states %s', async (line) => expect(await readRecordedLines(boj, FILE)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const urlOf = (start: string, end: string) =>
  URL.replace('startDate=202603', `startDate=${start}`).replace('endDate=202603', `endDate=${end}`);
const read = (body: string) => observedLines(boj, URL, body);

describe('BOJ', () => {
  it('relays dollars per euro as published, with the dollar as the bridge to yen', () => {
    expect(read(WHOLE.replace('1.1716', '1.166'))).toContain('2026-03-02 1 EUR/USD mid 1.166');
    expect(boj.bridge).toBe('USD');
  });

  it.each([
    ['another unit', WHOLE.replace('Yen per U.S. Dollar', 'U.S. Dollar per 100 Yen'), 'Yen per U.S. Dollar'],
    ['the euro in yen', WHOLE.replace('U.S. Dollar per Euro', 'Yen per Euro'), 'U.S. Dollar per Euro'],
    ['monthly averages', WHOLE.replace('DAILY', 'MONTHLY'), 'FREQUENCY'],
    ['more days than values', WHOLE.replace('[null,156.99]', '[156.99]'), 'the numbers of days and values differ'],
    ['a list without the euro', WHOLE.replace('FXERD34', 'FXERD04'), 'SERIES_CODE'],
    ['a refusal', WHOLE.replace('"STATUS":200', '"STATUS":400'), 'STATUS'],
    ['the first of two pages', WHOLE.replace('"NEXTPOSITION":null', '"NEXTPOSITION":60001'), 'NEXTPOSITION'],
    ['a renamed field', WHOLE.replace('SURVEY_DATES', 'DATES'), 'SURVEY_DATES'],
    ['half a document', WHOLE.slice(0, 150), 'reached end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for whole months, ten years at once', () => {
    const span = { from: parseIsoDate('1998-01-05'), to: parseIsoDate('2008-01-31') };
    expect(boj.feeds[0]?.between?.(span, {})).toEqual([
      { method: 'GET', url: urlOf('199801', '200801'), mayBeAbsent: true },
      { method: 'GET', url: urlOf('200801', '200801'), mayBeAbsent: true },
    ]);
    expect(boj.feeds[0]?.latest(parseIsoDate('2026-04-01'), {})).toEqual([
      { method: 'GET', url: urlOf('202603', '202604') },
    ]);
  });
});
