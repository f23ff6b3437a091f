import { describe, expect, it } from 'vitest';
import type { FeedRequest } from '../../generator/feeds/provider.ts';
import { boja } from '../../generator/providers/boja.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

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
  ])('%s', async (line) => expect(await readRecordedLines(boja, file)).toContain(line));
});

const URL = 'https://boj.org.jm/wp-admin/admin-ajax.php?action=get_wdtable&table_id=134';
const table = (...rows: readonly string[][]) => JSON.stringify({ draw: 1, recordsTotal: `${rows.length}`, data: rows });
const read = (body: string) => observedLines(boja, URL, body, 'text/html; charset=UTF-8');
const DOLLAR = ['20 Mar 2026', 'U.S. DOLLAR', '156.6010', '148.7700', '128.7700', '158.6594'];

describe('BOJA', () => {
  it.each([
    ['transfers, neither notes nor coins', DOLLAR, ['2026-03-20 1 USD/JMD bid 156.6010 ask 158.6594']],
    [
      'a name with a blank behind it',
      ['02 Mar 2026', 'DOMINICAN REP. PESO ', '2.5355', '2.2800', '0.0000', '2.6059'],
      ['2026-03-02 1 DOP/JMD bid 2.5355 ask 2.6059'],
    ],
    [
      'the pound of Belfast, which is sterling and no currency',
      ['02 Mar 2026', 'NORTHERN IRELAND POUND', '229.4062', '206.4700', '0.0000', '235.7700'],
      [],
    ],
    [
      'one side of two',
      ['02 Mar 2026', 'EURO', '0.0000', '0.0000', '0.0000', '188.2596'],
      ['2026-03-02 1 EUR/JMD ask 188.2596'],
    ],
    ['no side', ['02 Mar 2026', 'EURO', '0.0000', '170.5800', '0.0000', '0.0000'], []],
    [
      'a name that we do not know is left as it stands',
      ['02 Mar 2026', 'CUBAN PESO', '1.0', '0.9', '0.0', '1.1'],
      ['2026-03-02 1 CUBAN PESO/JMD bid 1.0 ask 1.1'],
    ],
  ])('%s', (_, row, lines) => expect(read(table(row))).toEqual(lines));

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
  ])('%j is %s', (name, code) => {
    const cells = ['20 Mar 2026', name, '1.5000', '1.4000', '1.3000', '1.6000'];
    expect(read(table(cells))).toEqual([`2026-03-20 1 ${code}/JMD bid 1.5000 ask 1.6000`]);
  });

  it('states the newest days of twenty years, and all of them where a span is asked for', () => {
    const body = table(['03 Jan 2006', ...DOLLAR.slice(1)], DOLLAR, ['17 Feb 2026', ...DOLLAR.slice(1)]);
    const [feed] = boja.feeds;
    const datesOf = (requests: readonly FeedRequest[] = []) =>
      requests.map((request) => {
        const answer = { request, bytes: Buffer.from(body), contentType: 'text/html' };
        return [...(feed?.observe(feed.schema.parse(feed.read(answer)), answer) ?? [])].map(({ date }) => date);
      });
    const span = { from: parseIsoDate('2006-01-01'), to: parseIsoDate('2006-01-31') };
    expect(datesOf(feed?.latest(span.to, {}))).toEqual([['2026-03-20', '2026-02-17']]);
    expect(datesOf(feed?.between?.(span, {}))).toEqual([['2006-01-03', '2026-03-20', '2026-02-17']]);
  });

  it.each([
    ['another number of columns', table(DOLLAR.slice(0, 5))],
    ['a figure that is none', table([...DOLLAR.slice(0, 5), 'N/A'])],
    ['the month before the day', table(['Mar 20 2026', ...DOLLAR.slice(1)])],
    ['the answer to a token that has run out', '0'],
    ['a renamed field', table(DOLLAR).replace('data', 'rows')],
    ['a document that was cut off', table(DOLLAR).slice(0, -3)],
  ])('refuses %s', (_, body) => expect(() => read(body)).toThrow());

  it('takes the token of the page and sends it in the body', () => {
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
    expect(() => feed?.session?.toKeys(page('<p>Closed</p>'))).toThrow();
    expect(feed?.latest(parseIsoDate('2026-03-23'), keys).map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', URL, 'draw=1&start=0&length=-1&wdtNonce=5f'],
    ]);
  });
});
