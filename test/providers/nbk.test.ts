import { describe, expect, it } from 'vitest';
import { nbk } from '../../generator/sources/providers/nbk.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbk.ts';

describe.skipIf(!recordingsAreThere('NBK, as recorded'))('NBK, as recorded', () => {
  it.each([
    ['get-rates-2026-04-01.xml', ['2026-04-01: 39']],
    ['get-rates-2026-04-03.xml', ['2026-04-03: 39']],
    ['rates-all-2016-04-18.xml', ['2005-01-05: 1', '2010-12-31: 1', '2013-12-31: 1', '2016-04-18: 39']],
  ])('%s has %j', async (file, counts) => expect(countsOf(await readRecordedLines(nbk, file))).toEqual(counts));

  it.each([
    ['get-rates-2026-04-01.xml', '2026-04-01 1 USD/KZT mid 478.77'],
    ['get-rates-2026-04-01.xml', '2026-04-01 1000 IRR/KZT mid 0.4'],
    ['get-rates-2026-04-01.xml', '2026-04-01 10 HUF/KZT mid 14.23'],
    ['get-rates-2026-04-01.xml', '2026-04-01 1 XDR/KZT mid 650.07'],
    ['rates-all-2016-04-18.xml', '2016-04-18 100 BYR/KZT mid 1.68'],
    ['rates-all-2016-04-18.xml', '2013-12-31 1 LVL/KZT mid 300.96'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbk, file)).toContain(line));
});

const [{ url, body }] = fixtures;

describe('NBK', () => {
  it.each([
    ['a list without a day', body.replace('<date>01.04.2026</date>', ''), 'date'],
    ['a day with the month first', body.replace('01.04.2026', '04.15.2026'), '"04.15.2026"'],
    ['a renamed unit', body.replaceAll('quant', 'nominal'), 'quant'],
    ['a name in place of a code', body.replace('<title>AMD</title>', '<title>Dram</title>'), 'Invalid string'],
    ['a truncated document', body.slice(0, -30), 'Invalid'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(nbk, url, changed)).toThrow(fault));

  it('asks for each day by itself', () =>
    expect(nbk.feeds[0]?.latest(parseIsoDate('2026-04-02'), {}).map((request) => request.url.slice(-10))).toEqual([
      '30.03.2026',
      '31.03.2026',
      '01.04.2026',
      '02.04.2026',
    ]));
});
