import { describe, expect, it } from 'vitest';
import { rba } from '../../generator/providers/rba.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const FILE = 'f11.1-daily.csv';

describe.skipIf(!recordingsAreThere('RBA, as recorded'))('RBA, as recorded', () => {
  it('has 808 days: 18 currencies, 19 with the Canadian dollar since 2023-12-21 and less the franc, 20 with the kina', async () => {
    const days = countsOf(await readRecordedLines(rba, FILE));
    expect([days.length, days[0], days.at(-1)]).toEqual([808, '2023-01-03: 18', '2026-03-20: 20']);
    const sizes = ['18', '19', '20'].map((size) => days.filter((day) => day.endsWith(`: ${size}`)).length);
    expect(sizes).toEqual([508, 248, 52]);
  });

  it.each([
    '2023-01-03 1 AUD/USD mid 0.6828',
    '2023-01-03 1 AUD/IDR mid 10635',
    '2023-01-03 1 AUD/XDR mid 0.5131',
    '2024-10-01 1 AUD/VND mid 17026',
    '2026-03-20 1 AUD/PGK mid 3.0565',
    '2026-03-20 1 AUD/XDR mid 0.5217',
  ])('%s', async (line) => expect(await readRecordedLines(rba, FILE)).toContain(line));

  it('has no index and no dirham, whose column is empty', async () => {
    const lines = await readRecordedLines(rba, FILE);
    expect(lines.filter((line) => /AUD\/(Index|AED|ZAR)/.test(line))).toEqual([]);
  });
});

const LINES = {
  table: 'F11.1  EXCHANGE RATES',
  title: 'Title,A$1=USD,Trade-weighted Index May 1970 = 100,A$1=AED,A$1=SDR',
  description: 'Description,AUD/USD Exchange Rate; see notes for further detail.,Index,AUD/AED,AUD/SDR',
  frequency: 'Frequency,Daily,Daily,Daily,Daily',
  type: 'Type,Indicative,Indicative,Indicative,Indicative',
  units: 'Units,USD,Index,AED,SDR',
  blank: '\n',
  source: 'Source,WM/Reuters,RBA,RBA,IMF',
  published: 'Publication date,20-Mar-2026,20-Mar-2026,01-Oct-2024,20-Mar-2026',
  series: 'Series ID,FXRUSD,FXRTWI,FXRUAED,FXRSDR',
  day: '03-Jan-2023,0.6828,61.40,,0.5131',
};
const read = (changed: Partial<typeof LINES> = {}) => {
  const body = `\ufeff${Object.values({ ...LINES, ...changed }).join('\n')}\n\n\n\n`;
  return observedLines(rba, 'https://www.rba.gov.au/statistics/tables/csv/f11.1-data.csv', body);
};

describe('RBA', () => {
  it('is foreign units per Australian dollar, SDR as XDR, neither the index nor blank cells', () => {
    expect(read()).toEqual(['2023-01-03 1 AUD/USD mid 0.6828', '2023-01-03 1 AUD/XDR mid 0.5131']);
  });

  it.each([
    ['the other direction', { title: LINES.title.replace('A$1=USD', 'US$1=AUD') }],
    ['a title and a unit that differ', { units: 'Units,EUR,Index,AED,SDR' }],
    ['a missing header line', { units: 'Source,x,x,x,x' }],
    ['another table', { table: 'F11.2  EXCHANGE RATES' }],
    ['a day that is none', { day: '31-Feb-2023,0.6828,61.40,,0.5131' }],
    ['a row cut in the middle', { day: '03-Jan-2023,0.6828,61.40' }],
  ])('refuses %s', (_, changed) => expect(() => read(changed)).toThrow());

  it('asks for the one file that there is, whatever the span', () => {
    const span = { from: parseIsoDate('2023-01-01'), to: parseIsoDate('2026-03-20') };
    const urls = rba.feeds[0]?.between?.(span, {}).map(({ url }) => url);
    expect(urls).toEqual(['https://www.rba.gov.au/statistics/tables/csv/f11.1-data.csv']);
    expect(rba.feeds[0]?.latest(span.to, {}).map(({ url }) => url)).toEqual(urls);
  });
});
