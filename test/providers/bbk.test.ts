import { describe, expect, it } from 'vitest';
import { bbk } from '../../generator/sources/providers/bbk.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bbk.ts';

const FILE = 'bbex3-1998-12.csv';

describe.skipIf(!recordingsAreThere('BBK, as recorded'))('BBK, as recorded', () => {
  it('states 18 currencies on each of the six trading days around Christmas of 1998', async () => {
    expect(countsOf(await readRecordedLines(bbk, FILE))).toEqual([
      '1998-12-21: 18',
      '1998-12-22: 18',
      '1998-12-23: 18',
      '1998-12-28: 18',
      '1998-12-29: 18',
      '1998-12-30: 18',
    ]);
  });

  it.each([
    '1998-12-21 100 ATS/DEM mid 14.214',
    '1998-12-21 1 GBP/DEM mid 2.8035',
    '1998-12-23 100 JPY/DEM mid 1.4420',
    '1998-12-28 100 PTE/DEM mid 0.9750',
    '1998-12-29 1 IEP/DEM mid 2.4832',
    '1998-12-30 1000 ITL/DEM mid 1.0100',
    '1998-12-30 1 USD/DEM mid 1.6730',
  ])('states %s', async (line) => expect(await readRecordedLines(bbk, FILE)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bbk, URL, body);

describe('BBK', () => {
  it.each([
    ['a title without a unit', WHOLE.replace('1 USD = ... DEM', 'US-Dollar'), 'does not state the unit of USD'],
    ['a unit of another currency', WHOLE.replace('1 USD = ', '1 GBP = '), 'does not state the unit of USD'],
    ['the opposite direction', WHOLE.replace('1 USD = ... DEM', '1 DEM = ... USD'), 'does not state the unit of USD'],
    ['a power of ten', WHOLE.replace(';DEM;0;', ';DEM;2;'), 'expected \\"0\\"'],
    ['another column', WHOLE.replace('OBS_VALUE', 'VALUE'), 'not DATAFLOW,'],
    ['a row cut in the middle', `${WHOLE.slice(0, -60)}\r\n\r\n`, '>=19 items'],
    ['a last line without its end', WHOLE.trimEnd(), 'there is no blank line at the end'],
    ['a series cut at the end of a line', `${WHOLE.trimEnd()}\r\n`, 'there is no blank line at the end'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks only for the years of the mark, a year at a time, and for nothing new', () => {
    const [fixings] = bbk.feeds;
    const span = { from: parseIsoDate('1997-12-30'), to: parseIsoDate('2026-03-01') };
    expect(fixings?.between?.(span, {}).map(({ url }) => url)).toEqual([
      'https://api.statistiken.bundesbank.de/rest/data/BBEX3/D..DEM.AA.AC.000?startPeriod=1997-12-30&endPeriod=1998-12-30&format=sdmx_csv',
    ]);
    expect(fixings?.latest(parseIsoDate('2026-03-01'), {})).toEqual([]);
  });
});
