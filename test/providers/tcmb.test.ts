import { describe, expect, it } from 'vitest';
import { tcmb } from '../../generator/providers/tcmb.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('TCMB, as recorded'))('TCMB, as recorded', () => {
  it.each([
    ['bulletin-2015-12-04.xml', ['2015-12-04: 18']],
    ['bulletin-2019-12-20.xml', ['2019-12-20: 20']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(tcmb, file))).toEqual(counts));

  it('has 21 series on each of the 14 days of trading of 1 to 22 March 2026', async () => {
    const days = countsOf(await readRecordedLines(tcmb, 'evds-daily.json'));
    expect(days.map((day) => day.slice(12))).toEqual(Array.from({ length: 14 }, () => '21'));
    expect([days[0], days.at(-1)]).toEqual(['2026-03-02: 21', '2026-03-19: 21']);
  });

  it.each([
    ['bulletin-2015-12-04.xml', '2015-12-04 1 USD/TRY bid 2.8921 ask 2.8973'],
    ['bulletin-2019-12-20.xml', '2019-12-20 100 JPY/TRY bid 5.3933 ask 5.4290'],
    ['bulletin-2019-12-20.xml', '2019-12-20 100 IRR/TRY bid 0.01400 ask 0.01418'],
    ['bulletin-2019-12-20.xml', '2019-12-20 1 XDR/TRY bid 8.1551'],
    ['evds-daily.json', '2026-03-02 100 JPY/TRY bid 28.00720000 ask 28.19270000'],
    ['evds-daily.json', '2026-03-02 1 USD/TRY bid 43.80000000 ask 43.87890000'],
    ['evds-daily.json', '2026-03-19 1 AED/TRY bid 11.94910000 ask 12.10540000'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(tcmb, file)).toContain(line));
});

const bulletin = (day: string, ...rows: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Tarih_Date Tarih="${day}" Date="x">${rows.join('')}</Tarih_Date>`;
const row = (code: string, unit: number, buying: string, selling: string) =>
  `<Currency CurrencyCode="${code}"><Unit>${unit}</Unit><ForexBuying>${buying}</ForexBuying>` +
  `<ForexSelling>${selling}</ForexSelling><BanknoteBuying>1</BanknoteBuying></Currency>`;

describe('TCMB', () => {
  it('takes the foreign exchange pair, not the banknotes, and one side where there is one', () => {
    const body = bulletin('08.09.2025', row('USD', 1, '41.1816', '41.2558'), row('XDR', 1, '56.3', '\n'));
    expect(observedLines(tcmb, 'https://www.tcmb.gov.tr/kurlar/202509/08092025.xml', body)).toEqual([
      '2025-09-08 1 USD/TRY bid 41.1816 ask 41.2558',
      '2025-09-08 1 XDR/TRY bid 56.3',
    ]);
  });

  it('states old bulletins in the old lira', () => {
    const body = bulletin('31.12.2004', row('USD', 1, '1339900', '1346400'));
    const lines = observedLines(tcmb, 'https://www.tcmb.gov.tr/kurlar/200412/31122004.xml', body);
    expect(lines).toEqual(['2004-12-31 1 USD/TRL bid 1339900 ask 1346400']);
  });

  it('reads the series per 100 yen, and nothing from a day without trading', () => {
    const day = (date: string, buying: string, selling: string) =>
      `{"Tarih":"${date}","TP_DK_JPY_A_YTL":${buying},"TP_DK_JPY_S_YTL":${selling},"UNIXTIME":{"$numberLong":"1"}}`;
    const items = [day('01-03-2026', 'null', 'null'), day('02-03-2026', '"28.00720000"', '"28.19270000"')];
    const url = 'https://evds3.tcmb.gov.tr/igmevdsms-dis/series=TP.DK.JPY.A.YTL&startDate=01-03-2026';
    expect(observedLines(tcmb, url, `{"totalCount":2,"items":[${items}]}`)).toEqual([
      '2026-03-02 100 JPY/TRY bid 28.00720000 ask 28.19270000',
    ]);
  });

  it('asks for a span by date, and not for weekends', () => {
    const requests = tcmb.feeds[0]?.between?.({ from: parseIsoDate('2026-03-06'), to: parseIsoDate('2026-03-09') }, {});
    expect(requests?.map(({ url }) => url)).toEqual([
      'https://www.tcmb.gov.tr/kurlar/202603/06032026.xml',
      'https://www.tcmb.gov.tr/kurlar/202603/09032026.xml',
    ]);
  });

  it('reads ISO-8859-9, as its older bulletins are written', () => {
    const name = `<Isim>${String.fromCharCode(0xdd)}RAN R${String.fromCharCode(0xdd)}YAL${String.fromCharCode(0xdd)}</Isim>`;
    const body = bulletin('04.12.2015', row('IRR', 100, '0.00956', '0.00968').replace('<Unit>', `${name}<Unit>`));
    const bytes = Buffer.from(body.replace('UTF-8', 'ISO-8859-9'), 'latin1');
    expect(observedLines(tcmb, 'https://www.tcmb.gov.tr/kurlar/201512/04122015.xml', bytes)).toEqual([
      '2015-12-04 100 IRR/TRY bid 0.00956 ask 0.00968',
    ]);
  });

  it('has XDR in the bulletin only, in a table that the series cannot withdraw it from', () => {
    expect(tcmb.feeds.map(({ name, table = name }) => table)).toEqual(['bulletin', 'series']);
  });

  it('takes a 404 for a holiday, and never asks for the series: they are dated a working day after the bulletins', () => {
    const span = { from: parseIsoDate('2026-03-20'), to: parseIsoDate('2026-03-20') };
    const requests = tcmb.feeds.flatMap((feed) => [...feed.latest(span.to, {}), ...(feed.between?.(span, {}) ?? [])]);
    expect(requests.map(({ url, mayBeAbsent }) => [url, mayBeAbsent])).toEqual([
      ['https://www.tcmb.gov.tr/kurlar/today.xml', undefined],
      ['https://www.tcmb.gov.tr/kurlar/202603/20032026.xml', true],
    ]);
  });

  const BULLETIN = 'https://www.tcmb.gov.tr/kurlar/today.xml';
  const SERIES = 'https://evds3.tcmb.gov.tr/igmevdsms-dis/series=TP.DK.USD.A.YTL&startDate=01-03-2026';
  const USD = bulletin('08.09.2025', row('USD', 1, '41.1816', '41.2558'));
  it.each([
    ['a bulletin without units', BULLETIN, USD.replaceAll('Unit>', 'Birim>')],
    ['a bulletin with banknotes only', BULLETIN, USD.replaceAll('Forex', 'Cash')],
    ['a bulletin that has the month before the day', BULLETIN, USD.replace('08.09.2025', '09/28/2025')],
    ['a bulletin cut in the middle', BULLETIN, USD.slice(0, -40)],
    ['series without their days', SERIES, '{"items":[{"Date":"02-03-2026","TP_DK_USD_A_YTL":"43.8"}]}'],
    ['series cut in the middle', SERIES, '{"items":[{"Tarih":"02-03-2026","TP_DK_USD_A_YTL":"43.8"'],
  ])('refuses %s', (_, url, body) => expect(() => observedLines(tcmb, url, body)).toThrow());
});
