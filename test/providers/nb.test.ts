import { describe, expect, it } from 'vitest';
import { nb } from '../../generator/providers/nb.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'exr-daily.csv';

describe.skipIf(!recordingsAreThere('NB, as recorded'))('NB, as recorded', () => {
  it('has 36 currencies on each of seven business days', async () => {
    expect(countsOf(await readRecordedLines(nb, FILE))).toEqual([
      '2026-03-16: 36',
      '2026-03-17: 36',
      '2026-03-18: 36',
      '2026-03-19: 36',
      '2026-03-20: 36',
      '2026-03-23: 36',
      '2026-03-24: 36',
    ]);
  });

  it.each([
    '2026-03-16 1 EUR/NOK mid 11.149',
    '2026-03-16 100 HUF/NOK mid 2.857',
    '2026-03-16 100 ISK/NOK mid 7.77',
    '2026-03-19 1 XDR/NOK mid 13.0082',
    '2026-03-20 1 BYN/NOK mid 3.1615',
    '2026-03-24 100 VND/NOK mid 0.0368',
    '2026-03-24 1 USD/NOK mid 9.7049',
  ])('%s', async (line) => expect(await readRecordedLines(nb, FILE)).toContain(line));
});

const HEADER = 'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE';
const read = (row: string, header = HEADER) =>
  observedLines(nb, 'https://data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csvdata', `${header}\n${row}`);

describe('NB', () => {
  it.each([
    ['B,HUF,NOK,SP,4,false,2,C,2026-03-16,2.857', ['2026-03-16 100 HUF/NOK mid 2.857']],
    ['B,XDR,NOK,SP,5,true,0,C,2026-03-16,13.19587', ['2026-03-16 1 XDR/NOK mid 13.19587']],
    ['B,TWI,NOK,SP,2,true,0,C,2026-03-16,127.35', []],
    ['B,I44,NOK,SP,2,true,0,C,2026-03-16,114.11', []],
  ])('%s is %j', (row, lines) => expect(read(row)).toEqual(lines));

  it.each([
    ['another power of ten', 'B,IDR,NOK,SP,4,false,4,C,2026-03-16,5.73', HEADER],
    ['another reference', 'B,NOK,SEK,SP,4,false,0,C,2026-03-16,0.96', HEADER],
    ['a row cut in the middle', 'B,HUF,NOK,SP,4,fal', HEADER],
    ['the form with semicolons', 'B;HUF;NOK;SP;4;false;2;C;2026-03-16;2.857', HEADER.replaceAll(',', ';')],
    ['a renamed column', 'B,HUF,NOK,SP,4,false,2,C,2026-03-16,2.857', HEADER.replace('UNIT_MULT', 'UNIT')],
  ])('refuses %s', (_, row, header) => expect(() => read(row, header)).toThrow());

  it('asks for a span in pages of a year', () => {
    const span = { from: parseIsoDate('2025-03-16'), to: parseIsoDate('2026-03-20') };
    expect(nb.feeds[0]?.between?.(span, {}).map(({ url }) => url.split('?')[1])).toEqual([
      'startPeriod=2025-03-16&endPeriod=2026-03-16&format=csvdata',
      'startPeriod=2026-03-17&endPeriod=2026-03-20&format=csvdata',
    ]);
  });
});
