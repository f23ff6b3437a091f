import { describe, expect, it } from 'vitest';
import { rbf } from '../../generator/sources/providers/rbf.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { cells, fixtures } from './fixtures/rbf.ts';

describe.skipIf(!recordingsAreThere('RBF, as recorded'))('RBF, as recorded', () => {
  const FILE = 'exchange-rates-daily-2026-05.xlsx';

  it('has eight currencies on each of five days', async () =>
    expect(countsOf(await readRecordedLines(rbf, FILE))).toEqual(
      ['18', '19', '20', '21', '22'].map((day) => `2026-05-${day}: 8`),
    ));

  it.each([
    '2026-05-18 1 FJD/XDR mid 0.328656',
    '2026-05-18 1 FJD/GBP mid 0.3375',
    '2026-05-18 1 FJD/JPY mid 71.35',
    '2026-05-19 1 FJD/EUR mid 0.3865',
    '2026-05-22 1 FJD/NZD mid 0.7663',
    '2026-05-22 1 FJD/AUD mid 0.6296',
  ])('states %s', async (line) => expect(await readRecordedLines(rbf, FILE)).toContain(line));
});

const [{ url }] = fixtures;

/** The fixture with its cells changed. */
const changed = (edit: (rows: string[][]) => string[][]) =>
  xlsx(Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, edit(rows.map((row) => [...row]))])));

describe('RBF', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'columns in another order',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'US$' ? 'NZD' : cell)))),
      'the column names',
    ],
    [
      'another title',
      changed((rows) =>
        rows.map((row) => row.map((cell) => (cell === '(RBF Mid-Rate Per Fiji Dollar)' ? '(Fiji Dollars)' : cell))),
      ),
      'RBF Mid-Rate',
    ],
    [
      'a day in words',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === '46160' ? '18 May' : cell)))),
      'not a day: "18 May"',
    ],
    ['a sheet under another name', xlsx({ Rates: cells['Exchange Rates'] }), 'DAILY EXCHANGE RATES'],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(rbf, url, body)).toThrow(fault));

  it('is read on Sunday evening by UTC, when the list of Monday is out in Fiji', async () => {
    const behave: Behaviour = ({ url: asked }, response) => {
      if (asked.pathname.includes('/statistics/')) return `<a href="${url}">8.8</a>`;
      response.end(xlsx(cells));
      return undefined;
    };
    const { lines, failures } = await ask('RBF', behave, { today: '2026-05-17' });
    expect([lines.includes('2026-05-18 1 FJD/USD mid 0.4497'), failures]).toEqual([true, []]);
  });

  it('takes the address from the page, because each upload has another one', () => {
    const page = '<a href="https://www.rbf.gov.fj/wp-content/uploads/2026/06/8.8-Exchange-Rates-Daily-11.xlsx">8.8</a>';
    const request = { method: 'GET', url: 'https://www.rbf.gov.fj/' } as const;
    const answer = { request, bytes: Buffer.from(page), contentType: 'text/html' };
    const [feed] = rbf.feeds;
    const [asked] = feed?.latest(parseIsoDate('2026-06-10'), feed.session?.toKeys(answer) ?? {}) ?? [];
    expect(asked?.url).toBe('https://www.rbf.gov.fj/wp-content/uploads/2026/06/8.8-Exchange-Rates-Daily-11.xlsx');
    expect(() => feed?.session?.toKeys({ ...answer, bytes: Buffer.from('<a href="/">') })).toThrow(
      'nothing in the answer',
    );
  });
});
