import { describe, expect, it } from 'vitest';
import { boi } from '../../generator/sources/providers/boi.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/boi.ts';

describe.skipIf(!recordingsAreThere('BOI, as recorded'))('BOI, as recorded', () => {
  it.each([
    ['currency-2014-05-30.xml', ['2014-05-30: 14']],
    ['currency-no-rate.xml', []],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(boi, file))).toEqual(counts));

  it.each([
    '2014-05-30 1 USD/ILS mid 3.475',
    '2014-05-30 100 JPY/ILS mid 3.4188',
    '2014-05-30 10 LBP/ILS mid 0.0230',
    '2014-05-30 1 EUR/ILS mid 4.7283',
    '2014-05-30 1 EGP/ILS mid 0.4860',
  ])('states %s', async (line) => {
    expect(await readRecordedLines(boi, 'currency-2014-05-30.xml')).toContain(line);
  });
});

const [{ url: SERIES_URL, body: SERIES }, { url: LIST_URL, body: LIST }, { body: NO_RATES }] = fixtures;

describe('BOI', () => {
  it.each([
    ['an error other than a day without rates', LIST_URL, NO_RATES.replace(/<ERROR2>.*<\/ERROR3>/s, ''), 'ERROR2'],
    ['a list without currencies', LIST_URL, LIST.replace(/<CURRENCY>.*<\/CURRENCY>/s, ''), 'CURRENCY'],
    ['a renamed unit', LIST_URL, LIST.replaceAll('UNIT', 'UNITS'), 'UNIT'],
    ['an XML document cut in the middle', LIST_URL, LIST.slice(0, -40), /Invalid|Unclosed/],
    ['a series of months', SERIES_URL, SERIES.replace(',D,', ',M,'), 'expected \\"D\\"'],
    ['an average in place of the representative rate', SERIES_URL, SERIES.replace('OF00', 'AV00'), 'OF00'],
    ['a series in dollars', SERIES_URL, SERIES.replace(',ILS,ILS,', ',USD,USD,'), 'expected \\"ILS\\"'],
    ['an unknown power', SERIES_URL, SERIES.replace('Y,0,,', 'Y,6,,'), 'expected one of \\"0\\"'],
    [
      'columns in another order',
      SERIES_URL,
      SERIES.replace('TIME_PERIOD,OBS_VALUE', 'OBS_VALUE,TIME_PERIOD'),
      'not SERIES_CODE,',
    ],
    ['a series cut within a figure', SERIES_URL, SERIES.slice(0, -5), 'the last line has no line feed'],
    ['a series cut within a row', SERIES_URL, SERIES.replace(',3.013,YP', ''), '>=15 items'],
  ])('refuses %s', (_, url, body, fault) => expect(() => observedLines(boi, url, body)).toThrow(fault));

  it('asks the series for ten days or for years, and asks nothing of the XML service, which has ended', () => {
    const [series, lists] = boi.feeds;
    const urlOf = (from: string, to: string) =>
      SERIES_URL.replace('startperiod=2026-08-06', `startperiod=${from}`).replace(
        'endperiod=2026-08-06',
        `endperiod=${to}`,
      );
    expect(series?.latest(parseIsoDate('2026-08-20'), {})).toEqual([
      { method: 'GET', url: urlOf('2026-08-10', '2026-08-20') },
    ]);
    const span = { from: parseIsoDate('1999-12-01'), to: parseIsoDate('2001-01-31') };
    expect(series?.between?.(span, {}).map(({ url }) => url)).toEqual([
      urlOf('2000-01-03', '2001-01-02'),
      urlOf('2001-01-03', '2001-01-31'),
    ]);
    expect([lists?.latest(span.to, {}), lists?.between?.(span, {})]).toEqual([[], []]);
  });
});
