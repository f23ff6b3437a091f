import { describe, expect, it } from 'vitest';
import { boj } from '../../generator/providers/boj.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'fm08-2026-03.json';

describe.skipIf(!recordingsAreThere('BOJ, as recorded'))('BOJ, as recorded', () => {
  it('has both pairs on each of the 19 days of trading of 2 to 27 March 2026, the equinox not among them', async () => {
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
  ])('%s', async (line) => expect(await readRecordedLines(boj, FILE)).toContain(line));
});

const urlOf = (start: string, end: string) =>
  'https://www.stat-search.boj.or.jp/api/v1/getDataCode?format=json&lang=en&db=FM08&code=FXERD04,FXERD34' +
  `&startDate=${start}&endDate=${end}`;
const DOLLAR =
  '{"SERIES_CODE":"FXERD04","UNIT":"Yen per U.S. Dollar","FREQUENCY":"DAILY",' +
  '"VALUES":{"SURVEY_DATES":[20260301,20260302],"VALUES":[null,156.99]}}';
const EURO =
  '{"SERIES_CODE":"FXERD34","UNIT":"U.S. Dollar per Euro","FREQUENCY":"DAILY",' +
  '"VALUES":{"SURVEY_DATES":[20260301,20260302],"VALUES":[null,1.1716]}}';
const document = (dollar = DOLLAR, euro = EURO, status = 200, next = 'null') =>
  `{"STATUS":${status},"MESSAGEID":"M181000I","NEXTPOSITION":${next},"RESULTSET":[${dollar},${euro}]}`;
const read = (body: string) => observedLines(boj, urlOf('202603', '202603'), body);

describe('BOJ', () => {
  it('relays dollars per euro as they are published, and leaves out the days without trading', () => {
    expect(read(document())).toEqual(['2026-03-02 1 USD/JPY mid 156.99', '2026-03-02 1 EUR/USD mid 1.1716']);
    expect(boj.bridge).toBe('USD');
  });

  it.each([
    ['another unit', document(DOLLAR.replace('Yen per U.S. Dollar', 'U.S. Dollar per 100 Yen'))],
    ['the euro in yen', document(DOLLAR, EURO.replace('U.S. Dollar per Euro', 'Yen per Euro'))],
    ['monthly averages', document(DOLLAR.replace('DAILY', 'MONTHLY'))],
    ['more days than values', document(DOLLAR.replace('[null,156.99]', '[156.99]'))],
    ['a list without the euro', document(DOLLAR, DOLLAR)],
    ['a refusal', document(DOLLAR, EURO, 400)],
    ['the first of two pages', document(DOLLAR, EURO, 200, '60001')],
    ['a renamed field', document(DOLLAR.replace('SURVEY_DATES', 'DATES'))],
    ['half a document', document().slice(0, 200)],
  ])('refuses %s', (_, body) => expect(() => read(body)).toThrow());

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
