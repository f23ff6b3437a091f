import { describe, expect, it } from 'vitest';
import { cba } from '../../generator/sources/providers/cba.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('CBA, as recorded'))('CBA, as recorded', () => {
  it.each([
    ['latest.xml', ['18']],
    ['range-2026-03.xml', ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13', '16', '17', '18']],
  ])('%s states 30 figures for each of %j', async (file, days) => {
    expect(countsOf(await readRecordedLines(cba, file))).toEqual(days.map((day) => `2026-03-${day}: 30`));
  });

  it.each([
    ['latest.xml', '2026-03-18 1 USD/AMD mid 377.39'],
    ['latest.xml', '2026-03-18 100 IRR/AMD mid 0.028677'],
    ['latest.xml', '2026-03-18 10 JPY/AMD mid 23.735'],
    ['latest.xml', '2026-03-18 10 KZT/AMD mid 7.8183'],
    ['latest.xml', '2026-03-18 1g XAG/AMD mid 973.28'],
    ['range-2026-03.xml', '2026-03-02 1 USD/AMD mid 376.88'],
    ['range-2026-03.xml', '2026-03-02 10 UZS/AMD mid 0.3093'],
    ['range-2026-03.xml', '2026-03-18 1g XAU/AMD mid 60871'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(cba, file)).toContain(line));

  it('states the same figures of a day in both documents', async () => {
    const range = await readRecordedLines(cba, 'range-2026-03.xml');
    expect(range.filter((line) => line.startsWith('2026-03-18'))).toEqual(await readRecordedLines(cba, 'latest.xml'));
  });
});

const envelope = (operation: string, result: string) =>
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  `<${operation}Response xmlns="http://www.cba.am/"><${operation}Result>${result}</${operation}Result></${operation}Response>` +
  '</soap:Body></soap:Envelope>';
const listed = (day: string, ...rows: string[]) =>
  envelope('ExchangeRatesLatest', `<CurrentDate>${day}</CurrentDate><Rates>${rows.join('')}</Rates>`);
const listRow = (code: string, amount: string, rate: string) =>
  `<ExchangeRate><ISO>${code}</ISO><Amount>${amount}</Amount><Rate>${rate}</Rate><Difference>-0.07</Difference></ExchangeRate>`;
const ranged = (rows: string) =>
  envelope(
    'ExchangeRatesByDateRangeByISO',
    '<xs:schema id="NewDataSet" xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="ExchangeRatesByRange"/></xs:schema>' +
      `<diffgr:diffgram xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1">${rows}</diffgr:diffgram>`,
  );
const rangeRow = (day: string, code: string, amount: string, rate: string) =>
  `<ExchangeRatesByRange diffgr:id="x"><Rate>${rate}</Rate><Amount>${amount}</Amount><ISO>${code}</ISO><Diff>-0.12</Diff>` +
  `<RateDate>${day}</RateDate></ExchangeRatesByRange>`;
const set = (...rows: string[]) => ranged(`<DocumentElement xmlns="">${rows.join('')}</DocumentElement>`);
const read = (body: string) => observedLines(cba, 'https://api.cba.am/exchangerates.asmx', body);
const DOLLAR = listRow('USD', '1', '377.39');
const DOLLARS = rangeRow('2026-03-02T00:00:00+04:00', 'USD', '1', '376.88');

describe('CBA', () => {
  it.each([
    ['a span without a list', ranged('')],
    ['somoni of the days when their unit was wrong', set(rangeRow('2000-10-31T00:00:00', 'TJS', '1', '37'))],
  ])('states nothing for %s', (_, body) => expect(read(body)).toEqual([]));

  it.each([
    ['a truncated list', listed('2026-03-18T00:00:00', DOLLAR, DOLLAR).slice(0, -150), 'ExchangeRatesLatestResult'],
    ['a truncated span', set(DOLLARS, DOLLARS).slice(0, -200), 'ExchangeRatesByDateRangeByISOResult'],
    ['a renamed amount', listed('2026-03-18T00:00:00', DOLLAR.replaceAll('Amount', 'Units')), 'Amount'],
    ['a renamed row', set(DOLLARS.replaceAll('ExchangeRatesByRange', 'ExchangeRatesByDay')), 'ExchangeRatesByRange'],
    ['a list without rows', listed('2026-03-18T00:00:00'), 'Rates'],
    ['a time other than midnight', listed('2026-03-18T20:00:00', DOLLAR), 'CurrentDate'],
    [
      'a SOAP fault',
      '<soap:Envelope><soap:Body><soap:Fault><faultcode>x</faultcode></soap:Fault></soap:Body></soap:Envelope>',
      'ExchangeRatesLatestResponse',
    ],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('requests the newest list and the ten days before it, and a span in pages of a year', () => {
    const latest = cba.feeds[0]?.latest(parseIsoDate('2026-03-19'), {}) ?? [];
    expect(latest.map(({ headers, mayBeAbsent }) => [headers?.SOAPAction, mayBeAbsent])).toEqual([
      ['"http://www.cba.am/ExchangeRatesLatest"', undefined],
      ['"http://www.cba.am/ExchangeRatesByDateRangeByISO"', true],
    ]);
    const span = { from: parseIsoDate('2025-03-01'), to: parseIsoDate('2026-03-19') };
    expect(cba.feeds[0]?.between?.(span, {}).map(({ body }) => body?.match(/<DateFrom>.*<\/DateTo>/)?.[0])).toEqual([
      '<DateFrom>2025-03-01</DateFrom><DateTo>2026-02-28</DateTo>',
      '<DateFrom>2026-03-01</DateFrom><DateTo>2026-03-19</DateTo>',
    ]);
  });
});
