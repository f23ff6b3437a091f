import { describe, expect, it } from 'vitest';
import { bcp } from '../../generator/sources/providers/bcp.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bcp.ts';

describe.skipIf(!recordingsAreThere('BCP, as recorded'))('BCP, as recorded', () => {
  it.each([
    ['historica-2024-USD.html', [250, '2024-01-02: 1', '2024-12-30: 1']],
    ['historica-2024-JPY.html', [250, '2024-01-02: 1', '2024-12-30: 1']],
    ['historica-2024-BRL.html', [250, '2024-01-02: 1', '2024-12-30: 1']],
    ['historica-2024-XAU.html', [250, '2024-01-02: 1', '2024-12-30: 1']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bcp, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['historica-2024-USD.html', '2024-02-01 1 USD/PYG mid 7271.63'],
    ['historica-2024-USD.html', '2024-05-02 1 USD/PYG mid 7496.55'],
    ['historica-2024-USD.html', '2024-12-02 1 USD/PYG mid 7810.84'],
    ['historica-2024-JPY.html', '2024-02-01 1 JPY/PYG mid 49.57'],
    ['historica-2024-XAU.html', '2024-02-01 1 XAU/PYG mid 14889462.30'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcp, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bcp, URL, body);

describe('BCP', () => {
  it.each([
    ['the page of another year', WHOLE.replace('2024', '2023'), 'not that of USD in 2024'],
    ['the page of another currency', WHOLE.replace('DOLAR AMERICANO', 'EURO'), 'not that of USD in 2024'],
    ['the page of the dollar for one that its menu lacks', WHOLE, 'not that of SGD in 2024', 'SGD'],
    ['another order of months', WHOLE.replace('ENE', 'DIC'), 'the column names are not'],
    ['a missing row', WHOLE.replace(/<tr><th>31<.*?<\/tr>/s, ''), 'not 31 rows of 12'],
    ['half a document', WHOLE.slice(0, 2000), 'does not close a table'],
  ])('refuses %s', (_, body, fault, code = 'USD') =>
    expect(() => observedLines(bcp, URL.replace('USD', code), body)).toThrow(fault),
  );

  it.each([
    ['AED', 'DIRHAM'],
    ['PEN', 'NUEVO SOL'],
    ['SGD', 'DOLAR DE SINGAPUR'],
    ['TWD', 'DOLAR TAIWANES'],
  ])('reads the page of %s, which its menu lacks, by the name %s', (code, name) => {
    const lines = observedLines(bcp, URL.replace('USD', code), WHOLE.replace('DOLAR AMERICANO', name));
    expect(lines).toEqual(read(WHOLE).map((line) => line.replace('USD', code)));
  });

  it('leaves a figure with points that mark no thousands to the checks', () => {
    expect(() => read(WHOLE.replace('7.281,04', '72.81,04'))).toThrow('not a figure: "72.81,04"');
  });

  it('reads no page of special drawing rights, on which there never is a rate', () => {
    expect(bcp.feeds.filter(({ matches }) => matches.test(URL.replace('USD', 'SDR')))).toEqual([]);
  });

  it.each([
    ['2026-05-22', ['2026'], []],
    ['2026-01-04', ['2025'], ['2026']],
  ])('asks on %s for the pages of %j, and of %j if there are any', (today, years, maybe) => {
    const requests = bcp.feeds.flatMap((feed) => feed.latest(parseIsoDate(today), {}));
    const ofYears = (absent: true | undefined) => [
      ...new Set(requests.filter(({ mayBeAbsent }) => mayBeAbsent === absent).map(({ url }) => url.slice(-15, -11))),
    ];
    expect([ofYears(undefined), ofYears(true)]).toEqual([years, maybe]);
    expect(requests).toHaveLength(25 * (years.length + maybe.length));
  });
});
