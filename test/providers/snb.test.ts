import { describe, expect, it } from 'vitest';
import { snb } from '../../generator/sources/providers/snb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/snb.ts';

describe.skipIf(!recordingsAreThere('SNB, as recorded'))('SNB, as recorded', () => {
  const FILE = 'devkum-m1-2000-01_2019-08.csv';

  it('has seven currencies at the end of each of 236 months', async () => {
    const months = countsOf(await readRecordedLines(snb, FILE));
    expect([months.length, months[0], months.at(-1)]).toEqual([236, '2000-01-31: 7', '2019-08-31: 7']);
    expect(months.filter((month) => !month.endsWith(': 7'))).toEqual([]);
  });

  it.each([
    '2000-01-31 1 USD/CHF mid 1.6405',
    '2000-01-31 100 HKD/CHF mid 21.0858',
    '2000-02-29 1 USD/CHF mid 1.644',
    '2000-02-29 100 BRL/CHF mid 92.4',
    '2019-08-31 1 ZAR/CHF mid 0.06489',
    '2019-08-31 100 JPY/CHF mid 0.92905',
  ])('states %s', async (line) => expect(await readRecordedLines(snb, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('SNB', () => {
  it.each([
    ['an average of the month', body.replace('"2000-02";"M1";"EUR1"', '"2000-02";"M0";"EUR1"'), 'invalid_value'],
    ['a code without a unit', body.replace('EUR1', 'EUR'), 'Invalid string'],
    ['another unit', body.replace('JPY100', 'JPY50'), 'Invalid string'],
    ['another cube', body.replace('devkum', 'devland'), 'devkum'],
    ['columns in another order', body.replace('"D0";"D1"', '"D1";"D0"'), 'D0'],
    ['a document cut behind a line', body.slice(0, body.lastIndexOf('"2000-02"')), '2000-02 has 1 rows'],
    ['a document cut within its last line', body.slice(0, -3), 'truncated'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(snb, url, changed)).toThrow(fault));

  it('asks for months, and nightly for the last three', () => {
    expect(snb.feeds[0]?.latest(parseIsoDate('2026-04-02'), {})[0]?.url).toMatch(
      /fromDate=2025-12&toDate=2026-04&dimSel=D0\(M1\),D1\(EUR1,GBP1,USD1,BRL100,ZAR1,JPY100,HKD100\)$/,
    );
  });
});
