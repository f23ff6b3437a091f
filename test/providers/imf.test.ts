import { describe, expect, it } from 'vitest';
import { imf } from '../../generator/sources/providers/imf.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const RATES = 'representative-2026-03.tsv';
const SDR = 'sdr-per-currency-2026-03.tsv';

describe.skipIf(!recordingsAreThere('IMF, as recorded'))('IMF, as recorded', () => {
  it('has both blocks of the month, with as many currencies a day as were reported', async () => {
    const days = countsOf(await readRecordedLines(imf, RATES));
    expect(days.map((day) => day.slice(8))).toEqual([
      ...['02: 34', '03: 32', '04: 34', '05: 35', '06: 29', '09: 34', '10: 35', '11: 35', '12: 34', '13: 30', '16: 34'],
      ...['17: 34', '18: 33', '19: 30', '20: 25', '23: 29', '24: 32', '25: 34', '26: 33', '27: 30', '30: 32', '31: 34'],
    ]);
  });

  it('has only the dollar in SDR, on each of the 22 days', async () => {
    const lines = await readRecordedLines(imf, SDR);
    expect(lines.map((line) => line.slice(11, 24))).toEqual(Array.from({ length: 22 }, () => '1 USD/XDR mid'));
  });

  it.each([
    [RATES, '2026-03-02 1 EUR/USD mid 1.169800'],
    [RATES, '2026-03-02 1 USD/JPY mid 156.400000'],
    [RATES, '2026-03-03 1 USD/KRW mid 1435.400000'],
    [RATES, '2026-03-16 1 BWP/USD mid 0.075100'],
    [RATES, '2026-03-17 1 USD/CLP mid 909.110000'],
    [RATES, '2026-03-31 1 USD/KRW mid 1513.400000'],
    [RATES, '2026-03-31 1 NZD/USD mid 0.572350'],
    [SDR, '2026-03-02 1 USD/XDR mid 0.7296240000'],
    [SDR, '2026-03-16 1 USD/XDR mid 0.7360310000'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(imf, file)).toContain(line));

  it('has no won on 2026-03-02, where the cell is NA', async () => {
    const lines = await readRecordedLines(imf, RATES);
    expect(lines.filter((line) => line.startsWith('2026-03-02 1 USD/KRW'))).toEqual([]);
  });
});

const MONTH = 'https://www.imf.org/external/np/fin/data/rms_mth.aspx?SelectDate=2026-03-31&reportType=REP&tsvflag=Y';
const TITLE = 'Representative Exchange Rates for Selected Currencies for March 2026';
const NOTES = ['', 'Notes:', '', '', '(1) which are in terms of U.S. dollars per currency unit'];
const read = (lines: readonly string[]) => observedLines(imf, MONTH, lines.join('\r\n'));
const HEADER = 'Currency\tMarch 02, 2026\tMarch 03, 2026';

describe('IMF', () => {
  it('relays an unknown name as it is, and reads an empty cell as no figure', () => {
    const rows = ['Lunar crown\t2.500000\t'];
    expect(read([TITLE, HEADER, ...rows, ...NOTES])).toEqual(['2026-03-02 1 USD/Lunar crown mid 2.500000']);
  });

  it.each([
    ['an unknown footnote mark', [TITLE, HEADER, 'Euro(2)\t1.169800\t1.160600', ...NOTES], 'Euro(2)'],
    [
      'a list truncated before its notes',
      [TITLE, HEADER, 'Euro(1)\t1.169800\t1.160600'],
      'the notes at the end are missing',
    ],
    ['a truncated row', [TITLE, HEADER, 'Euro(1)\t1.169800', ...NOTES], '1 cells for 2 days'],
    [
      'another list',
      ['Currency units per SDR for March 2026', HEADER, 'Euro\t1.17\t1.16', ...NOTES],
      'Representative Exchange Rates',
    ],
    ['a list without a header row', [TITLE, 'Euro(1)\t1.169800\t1.160600', ...NOTES], '2 cells for 0 days'],
    [
      'a second block without a header row',
      [TITLE, HEADER, 'Euro(1)\t1.169800\t1.160600', `${TITLE} Continued`, 'Korean won\t1,513.4\t1,514.2', ...NOTES],
      'Korean won: 2 cells for 0 days',
    ],
    ['commas that do not separate thousands', [TITLE, HEADER, 'Euro(1)\t1,1698\t1.160600', ...NOTES], '1,1698'],
  ])('refuses %s', (_, lines, fault) => expect(() => read(lines)).toThrow(fault));

  it('requests each month of a span by its last day', () => {
    const span = { from: parseIsoDate('2026-01-30'), to: parseIsoDate('2026-02-02') };
    expect(imf.feeds.map((feed) => feed.between?.(span, {}).map(({ url }) => url.split('?')[1]))).toEqual([
      ['SelectDate=2026-01-31&reportType=REP&tsvflag=Y', 'SelectDate=2026-02-28&reportType=REP&tsvflag=Y'],
      ['SelectDate=2026-01-31&reportType=SDRCV&tsvflag=Y', 'SelectDate=2026-02-28&reportType=SDRCV&tsvflag=Y'],
    ]);
  });
});
