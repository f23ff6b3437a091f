import { describe, expect, it } from 'vitest';
import { cbtt } from '../../generator/sources/providers/cbtt.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/cbtt.ts';

describe.skipIf(!recordingsAreThere('CBTT, as recorded'))('CBTT, as recorded', () => {
  const FILE = 'forex-rate-2026.json';

  it('has figures for 31 of 47 days, and none for pairs whose buying rate is above the selling one', async () => {
    const lines = await readRecordedLines(cbtt, FILE);
    const days = countsOf(lines);
    expect([days.length, days[0], days.at(-1), lines.length]).toEqual([31, '2026-01-02: 6', '2026-09-08: 7', 198]);
    const crossed = ['2026-01-05 1 EUR', '2026-08-10 1 EUR', '2026-08-11 1 CAD', '2026-09-03 1 EUR'];
    expect(lines.filter((line) => crossed.some((start) => line.startsWith(start)))).toEqual([]);
  });

  it.each([
    '2026-01-02 1 CAD/TTD bid 4.9174 ask 5.3326',
    '2026-01-02 1 EUR/TTD bid 7.7751 ask 8.5862',
    '2026-01-05 1 CHF/TTD bid 8.5335',
    '2026-09-08 1 GYD/TTD bid 0.0315 ask 0.0329',
    '2026-09-08 1 CHF/TTD ask 9.0349',
    '2026-09-08 1 JMD/TTD bid 0.0412 ask 0.0430',
  ])('states %s', async (line) => expect(await readRecordedLines(cbtt, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('CBTT', () => {
  it('reads a span without figures, which has one record of nulls in place of the list, as nothing', () => {
    const empty = body.slice(body.indexOf('{', 1), body.indexOf('}') + 1);
    expect(observedLines(cbtt, url, `{"cbttdailyforexrates":${empty}}`)).toEqual([]);
  });

  it('leaves out columns that it does not know, and finds those that it knows in any order', () => {
    const further = body.replaceAll('"famedate"', '"INR_Buying":"0.07","JPY":"0.0448","famedate"');
    const turned = further.replace(
      '"USD_Buying":"6.7017","USD_Selling":"6.7992"',
      '"USD_Selling":"6.7992","USD_Buying":"6.7017"',
    );
    expect(observedLines(cbtt, url, turned)).toEqual(observedLines(cbtt, url, body));
  });

  it.each([
    ['a renamed side', body.replaceAll('CAD_Selling', 'CAD_Sell'), 'not all of the currencies'],
    ['another form of day', body.replaceAll('2026-01-02', '02/01/2026'), '"02/01/2026"'],
    ['a truncated document', body.slice(0, -20), 'end'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(cbtt, url, changed)).toThrow(fault));

  it('asks for each year of a span, and at the turn of the year for both', () => {
    const yearsOf = (urls: readonly { readonly url: string }[] = []) => urls.map((one) => one.url.slice(-9));
    expect(yearsOf(cbtt.feeds[0]?.latest(parseIsoDate('2026-01-05'), {}))).toEqual(['2025-2025', '2026-2026']);
    const span = { from: parseIsoDate('1991-12-31'), to: parseIsoDate('1992-01-01') };
    expect(yearsOf(cbtt.feeds[0]?.between?.(span, {}))).toEqual(['1991-1991', '1992-1992']);
  });
});
