import { describe, expect, it } from 'vitest';
import { cbn } from '../../generator/sources/providers/cbn.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('CBN, as recorded'))('CBN, as recorded', () => {
  const lines = () => readRecordedLines(cbn, 'all-rates-2026-05.json');

  it('has 12 currencies on each of six days', async () =>
    expect(countsOf(await lines())).toEqual([14, 15, 18, 19, 20, 21].map((day) => `2026-05-${day}: 12`)));

  it.each([
    '2026-05-21 1 USD/NGN mid 1371.8079 bid 1371.3079 ask 1372.3079',
    '2026-05-21 1 XOF/NGN mid 2.4200 bid 2.4100 ask 2.4300',
    '2026-05-21 1 CNY/NGN mid 201.5942 bid 201.5207 ask 201.6676',
    '2026-05-21 1 DKK/NGN mid 212.7461 bid 212.6685 ask 212.8236',
    '2026-05-14 1 XDR/NGN mid 1882.0610 bid 1881.3743 ask 1882.7477',
    '2026-05-14 1 GBP/NGN mid 1850.7066 bid 1850.0313 ask 1851.3818',
    '2026-05-14 1 SAR/NGN mid 365.1734 bid 365.0402 ask 365.3066',
    '2026-05-14 1 JPY/NGN mid 8.6794 bid 8.6762 ask 8.6825',
  ])('states %s', async (line) => expect(await lines()).toContain(line));
});

const URL = 'https://www.cbn.gov.ng/api/GetAllExchangeRates';
const row = (currency: string, buying: string, central: string, selling: string) =>
  `{"id":1,"currency":"${currency}","ratedate":"2026-05-21","buyingrate":${buying},"centralrate":${central},"sellingrate":${selling}}`;
const named = (currency: string) => row(currency, '"1.1"', '"1.2"', '"1.3"');

describe('CBN', () => {
  it.each([
    ['CFA', 'XOF'],
    ['DANISH KRONA', 'DKK'],
    ['DANISH KRONER', 'DKK'],
    ['EURO', 'EUR'],
    ['YEN', 'JPY'],
    ['JAPANESE YEN', 'JPY'],
    ['POUND STERLING', 'GBP'],
    ['POUNDS STERLING', 'GBP'],
    [' US  Dollar ', 'USD'],
    ['RIYAL', 'SAR'],
    ['SDR', 'XDR'],
    ['COWRIE', 'COWRIE'],
  ])('reads %j as %s', (name, code) =>
    expect(observedLines(cbn, URL, `[${named(name)}]`)).toEqual([`2026-05-21 1 ${code}/NGN mid 1.2 bid 1.1 ask 1.3`]),
  );

  it.each([
    ['that is truncated', `[${named('EURO')},`, 'reached end of input'],
    ['without its central rates', `[${named('EURO').replace('centralrate', 'midrate')}]`, 'centralrate'],
    ['without its dates', `[${named('EURO').replace('ratedate', 'date')}]`, 'ratedate'],
    ['that is a web page', '<html>Service unavailable</html>', 'JSON value expected'],
  ])('refuses a document %s', (_, body, fault) => expect(() => observedLines(cbn, URL, body)).toThrow(fault));

  it('leaves out a naira in nairas and a misspelt peso', () => {
    expect(observedLines(cbn, URL, `[${named('NAIRA')},${named('POESO')}]`)).toEqual([]);
  });

  it('requests the list of the last weeks, and the whole archive for a span', () => {
    const span = { from: parseIsoDate('2026-05-18'), to: parseIsoDate('2026-05-19') };
    expect(cbn.feeds.flatMap((feed) => feed.latest(span.to, {})).map(({ url }) => url)).toEqual([`${URL}GRAPH`]);
    expect(cbn.feeds.flatMap((feed) => feed.between?.(span, {}) ?? []).map(({ url }) => url)).toEqual([URL]);
  });
});
