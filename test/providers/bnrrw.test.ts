import { describe, expect, it } from 'vitest';
import { bnrrw } from '../../generator/providers/bnrrw.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

const CODES = 'AED AUD BIF CAD CHF CNY EUR GBP INR JPY KES SAR TZS UGX USD ZAR';

describe.skipIf(!recordingsAreThere('BNRRW, as recorded'))('BNRRW, as recorded', () => {
  it.each(CODES.split(' '))('%s has 19 to 22 May 2026', async (code) => {
    const days = ['2026-05-19: 1', '2026-05-20: 1', '2026-05-21: 1', '2026-05-22: 1'];
    expect(countsOf(await readRecordedLines(bnrrw, `history-${code}.json`))).toEqual(days);
  });

  it.each([
    ['history-USD.json', '2026-05-19 1 USD/RWF mid 1463.065 bid 1458.065 ask 1468.065'],
    ['history-USD.json', '2026-05-22 1 USD/RWF mid 1463.3525 bid 1458.3525 ask 1468.3525'],
    ['history-GBP.json', '2026-05-21 1 GBP/RWF mid 1965.00514 bid 1958.290639 ask 1971.71964'],
    ['history-JPY.json', '2026-05-20 1 JPY/RWF mid 9.209145 bid 9.177675 ask 9.240615'],
    ['history-BIF.json', '2026-05-21 1 BIF/RWF mid 0.490922 bid 0.489245 ask 0.4926'],
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(bnrrw, file)).toContain(line));
});

const URL_OF = 'https://fxrates.bnr.rw/currency_history/?currency_name=USD&start_date=2012-01-02&end_date=2026-05-22';
const row = (day: string, [buying, average, selling]: readonly string[], code = 'USD') =>
  `{"currency_name":"${code}","buying_rate":"${buying}","average_rate":"${average}","selling_rate":"${selling}","post_date":"${day}"}`;
const PRICES = ['1458.065', '1463.065', '1468.065'];
const read = (...rows: string[]) => observedLines(bnrrw, URL_OF, `[${rows}]`);

describe('BNRRW', () => {
  it.each([
    ['19-May-26', PRICES, '2026-05-19 1 USD/RWF mid 1463.065 bid 1458.065 ask 1468.065'],
    ['02-Jan-12', ['598', '604.14', '610.28'], '2012-01-02 1 USD/RWF mid 604.14 bid 598 ask 610.28'],
    ['05-Jan-24', ['1,247.33', '1,253.60', '1,259.87'], '2024-01-05 1 USD/RWF mid 1253.60 bid 1247.33 ask 1259.87'],
  ])('%s, %j', (day, prices, line) => expect(read(row(day, prices))).toEqual([line]));

  it.each([
    ['another currency than was asked for', row('19-May-26', PRICES, 'EUR')],
    ['a year of four digits', row('19-May-2026', PRICES)],
    ['a comma that is no mark of thousands', row('19-May-26', ['1458,065', '1463,065', '1468,065'])],
    ['a renamed field', row('19-May-26', PRICES).replace('selling_rate', 'sell_rate')],
    ['half a document', row('19-May-26', PRICES).slice(0, 70)],
  ])('refuses %s', (_, body) => expect(() => read(body)).toThrow());

  it('asks each currency in pages of a year', () => {
    const span = { from: parseIsoDate('2025-05-21'), to: parseIsoDate('2026-05-22') };
    const requests = bnrrw.feeds[0]?.between?.(span, {}) ?? [];
    expect(requests).toHaveLength(32);
    expect([requests[0], requests.at(-1)]).toEqual([
      {
        method: 'GET',
        url: 'https://fxrates.bnr.rw/currency_history/?currency_name=USD&start_date=2025-05-21&end_date=2026-05-21',
        mayBeAbsent: true,
      },
      {
        method: 'GET',
        url: 'https://fxrates.bnr.rw/currency_history/?currency_name=BIF&start_date=2026-05-22&end_date=2026-05-22',
        mayBeAbsent: true,
      },
    ]);
  });
});
