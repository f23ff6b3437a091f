import { describe, expect, it } from 'vitest';
import { cbsl } from '../../generator/sources/providers/cbsl.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbsl.ts';

describe.skipIf(!recordingsAreThere('CBSL, as recorded'))('CBSL, as recorded', () => {
  const FILE = 'results-2025-05-15_19.html';

  it('has 54 currencies on each of three days, without the yuan traded abroad', async () => {
    const lines = await readRecordedLines(cbsl, FILE);
    expect(countsOf(lines)).toEqual(['2025-05-15: 54', '2025-05-16: 54', '2025-05-19: 54']);
    expect(lines.filter((line) => line.includes('CNH'))).toEqual([]);
  });

  it.each([
    '2025-05-19 1 EUR/LKR mid 334.3159',
    '2025-05-19 1 XAU/LKR mid 963884.9136',
    '2025-05-16 1 BHD/LKR mid 791.8565',
    '2025-05-15 1 BDT/LKR mid 2.4584',
    '2025-05-19 1 IRR/LKR mid 0.0071',
    '2025-05-15 1 ZMW/LKR mid 11.2184',
  ])('states %s', async (line) => expect(await readRecordedLines(cbsl, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('CBSL', () => {
  it.each([
    ['a column in the other direction', body.replace('1 USD -> LKR', '1 LKR -> USD'), 'not in rupees: 1 LKR -> USD'],
    ['another number of units', body.replace('1 VND -> LKR', '100 VND -> LKR'), 'not in rupees: 100 VND -> LKR'],
    ['columns of two currencies', body.replace('1 LKR -> VND', '1 LKR -> XAU'), 'not in rupees: 1 VND -> LKR'],
    ['a further column', body.replace('<td>86.9565</td>', '<td>86.9565</td><td>1</td>'), 'too_big'],
    ['a renamed column', body.replace('<th>Date</th>', '<th>Day</th>'), 'Date'],
    ['a document cut within a table', body.slice(0, body.indexOf('86.9565')), 'truncated'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(cbsl, url, changed)).toThrow(fault));

  it('asks for a span of all currencies by their names', () => {
    const [request] = cbsl.feeds[0]?.latest(parseIsoDate('2025-05-19'), {}) ?? [];
    expect(request?.body).toMatch(/^lookupPage=lookup_daily_exchange_rates\.php&rangeType=dates&txtStart=2025-05-09&/);
    expect(request?.body).toContain('&chk_cur%5B%5D=XAU%7EGold+%28per+Troy+oz.%29&');
    expect(request?.body?.split('chk_cur')).toHaveLength(55);
  });
});
