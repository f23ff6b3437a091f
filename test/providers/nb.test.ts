import { describe, expect, it } from 'vitest';
import { nb } from '../../generator/sources/providers/nb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nb.ts';

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
  ])('states %s', async (line) => expect(await readRecordedLines(nb, FILE)).toContain(line));
});

const [{ url: URL, body }] = fixtures;

describe('NB', () => {
  it('leaves out both indices of the krone', () => {
    const i44 = body.replace('B,TWI,NOK,SP,2,true,0,C,2026-03-16,127.35', 'B,I44,NOK,SP,2,true,0,C,2026-03-16,114.11');
    expect(observedLines(nb, URL, i44)).toEqual(observedLines(nb, URL, body));
  });

  it.each([
    ['another power of ten', body.replace('4,false,2', '4,false,4'), 'expected one of \\"0\\"|\\"2\\"'],
    ['another reference', body.replace('NOK', 'SEK'), 'expected \\"NOK\\"'],
    ['a row cut in the middle', body.slice(0, body.lastIndexOf('SP')), 'no line feed at its end'],
    ['the form with semicolons', body.replaceAll(',', ';'), 'too_small'],
    ['a renamed column', body.replace('UNIT_MULT', 'UNIT'), 'not FREQ,BASE_CUR,'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(nb, URL, changed)).toThrow(message));

  it('asks for a span in pages of a year', () => {
    const span = { from: parseIsoDate('2025-03-16'), to: parseIsoDate('2026-03-20') };
    expect(nb.feeds[0]?.between?.(span, {}).map(({ url }) => url.split('?')[1])).toEqual([
      'startPeriod=2025-03-16&endPeriod=2026-03-16&format=csvdata',
      'startPeriod=2026-03-17&endPeriod=2026-03-20&format=csvdata',
    ]);
  });
});
