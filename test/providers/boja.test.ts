import { describe, expect, it } from 'vitest';
import { boja } from '../../generator/sources/providers/boja.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/boja.ts';

describe.skipIf(!recordingsAreThere('BOJA, as recorded'))('BOJA, as recorded', () => {
  const file = 'counter-rates-2026-03.json';
  it('states 16 currencies on each of 15 days', async () => {
    const days = countsOf(await readRecordedLines(boja, file));
    expect([days.length, days[0], days.at(-1)]).toEqual([15, '2026-03-02: 16', '2026-03-20: 16']);
    expect(days.filter((day) => !day.endsWith(': 16'))).toEqual([]);
  });

  it.each([
    '2026-03-02 1 AUD/JMD bid 109.0490 ask 112.0741',
    '2026-03-02 1 GIP/JMD bid 205.7265 ask 211.4335',
    '2026-03-02 1 GBP/JMD bid 209.1321 ask 213.3367',
    '2026-03-10 1 DOP/JMD bid 2.5363 ask 2.6043',
    '2026-03-13 1 KYD/JMD bid 187.3351 ask 192.6076',
    '2026-03-20 1 XCD/JMD bid 57.1304 ask 58.7627',
    '2026-03-20 1 USD/JMD bid 156.6010 ask 158.6594',
  ])('states %s', async (line) => expect(await readRecordedLines(boja, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const DOLLAR = '["20 Mar 2026","U.S. DOLLAR","156.6010","148.7700","128.7700","158.6594"]';
const read = (body: string) => observedLines(boja, URL, body, 'text/html; charset=UTF-8');
const withDollar = (row: string) => WHOLE.replace(DOLLAR, row);

describe('BOJA', () => {
  it.each([
    ['AUSTRALIAN DOLLAR', 'AUD'],
    ['BAHAMAS DOLLAR', 'BSD'],
    ['BARBADOS DOLLAR', 'BBD'],
    ['BELIZE DOLLAR', 'BZD'],
    ['CANADA DOLLAR', 'CAD'],
    ['CAYMAN DOLLAR', 'KYD'],
    ['DOMINICAN REP. PESO ', 'DOP'],
    ['E. C. DOLLAR', 'XCD'],
    ['EURO', 'EUR'],
    ['GIBRALTAR POUND', 'GIP'],
    ['GREAT BRITAIN POUND', 'GBP'],
    ['GUYANA DOLLAR', 'GYD'],
    ['HONG KONG DOLLAR', 'HKD'],
    ['JAPANESE YEN', 'JPY'],
    ['SWISS FRANC', 'CHF'],
    ['U.S. DOLLAR', 'USD'],
    ['CUBAN PESO', 'CUBAN PESO'],
  ])('reads %j as %s', (name, code) => {
    const lines = read(withDollar(DOLLAR.replace('U.S. DOLLAR', name)));
    expect(lines.at(-1)).toBe(`2026-03-20 1 ${code}/JMD bid 156.6010 ask 158.6594`);
  });

  it.each([
    ['another number of columns', withDollar(DOLLAR.replace(',"158.6594"', '')), '>=6 items'],
    ['the answer to an expired token', '0', 'expected object'],
    ['a renamed field', WHOLE.replace('data', 'rows'), '"data"'],
    ['a document that was cut off', WHOLE.slice(0, -3), 'reached end of input'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('takes the token from the page and sends it in the body', () => {
    const [feed] = boja.feeds;
    const page = (body: string) => ({
      request: { method: 'GET' as const, url: 'https://boj.org.jm/market/foreign-exchange/counter-rates/' },
      bytes: Buffer.from(body),
      contentType: 'text/html',
    });
    const input =
      '<input type="hidden" id="wdtNonceFrontendServerSide_134" name="wdtNonceFrontendServerSide_134" value="5f" />';
    const keys = feed?.session?.toKeys(page(input)) ?? {};
    expect(feed?.session?.request.url).toBe(page('').request.url);
    expect(() => feed?.session?.toKeys(page('<p>Closed</p>'))).toThrow('wdtNonceFrontendServerSide_134');
    expect(feed?.latest(parseIsoDate('2026-03-23'), keys).map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', URL, 'draw=1&start=0&length=-1&wdtNonce=5f'],
    ]);
  });
});
