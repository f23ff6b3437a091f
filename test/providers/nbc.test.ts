import { describe, expect, it } from 'vitest';
import { nbc } from '../../generator/sources/providers/nbc.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { fixtures } from './fixtures/nbc.ts';

describe.skipIf(!recordingsAreThere('NBC, as recorded'))('NBC, as recorded', () => {
  it.each([
    ['exdate-2026-05-18.html', ['2026-05-18: 28']],
    ['exdate-2026-05-20.html', ['2026-05-20: 28']],
    ['latest-2026-05-25.html', ['2026-05-25: 28']],
  ])('%s has %j', async (file, counts) => expect(countsOf(await readRecordedLines(nbc, file))).toEqual(counts));

  it.each([
    ['exdate-2026-05-18.html', '2026-05-18 1 USD/KHR mid 4014'],
    ['exdate-2026-05-18.html', '2026-05-18 1 CHF/KHR mid 5135.00 bid 5109 ask 5161'],
    ['latest-2026-05-25.html', '2026-05-25 100 JPY/KHR mid 2543.00 bid 2530 ask 2556'],
    ['latest-2026-05-25.html', '2026-05-25 1000 LAK/KHR mid 185.00 bid 184 ask 186'],
    ['latest-2026-05-25.html', '2026-05-25 1 XDR/KHR mid 5528.50 bid 5501 ask 5556'],
    ['latest-2026-05-25.html', '2026-05-25 1 SAR/KHR mid 1078.00 bid 1073 ask 1083'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbc, file)).toContain(line));
});

const [{ url, body }] = fixtures;
const [feed] = nbc.feeds;

const NO_DATA = '<html><table><tr><td>There is no data available.</td></tr></table></html>';

describe('NBC', () => {
  it('is silent on a day off, whose page says so in words', () => {
    expect(feed?.isSilent?.({ page: NO_DATA, tables: [] })).toBe(true);
    expect(feed?.isSilent?.({ page: body, tables: [] })).toBe(false);
  });

  it('sends the token and the cookie of the page, and asks for the next day without them', () => {
    const request = { method: 'GET', url } as const;
    const answer = { request, bytes: Buffer.from(body), contentType: 'text/html', cookies: ['PHPSESSID=abc'] };
    const keys = feed?.session?.toKeys(answer) ?? {};
    const requests = feed?.latest(parseIsoDate('2026-05-22'), keys) ?? [];
    expect(requests[0]).toEqual({ method: 'GET', url });
    expect(requests[1]).toMatchObject({
      method: 'POST',
      url,
      body: 'exdate=2026-05-22&tk=0123456789abcdef&view=View',
      headers: { cookie: 'PHPSESSID=abc', referer: url },
    });
    expect(requests.slice(1).map((one) => one.body?.slice(7, 17))).toEqual([
      ...['2026-05-22', '2026-05-21', '2026-05-20', '2026-05-19', '2026-05-18', '2026-05-16'],
    ]);
    expect(() => feed?.session?.toKeys({ ...answer, bytes: Buffer.from('<html></html>') })).toThrow('name="tk"');
  });

  it('is asked with a new token for each day, and again after a 403 of its firewall', async () => {
    let [answers, valid, cookie] = [0, '', ''];
    const behave: Behaviour = ({ method, body: form, headers }, response) => {
      answers++;
      if (answers % 3 === 0) {
        response.writeHead(403).end('<html>Request blocked</html>');
        return undefined;
      }
      if (method === 'GET') {
        [valid, cookie] = [`t${answers}`, `PHPSESSID=${answers}`];
        response.writeHead(200, { 'set-cookie': `${cookie}; path=/` });
        response.end(body.replace('0123456789abcdef', valid));
        return undefined;
      }
      const day = new URLSearchParams(form).get('exdate') ?? '';
      const isOwn = headers.cookie === cookie && headers.referer === url && form.includes(`&tk=${valid}&`);
      valid = 'used';
      if (!isOwn) return '<html>no such form</html>';
      return day.endsWith('16') ? NO_DATA : body.replaceAll('2026-05-25', day);
    };
    const { lines, failures } = await ask('NBC', behave, { from: '2026-05-15', to: '2026-05-19' });
    expect(failures).toEqual([]);
    expect(lines.filter((line) => line.includes('USD'))).toEqual([
      '2026-05-15 1 USD/KHR mid 4025',
      '2026-05-18 1 USD/KHR mid 4025',
      '2026-05-19 1 USD/KHR mid 4025',
    ]);
  });

  it.each([
    ['a page without the dollar', body.replace('KHR / USD', 'KHR'), 'no official rate'],
    ['a page without a day', body.replace('<font>2026-05-25</font>', ''), 'not a day'],
    [
      'columns in another order',
      body.replace('<th>Bid</th><th>Ask</th>', '<th>Ask</th><th>Bid</th>'),
      'the column names',
    ],
    ['a pair that is not in riels', body.replace('AUD/KHR', 'KHR/AUD'), 'Invalid string'],
    ['a table without rates', body.replaceAll(/<tr><td>[^<]*<\/td><td>.*<\/tr>/g, ''), 'is empty'],
    ['a document cut within a table', body.slice(0, body.indexOf('228.50')), 'truncated'],
  ])('refuses %s', (_, changed, fault) => expect(() => observedLines(nbc, url, changed)).toThrow(fault));
});
