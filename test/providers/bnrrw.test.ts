import { describe, expect, it } from 'vitest';
import { bnrrw } from '../../generator/sources/providers/bnrrw.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/bnrrw.ts';

const CODES = 'AED AUD BIF CAD CHF CNY EUR GBP INR JPY KES SAR TZS UGX USD ZAR';

describe.skipIf(!recordingsAreThere('BNRRW, as recorded'))('BNRRW, as recorded', () => {
  it.each(CODES.split(' '))('states %s on 19 to 22 May 2026', async (code) => {
    const days = ['2026-05-19: 1', '2026-05-20: 1', '2026-05-21: 1', '2026-05-22: 1'];
    expect(countsOf(await readRecordedLines(bnrrw, `history-${code}.json`))).toEqual(days);
  });

  it.each([
    ['history-USD.json', '2026-05-19 1 USD/RWF mid 1463.065 bid 1458.065 ask 1468.065'],
    ['history-USD.json', '2026-05-22 1 USD/RWF mid 1463.3525 bid 1458.3525 ask 1468.3525'],
    ['history-GBP.json', '2026-05-21 1 GBP/RWF mid 1965.00514 bid 1958.290639 ask 1971.71964'],
    ['history-JPY.json', '2026-05-20 1 JPY/RWF mid 9.209145 bid 9.177675 ask 9.240615'],
    ['history-BIF.json', '2026-05-21 1 BIF/RWF mid 0.490922 bid 0.489245 ask 0.4926'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bnrrw, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bnrrw, URL, body);

describe('BNRRW', () => {
  it('reads two-digit years from 2012, when the service began', () => {
    expect(read(WHOLE.replace('19-May-26', '02-Jan-12'))[0]).toBe(
      '2012-01-02 1 USD/RWF mid 1463.065 bid 1458.065 ask 1468.065',
    );
  });

  it.each([
    ['another currency than was asked for', WHOLE.replace('"USD"', '"EUR"'), 'EUR where USD was asked for'],
    ['a year of four digits', WHOLE.replace('19-May-26', '19-May-2026'), 'post_date'],
    ['a decimal comma', WHOLE.replace('1458.065', '1458,065'), 'not a figure: "1458,065"'],
    ['a renamed field', WHOLE.replace('selling_rate', 'sell_rate'), 'selling_rate'],
    ['half a document', WHOLE.slice(0, 70), 'reached end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('asks for each currency in pages of a year', () => {
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
