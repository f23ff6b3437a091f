import { describe, expect, it } from 'vitest';
import { fed } from '../../generator/sources/providers/fed.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'g5-monthly.csv';

describe.skipIf(!recordingsAreThere('FED, as recorded'))('FED, as recorded', () => {
  it('has 23 currencies for each of 245 months, dated by their last days', async () => {
    const days = countsOf(await readRecordedLines(fed, FILE));
    expect(days.map((day) => day.slice(12))).toEqual(Array.from({ length: 245 }, () => '23'));
    expect([days[0], days[1], days.at(-1)]).toEqual(['2000-01-31: 23', '2000-02-29: 23', '2020-05-31: 23']);
  });

  it.each([
    '2000-01-31 1 GBP/USD mid 1.6404',
    '2000-01-31 1 AUD/USD mid 0.6560',
    '2000-01-31 1 USD/BRL mid 1.8057',
    '2000-01-31 1 USD/VEB mid 0.6528',
    '2020-05-31 1 EUR/USD mid 1.0907',
    '2020-05-31 1 USD/KRW mid 1228.1340',
    '2020-05-31 1 USD/VEB mid 181598.4850',
  ])('states %s', async (line) => expect(await readRecordedLines(fed, FILE)).toContain(line));
});

const LINES = {
  description: '"Series Description","United Kingdom -- Spot Exchange Rate","JAPAN -- SPOT EXCHANGE RATE, YEA/US$ "',
  unit: '"Unit:","Currency:_Per_GBP","Currency:_Per_USD"',
  multiplier: '"Multiplier:","0.00999999978","1"',
  currency: '"Currency:","USD","JPY"',
  identifier: '"Unique Identifier: ","H10/H10/RXI$US_N.M.UK","H10/H10/RXI_N.M.JA"',
  period: '"Time Period","RXI$US_N.M.UK","RXI_N.M.JA"',
  rates: '2000-02,1.6000,109.3885',
};
const URL = 'https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=x&filetype=csv';
const read = (changed: Partial<typeof LINES>) =>
  observedLines(fed, URL, Object.values({ ...LINES, ...changed }).join('\r\n'));

describe('FED', () => {
  it.each([
    ['daily rates', { period: LINES.period.replaceAll('.M.', '.B.') }, '_N'],
    ['rates that are dated by the day', { rates: '2000-02-01,1.6000,109.3885' }, 'must match pattern'],
    ['another multiplier', { multiplier: '"Multiplier:","100","1"' }, '0.00999999978'],
    ['another unit', { unit: '"Unit:","Index:_1973_Mar_100","Currency:_Per_USD"' }, 'Currency:_Per_'],
    ['a renamed row', { currency: '"Quote:","USD","JPY"' }, 'Currency:'],
    ['a truncated row', { rates: '2000-02,1.6000' }, 'not one figure for each column'],
  ])('refuses %s', (_, changed, fault) => expect(() => read(changed)).toThrow(fault));

  it('requests a span at once, with the selection from the environment', () => {
    const [averages] = fed.feeds;
    const span = { from: parseIsoDate('2000-01-01'), to: parseIsoDate('2020-05-31') };
    expect(averages?.keys).toEqual(['FED_G5_SERIES']);
    expect(averages?.between?.(span, { FED_G5_SERIES: 'a1b2' }).map(({ url }) => url)).toEqual([
      'https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=a1b2&lastobs=&from=01/01/2000&to=05/31/2020&filetype=csv&label=include&layout=seriescolumn',
    ]);
  });
});
