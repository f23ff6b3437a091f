import { describe, expect, it } from 'vitest';
import { cbe } from '../../generator/sources/providers/cbe.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { cells, fixtures } from './fixtures/cbe.ts';

describe.skipIf(!recordingsAreThere('CBE, as recorded'))('CBE, as recorded', () => {
  const FILE = 'official-exchange-rates-2026-04-01_09.xlsx';

  it('has eighteen currencies on each of seven days, of which one is a Sunday', async () =>
    expect(countsOf(await readRecordedLines(cbe, FILE))).toEqual(
      ['01', '02', '05', '06', '07', '08', '09'].map((day) => `2026-04-${day}: 18`),
    ));

  it.each([
    '2026-04-09 1 USD/EGP bid 53.0734 ask 53.2067',
    '2026-04-08 1 USD/EGP bid 53.2558 ask 53.396',
    '2026-04-07 1 USD/EGP bid 54.648 ask 54.788',
    '2026-04-02 1 CNY/EGP bid 7.8706 ask 7.8914',
    '2026-04-01 1 CNY/EGP bid 7.79 ask 7.8118',
  ])('states %s', async (line) => expect(await readRecordedLines(cbe, FILE)).toContain(line));
});

const [{ url }] = fixtures;

/** The fixture with its cells changed. */
const changed = (edit: (rows: string[][]) => string[][]) =>
  xlsx(Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, edit(rows.map((row) => [...row]))])));

describe('CBE', () => {
  it.each<[string, Uint8Array, string]>([
    [
      'columns in another order',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === 'Buy' ? 'Sell' : cell)))),
      'Buy',
    ],
    [
      'words in place of a figure',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === '53.0734' ? 'N/A' : cell)))),
      'not a figure: "N/A"',
    ],
    [
      'a day in words',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === '46121' ? '09/04/2026' : cell)))),
      'not a day: "09/04/2026"',
    ],
    [
      'a row without a selling rate',
      changed((rows) => rows.map((row) => row.map((cell) => (cell === '53.396' ? '' : cell)))),
      'too_small',
    ],
    ['a workbook cut in the middle', xlsx(cells).subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(cbe, url, body)).toThrow(fault));

  it('sends the token and the cookie of the page with the names of all currencies', () => {
    const request = { method: 'GET', url: 'https://www.cbe.org.eg/' } as const;
    const page = '<input name="__RequestVerificationToken" type="hidden" value="CfDJ8" />';
    const [feed] = cbe.feeds;
    const keys = feed?.session?.toKeys({ request, bytes: Buffer.from(page), contentType: '', cookies: ['a=1', 'b=2'] });
    const [asked] = feed?.latest(parseIsoDate('2026-04-11'), keys ?? {}) ?? [];
    expect(asked?.headers).toMatchObject({ cookie: 'a=1; b=2' });
    expect(asked?.body).toMatch(/^__RequestVerificationToken=CfDJ8&DataSourceId=\w+&FallbackUrl=%2Fen%2F/);
    expect(asked?.body).toContain(
      '&FromDateRaw=01%2F04%2F2026&ToDateRaw=11%2F04%2F2026&SelectedSelectOptions=US+Dollar&',
    );
    expect(asked?.body?.split('SelectedSelectOptions')).toHaveLength(19);
  });

  it('passes a firewall that lets browsers through and rejects all others with status 200', async () => {
    const behave: Behaviour = ({ method, headers }, response) => {
      const site = 'https://www.cbe.org.eg';
      const isBrowser = headers.accept === '*/*' && /^Mozilla.*AppleWebKit.*Chrome/.test(headers['user-agent'] ?? '');
      if (isBrowser && method === 'GET') {
        response.setHeader('set-cookie', 'TS01=abc; Path=/');
        return '<input name="__RequestVerificationToken" type="hidden" value="CfDJ8" />';
      }
      const isOwn =
        headers.cookie === 'TS01=abc' && headers.origin === site && headers.referer?.startsWith(`${site}/en/`);
      if (isBrowser && isOwn) response.end(xlsx(cells));
      return isBrowser && isOwn ? undefined : '<html><title>Request Rejected</title></html>';
    };
    const { lines, failures, asked } = await ask('CBE', behave, { from: '2026-03-10', to: '2026-04-09' });
    expect([failures, asked.length, lines.length]).toEqual([[], 3, 4]);
  });
});
