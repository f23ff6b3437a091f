import { describe, expect, it } from 'vitest';
import { cbk } from '../../generator/sources/providers/cbk.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('CBK, as recorded'))('CBK, as recorded', () => {
  const file = 'forex-table.json';
  it('states 21 currencies on each of 549 days, one of them twice', async () => {
    const days = countsOf(await readRecordedLines(cbk, file));
    expect([days.length, days[0], days.at(-1)]).toEqual([549, '2024-01-05: 21', '2026-03-19: 21']);
    expect(days.filter((day) => !day.endsWith(': 21'))).toEqual(['2025-11-28: 42']);
  });

  it.each([
    '2024-01-05 1 USD/KES mid 157.9012',
    '2024-01-05 100 JPY/KES mid 109.3764',
    '2024-07-02 1 SEK/KES mid 12.2016',
    '2025-11-28 1 KES/BIF mid 22.7501',
    '2026-03-19 1 KES/UGX mid 29.0900',
    '2026-03-19 1 KES/TZS mid 20.1100',
    '2026-03-19 1 KES/RWF mid 11.2600',
    '2026-03-19 1 AUD/KES mid 91.5800',
  ])('states %s', async (line) => expect(await readRecordedLines(cbk, file)).toContain(line));
});

const URL = 'https://www.centralbank.go.ke/wp-admin/admin-ajax.php?action=get_wdtable&table_id=193';
const table = (...rows: readonly string[][]) => JSON.stringify({ draw: 1, recordsTotal: `${rows.length}`, data: rows });
const read = (body: string) => observedLines(cbk, URL, body, 'text/html; charset=UTF-8');
const row = (name: string, figure: string) => ['05/01/2024', name, figure];

describe('CBK', () => {
  it.each([
    ['US DOLLAR', '1 USD/KES'],
    ['STG POUND', '1 GBP/KES'],
    ['EURO', '1 EUR/KES'],
    ['SA RAND', '1 ZAR/KES'],
    ['KES / USHS', '1 KES/UGX'],
    ['KES / TSHS', '1 KES/TZS'],
    ['KES / RWF', '1 KES/RWF'],
    ['KES / BIF', '1 KES/BIF'],
    ['AE DIRHAM', '1 AED/KES'],
    ['CAN $', '1 CAD/KES'],
    ['S FRANC', '1 CHF/KES'],
    ['JPY (100)', '100 JPY/KES'],
    ['SW KRONER', '1 SEK/KES'],
    ['NOR KRONER', '1 NOK/KES'],
    ['DAN KRONER', '1 DKK/KES'],
    ['IND RUPEE', '1 INR/KES'],
    ['HONGKONG DOLLAR', '1 HKD/KES'],
    ['SINGAPORE DOLLAR', '1 SGD/KES'],
    ['SAUDI RIYAL', '1 SAR/KES'],
    ['CHINESE YUAN', '1 CNY/KES'],
    ['AUSTRALIAN $', '1 AUD/KES'],
    ['HONGKONG $', '1 HKD/KES'],
    ['SINGAPORE $', '1 SGD/KES'],
    ['S. AFRICAN RAND', '1 ZAR/KES'],
    ['UAE DIRHAM', '1 AED/KES'],
    ['SWISS FRANC', '1 CHF/KES'],
    ['KES/USHS', '1 KES/UGX'],
    ['JPY(100)', '100 JPY/KES'],
    ['JPY (1)', '1 JPY (1)/KES'],
  ])('reads %s as %s', (name, pair) =>
    expect(read(table(row(name, '1.5000')))).toEqual([`2024-01-05 ${pair} mid 1.5000`]),
  );

  it('states a repeated row twice, and leaves it to collect to drop equal rows', () => {
    expect(read(table(row('EURO', '172.7439'), row('EURO', '172.7439')))).toHaveLength(2);
  });

  it.each([
    ['another number of columns', table([...row('EURO', '172.7439'), '173.1']), 'expected array to have <=3 items'],
    ['a renamed field', table(row('EURO', '172.7439')).replace('data', 'rows'), 'data'],
    ['a truncated document', table(row('EURO', '172.7439')).slice(0, -3), 'end of array'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('leaves out a row without a name', () => {
    expect(read(table(row(' ', '172.7439'), row('EURO', '172.7439')))).toEqual(['2024-01-05 1 EUR/KES mid 172.7439']);
  });

  it('requests the newer table each night, and for a span the tables in which its days are', () => {
    const newest = cbk.feeds.flatMap((feed) => feed.latest(parseIsoDate('2026-03-20'), {}));
    expect(newest.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', URL, 'draw=1&start=0&length=-1'],
    ]);
    const tablesOf = (from: string, to: string) =>
      cbk.feeds
        .flatMap((feed) => feed.between?.({ from: parseIsoDate(from), to: parseIsoDate(to) }, {}) ?? [])
        .map(({ url }) => url.slice(-3));
    expect(tablesOf('2026-03-20', '2026-03-20')).toEqual(['193']);
    expect(tablesOf('2012-05-23', '2012-05-23')).toEqual(['=32']);
    expect(tablesOf('2003-09-12', '2026-03-20')).toEqual(['193', '=32']);
  });
});
