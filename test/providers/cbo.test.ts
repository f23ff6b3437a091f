import { describe, expect, it } from 'vitest';
import { cbo } from '../../generator/sources/providers/cbo.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures, tableOf } from './fixtures/cbo.ts';

describe.skipIf(!recordingsAreThere('CBO, as recorded'))('CBO, as recorded', () => {
  it.each([
    [
      'export-USD-2026-06-01_04.html',
      ['01', '02', '03', '04'].map((day) => `2026-06-${day} 1 USD/OMR bid 0.384 ask 0.385`),
    ],
    ['export-XAU-2026-06-01_04.html', ['2026-06-01 1 XAU/OMR bid 1734.43 ask 1739.31']],
  ])('%s has %j', async (file, lines) => expect(await readRecordedLines(cbo, file)).toEqual(lines));
});

const [{ url, body }] = fixtures;
const read = (page: string) => observedLines(cbo, url, page, '', '');
const [feed] = cbo.feeds;
const row = (dated: string, buying: string, selling = buying) => [
  'USD',
  dated,
  'United States Dollar',
  '',
  buying,
  selling,
];

describe('CBO', () => {
  it.each([
    ['in order', ['01/06/2026 09:55:00 AM', '01/06/2026 12:05:00 PM']],
    ['in no order', ['01/06/2026 01:10:00 PM', '01/06/2026 12:40:00 PM']],
    ['of midnight', ['01/06/2026 09:00:00 AM', '01/06/2026 12:00:00 AM']],
  ])('takes the latest of a day’s revisions that are %s', (name, times) => {
    const figures = name === 'in order' ? ['0.383', '0.384'] : ['0.384', '0.383'];
    const rows = times.map((dated, index) => row(dated, `string;#${figures[index]}`));
    expect(read(tableOf(rows))).toEqual(['2026-06-01 1 USD/OMR bid 0.384 ask 0.384']);
  });

  it('has no figure for a price of 0, nor for a span of days off', () => {
    expect(read(tableOf([row('01/06/2026 10:00:00 AM', 'string;#0')]))).toEqual([]);
    expect(read(tableOf([]))).toEqual([]);
  });

  it.each([
    ['selling before buying', body.replace('Buying', 'Selling'), 'the column names'],
    ['a figure without its type', body.replace('string;#0.384', '0.384'), 'Invalid string'],
    ['a day in American order', body.replace('02/06/2026', '06/22/2026'), 'not a day'],
    ['an error page', '<html><body><table><tr><td>Sorry</td></tr></table></body></html>', 'the column names'],
    ['a table cut in the middle', body.slice(0, body.indexOf('02/06')), 'does not close a table'],
  ])('refuses %s', (_, page, fault) => expect(() => read(page)).toThrow(fault));

  it('sends the hidden fields and cookies of the form back, once for each currency', () => {
    const form =
      '<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEP+A==" />' +
      '<input type="hidden" name="__VIEWSTATEGENERATOR" id="__VIEWSTATEGENERATOR" value="BAB98CB3" />' +
      '<input type="hidden" name="__EVENTVALIDATION" id="__EVENTVALIDATION" value="/wEd" />' +
      '<select name="ctl00$ctl50$g_1$ctl00$ddCurrencyCodes" class="ddCurrencyCodes"></select>';
    const request = { method: 'GET', url } as const;
    const answer = { request, bytes: Buffer.from(form), contentType: 'text/html', cookies: ['a=1', 'b=2'] };
    const keys = feed?.session?.toKeys(answer) ?? {};
    const asked = feed?.latest(parseIsoDate('2026-06-04'), keys) ?? [];
    expect(asked).toHaveLength(48);
    expect(asked[0]?.headers?.cookie).toBe('a=1; b=2');
    expect(Object.fromEntries(new URLSearchParams(asked[45]?.body))).toEqual({
      ...{ __VIEWSTATE: '/wEP+A==', __VIEWSTATEGENERATOR: 'BAB98CB3', __EVENTVALIDATION: '/wEd' },
      ctl00$ctl50$g_1$ctl00$ddCurrencyCodes: 'XPT',
      ctl00$ctl50$g_1$ctl00$dateFrom: '25/05/2026',
      ctl00$ctl50$g_1$ctl00$dateTo: '04/06/2026',
      ctl00$ctl50$g_1$ctl00$btnExport: '',
    });
    expect(() => feed?.session?.toKeys({ ...answer, bytes: Buffer.from('<html>') })).toThrow('nothing in the answer');
  });
});
