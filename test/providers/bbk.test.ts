import { describe, expect, it } from 'vitest';
import { bbk } from '../../generator/providers/bbk.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'bbex3-1998-12.csv';

describe.skipIf(!recordingsAreThere('BBK, as recorded'))('BBK, as recorded', () => {
  it('has 18 currencies on each of the six trading days around Christmas of 1998', async () => {
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
  ])('%s', async (line) => expect(await readRecordedLines(bbk, FILE)).toContain(line));
});

const HEADER =
  'DATAFLOW;BBK_STD_FREQ;BBK_STD_CURRENCY;BBK_ERX_PARTNER_CURRENCY;BBK_ERX_SERIES_TYPE;BBK_ERX_RATE_TYPE;BBK_ERX_SUFFIX;' +
  'TIME_PERIOD;OBS_VALUE;TIME_FORMAT;BBK_DECIMALS;BBK_ID;BBK_UNIT;BBK_UNIT_MULT;BBK_TITLE;WEB_CATEGORY;BBK_COMM_GEN;BBK_DIFF;OBS_STATUS';
const URL = 'https://api.statistiken.bundesbank.de/rest/data/BBEX3/D..DEM.AA.AC.000?format=sdmx_csv';

const row = (currency: string, rate: string, title: string, power = '0') =>
  `BBK:BBEX3(1.0);D;${currency};DEM;AA;AC;000;1998-12-30;${rate};P1D;3;BBEX3.D.${currency}.DEM.AA.AC.000;DEM;${power};` +
  `Devisenkurse der Frankfurter Börse / ${title} / Land;WEDE;Bis 1998 amtlich;0.0;`;
/** A byte order mark in front and a blank line at the end, as the source has them. */
const read = (rows: readonly string[], header = HEADER, end = '\r\n\r\n') =>
  observedLines(bbk, URL, `\ufeff${[header, ...rows].join('\r\n')}${end}`);

describe('BBK', () => {
  it.each([
    [row('ITL', '1.0100', '1 000 ITL = ... DEM'), '1998-12-30 1000 ITL/DEM mid 1.0100'],
    [row('USD', '1.6730', '1 USD = ... DEM'), '1998-12-30 1 USD/DEM mid 1.6730'],
    [row('ATS', '14.214', '100 ATS = ... DEM'), '1998-12-30 100 ATS/DEM mid 14.214'],
  ])('takes the unit from the title: %s', (line, expected) => expect(read([line])).toEqual([expected]));

  it.each(['.', ''])('has nothing for a day without a rate: %j', (rate) => {
    expect(read([row('USD', rate, '1 USD = ... DEM')])).toEqual([]);
  });

  it.each([
    ['a title without a unit', () => read([row('USD', '1.6730', 'US-Dollar')])],
    ['a unit of another currency', () => read([row('USD', '1.6730', '1 GBP = ... DEM')])],
    ['a direction the other way round', () => read([row('USD', '1.6730', '1 DEM = ... USD')])],
    ['a power of ten', () => read([row('USD', '1.6730', '1 USD = ... DEM', '2')])],
    ['another column', () => read([row('USD', '1.6730', '1 USD = ... DEM')], HEADER.replace('OBS_VALUE', 'VALUE'))],
    ['a row cut in the middle', () => read([row('USD', '1.6730', '1 USD = ... DEM').slice(0, 90)])],
    ['a line without its end', () => read([row('USD', '1.6730', '1 USD = ... DEM')], HEADER, '')],
  ])('refuses %s', (_, reading) => expect(reading).toThrow());

  it('asks for the years of the mark only, a year at a time, and for nothing new', () => {
    const [fixings] = bbk.feeds;
    const span = { from: parseIsoDate('1997-12-30'), to: parseIsoDate('2026-03-01') };
    expect(fixings?.between?.(span, {}).map(({ url }) => url)).toEqual([
      'https://api.statistiken.bundesbank.de/rest/data/BBEX3/D..DEM.AA.AC.000?startPeriod=1997-12-30&endPeriod=1998-12-30&format=sdmx_csv',
    ]);
    expect(fixings?.latest(parseIsoDate('2026-03-01'), {})).toEqual([]);
  });
});
