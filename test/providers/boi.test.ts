import { describe, expect, it } from 'vitest';
import { boi } from '../../generator/providers/boi.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

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

const XML = 'http://www.bankisrael.gov.il/currency.xml?rdate=20140530';
const list = (...rows: string[]) =>
  `\ufeff<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<CURRENCIES>${rows.join('')}</CURRENCIES>`;
const UPDATE = '<LAST_UPDATE>2014-05-30</LAST_UPDATE>';
const YEN =
  '<CURRENCY><NAME>Yen</NAME><UNIT>100</UNIT><CURRENCYCODE>JPY</CURRENCYCODE><COUNTRY>Japan</COUNTRY>' +
  '<RATE>3.4188</RATE><CHANGE>-0.114</CHANGE></CURRENCY>';
const REFUSAL =
  '<REQUESTED_DATE>20140506</REQUESTED_DATE><ERROR1>Requested date is invalid or</ERROR1>' +
  '<ERROR2>No exchange rate published for this date</ERROR2><ERROR3>Date should be in format YYYYMMDD</ERROR3>';

const SERIES = 'https://edge.boi.gov.il/FusionEdgeServer/sdmx/v2/data/dataflow/BOI.STATISTICS/EXR/1.0/?format=csv';
const HEAD =
  'SERIES_CODE,FREQ,BASE_CURRENCY,COUNTER_CURRENCY,UNIT_MEASURE,DATA_TYPE,DATA_SOURCE,TIME_COLLECT,CONF_STATUS,PUB_WEBSITE,' +
  'UNIT_MULT,COMMENTS,TIME_PERIOD,OBS_VALUE,RELEASE_STATUS';
const row = (code: string, power: string, day: string, rate: string) =>
  `RER_${code}_ILS,D,${code},ILS,ILS,OF00,BOI_MRKT,V,F,Y,${power},,${day},${rate},YP`;
const DOLLAR = row('USD', '0', '2026-08-06', '3.013');
const csv = (...rows: string[]) => [...rows, ''].join('\n');

describe('BOI', () => {
  it.each([
    ['the unit of the XML', XML, list(UPDATE, YEN), ['2014-05-30 100 JPY/ILS mid 3.4188']],
    ['an error document is a day without rates', XML, list(REFUSAL), []],
    ['the series', SERIES, csv(HEAD, DOLLAR), ['2026-08-06 1 USD/ILS mid 3.013']],
    [
      'a power of ten',
      SERIES,
      csv(HEAD, row('LBP', '1', '2026-08-06', '0.0003')),
      ['2026-08-06 10 LBP/ILS mid 0.0003'],
    ],
    ['another', SERIES, csv(HEAD, row('JPY', '2', '2026-08-06', '2.0511')), ['2026-08-06 100 JPY/ILS mid 2.0511']],
    [
      'the basket, and lire of an unstated unit',
      SERIES,
      csv(HEAD, row('CBK_L', '0', '2001-08-06', '4'), row('ITL', '0', '2001-08-06', '1.9')),
      [],
    ],
  ])('%s', (_, url, body, lines) => expect(observedLines(boi, url, body)).toEqual(lines));

  it.each([
    ['an error that is not one of those', XML, list('<ERROR1>Server is down</ERROR1>')],
    ['a list without currencies', XML, list(UPDATE)],
    ['a renamed unit', XML, list(UPDATE, YEN.replaceAll('UNIT', 'UNITS'))],
    ['an XML document cut in the middle', XML, list(UPDATE, YEN).slice(0, -40)],
    ['a series of months', SERIES, csv(HEAD, DOLLAR.replace(',D,', ',M,'))],
    ['an average in place of the representative rate', SERIES, csv(HEAD, DOLLAR.replace('OF00', 'AV00'))],
    ['a series in dollars', SERIES, csv(HEAD, DOLLAR.replace(',ILS,ILS,', ',USD,USD,'))],
    ['an unknown power', SERIES, csv(HEAD, row('USD', '6', '2026-08-06', '3.013'))],
    ['columns in another order', SERIES, csv(HEAD.replace('TIME_PERIOD,OBS_VALUE', 'OBS_VALUE,TIME_PERIOD'), DOLLAR)],
    ['a series cut within a figure', SERIES, csv(HEAD, DOLLAR).slice(0, -5)],
    ['a series cut within a row', SERIES, csv(HEAD, DOLLAR.slice(0, -10))],
  ])('refuses %s', (_, url, body) => expect(() => observedLines(boi, url, body)).toThrow());

  it('asks the series for ten days, or for years; the XML service has ended', () => {
    const [series, lists] = boi.feeds;
    const address = SERIES.replace('format=csv', 'c%5BDATA_TYPE%5D=OF00&');
    expect(series?.latest(parseIsoDate('2026-08-20'), {})).toEqual([
      { method: 'GET', url: `${address}startperiod=2026-08-10&endperiod=2026-08-20&format=csv` },
    ]);
    const span = { from: parseIsoDate('1999-12-01'), to: parseIsoDate('2001-01-31') };
    expect(series?.between?.(span, {}).map(({ url }) => url)).toEqual([
      `${address}startperiod=2000-01-03&endperiod=2001-01-02&format=csv`,
      `${address}startperiod=2001-01-03&endperiod=2001-01-31&format=csv`,
    ]);
    expect([lists?.latest(span.to, {}), lists?.between?.(span, {})]).toEqual([[], []]);
  });
});
