import { describe, expect, it } from 'vitest';
import { mnb } from '../../generator/providers/mnb.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

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

const URL = 'http://www.mnb.hu/arfolyamok.asmx';
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const answer = (inner: string) =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  '<GetExchangeRatesResponse xmlns="http://www.mnb.hu/webservices/">' +
  `<GetExchangeRatesResult>${escaped(inner)}</GetExchangeRatesResult></GetExchangeRatesResponse></s:Body></s:Envelope>`;
const rates = (...days: string[]) => `<MNBExchangeRates>${days.join('')}</MNBExchangeRates>`;
const day = (date: string, ...rows: string[]) => `<Day date="${date}">${rows.join('')}</Day>`;
const EURO = '<Rate unit="1" curr="EUR">402,61</Rate>';
const YEN = '<Rate unit="100" curr="JPY">248,17</Rate>';
const read = (inner: string) => observedLines(mnb, URL, answer(inner));

describe('MNB', () => {
  it('reads the document within, decimal commas and units, newest day first', () => {
    expect(read(rates(day('2025-03-28', EURO, YEN), day('2025-03-27', EURO)))).toEqual([
      '2025-03-28 1 EUR/HUF mid 402.61',
      '2025-03-28 100 JPY/HUF mid 248.17',
      '2025-03-27 1 EUR/HUF mid 402.61',
    ]);
  });

  it('reads a year, whose document within has 33,000 references', () => {
    const year = Array.from({ length: 250 }, () => day('2025-03-28', ...Array.from({ length: 32 }, () => EURO)));
    expect(read(rates(...year))).toHaveLength(8000);
  });

  it('finds nothing in a span without days', () => expect(read('<MNBExchangeRates />')).toEqual([]));

  it.each([
    ['a document within that is cut', answer(rates(day('2025-03-28', EURO, YEN)).slice(0, -30))],
    ['a document cut in the middle', answer(rates(day('2025-03-28', EURO, YEN))).slice(0, -150)],
    ['no document within', answer('')],
    ['a day without a rate, as for no currency', answer(rates(day('2025-03-28')))],
    ['a renamed unit', answer(rates(day('2025-03-28', EURO.replace('unit', 'units'))))],
    ['a renamed day', answer(rates(day('2025-03-28', EURO).replaceAll('Day', 'Date')))],
  ])('refuses %s', (_, body) => expect(() => observedLines(mnb, URL, body)).toThrow());

  it('asks for spans in pages of a year, and names the currencies', () => {
    const span = { from: parseIsoDate('2025-03-24'), to: parseIsoDate('2026-03-28') };
    const requests = mnb.feeds[0]?.between?.(span, {}) ?? [];
    expect(requests.map(({ body }) => body?.match(/<web:startDate>.*<\/web:endDate>/)?.[0])).toEqual([
      '<web:startDate>2025-03-24</web:startDate><web:endDate>2026-03-23</web:endDate>',
      '<web:startDate>2026-03-24</web:startDate><web:endDate>2026-03-28</web:endDate>',
    ]);
    expect(requests[0]?.body).toMatch(/<web:currencyNames>AUD,[A-Z,]*,ZAR,[A-Z,]*<\/web:currencyNames>/);
  });
});
