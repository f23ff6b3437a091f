import { describe, expect, it } from 'vitest';
import { mnb } from '../../generator/sources/providers/mnb.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/mnb.ts';

const FILE = 'get-exchange-rates.xml';

describe.skipIf(!recordingsAreThere('MNB, as recorded'))('MNB, as recorded', () => {
  it('has 32 currencies on each of five days', async () => {
    const days = ['24', '25', '26', '27', '28'];
    expect(countsOf(await readRecordedLines(mnb, FILE))).toEqual(days.map((day) => `2025-03-${day}: 32`));
  });

  it.each([
    '2025-03-24 1 EUR/HUF mid 398.44',
    '2025-03-24 1 ZAR/HUF mid 20.23',
    '2025-03-25 100 JPY/HUF mid 245.44',
    '2025-03-26 1 RSD/HUF mid 3.41',
    '2025-03-28 100 IDR/HUF mid 2.26',
    '2025-03-28 1 GBP/HUF mid 484.00',
  ])('states %s', async (line) => expect(await readRecordedLines(mnb, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** The answer of the fixture with another document of rates in it. */
const answer = (inner: string) => body.replace(/(?<=<GetExchangeRatesResult>)[^<]*/, () => escaped(inner));
const rates = (...days: string[]) => `<MNBExchangeRates>${days.join('')}</MNBExchangeRates>`;
const day = (...rows: string[]) => `<Day date="2025-03-28">${rows.join('')}</Day>`;
const EURO = '<Rate unit="1" curr="EUR">402,61</Rate>';
const read = (inner: string) => observedLines(mnb, url, answer(inner));

describe('MNB', () => {
  it('reads a year, whose inner document has 33,000 character references', () => {
    const year = Array.from({ length: 250 }, () => day(...Array.from({ length: 32 }, () => EURO)));
    expect(read(rates(...year))).toHaveLength(8000);
  });

  it('finds nothing in a span without days', () => expect(read('<MNBExchangeRates />')).toEqual([]));

  it.each([
    ['an inner document that was cut', answer(rates(day(EURO, EURO)).slice(0, -30)), "Invalid space after '<'"],
    ['a document cut in the middle', body.slice(0, -150), "Invalid '["],
    ['an answer without an inner document', answer(''), 'GetExchangeRatesResult'],
    ['a day without rates, which answers a request for no currency', answer(rates(day())), '"Rate"'],
    ['a renamed unit', answer(rates(day(EURO.replace('unit', 'units')))), '"@unit"'],
    ['a renamed day', answer(rates(day(EURO).replaceAll('Day', 'Date'))), '"Day"'],
  ])('refuses %s', (_, changed, message) => expect(() => observedLines(mnb, url, changed)).toThrow(message));

  it('asks for spans in pages of a year, and names the currencies', () => {
    const span = { from: parseIsoDate('2025-03-24'), to: parseIsoDate('2026-03-28') };
    const requests = mnb.feeds[0]?.between?.(span, {}) ?? [];
    expect(requests.map((request) => request.body?.match(/<web:startDate>.*<\/web:endDate>/)?.[0])).toEqual([
      '<web:startDate>2025-03-24</web:startDate><web:endDate>2026-03-23</web:endDate>',
      '<web:startDate>2026-03-24</web:startDate><web:endDate>2026-03-28</web:endDate>',
    ]);
    expect(requests[0]?.body).toMatch(/<web:currencyNames>AUD,[A-Z,]*,ZAR,[A-Z,]*<\/web:currencyNames>/);
  });
});
