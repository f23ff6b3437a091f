import { describe, expect, it } from 'vitest';
import { nbs } from '../../generator/sources/providers/nbs.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { fixtures } from './fixtures/nbs.ts';

const [MIDDLE, EXCHANGE] = ['middle-2015-12-31.xml', 'foreign-exchange-2015-12-31.xml'];

describe.skipIf(!recordingsAreThere('NBS, as recorded'))('NBS, as recorded', () => {
  it.each([
    [MIDDLE, ['2015-12-31: 30']],
    [EXCHANGE, ['2015-12-31: 12']],
  ])('%s states %j', async (file, counts) => expect(countsOf(await readRecordedLines(nbs, file))).toEqual(counts));

  it.each([
    [MIDDLE, '2015-12-31 1 EUR/RSD mid 121.6261'],
    [MIDDLE, '2015-12-31 100 HUF/RSD mid 38.7406'],
    [MIDDLE, '2015-12-31 1 DEM/RSD mid 62.1864'],
    [MIDDLE, '2015-12-31 100 ITL/RSD mid 6.2815'],
    [MIDDLE, '2015-12-31 1 XDR/RSD mid 154.2837'],
    [EXCHANGE, '2015-12-31 1 EUR/RSD bid 121.2612 ask 121.9910'],
    [EXCHANGE, '2015-12-31 1 USD/RSD bid 110.9131 ask 111.5805'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(nbs, file)).toContain(line));
});

const [middlePage, sidesPage, middle, sides] = fixtures;
const EMPTY_PAGE =
  '<!DOCTYPE html><html><body><form method="get"><select name="ExchangeRateListTypeID"></select></form>' +
  '<h6>Нема података</h6></body></html>';

describe('NBS', () => {
  it('reads the day of a page that writes it in character references', () => {
    const referred = middlePage.body.replace('НА ДАН', '&#x41D;&#x410; &#x414;&#x410;&#x41D;');
    expect(observedLines(nbs, middlePage.url, referred)).toEqual(middlePage.lines);
  });

  it('reads no figure from a page without a list', () => {
    expect(observedLines(nbs, middlePage.url, EMPTY_PAGE)).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['a firewall page', '<html><title>Request Rejected</title><body>The requested URL was rejected.</body></html>'],
    ['a captcha', '<html><body><form><input name="captcha"></form></body></html>'],
    ['a notice', EMPTY_PAGE.replace(/<form.*<\/form>/, '')],
  ])('takes no holiday from an answer that is %s', (_, body) => {
    expect(() => observedLines(nbs, middlePage.url, body)).toThrow('Invalid input');
  });

  it.each([
    ['efektiva', true],
    ['devize', false],
  ])('takes a file of type %s for one without figures: %s', (type, isSilent) => {
    const url = sides.url.replace('foreign exchange', 'foreign cash');
    const feed = nbs.feeds.find(({ matches }) => matches.test(url));
    const bytes = Buffer.from(sides.body.replace('devize', type));
    const answer = { request: { method: 'GET', url }, bytes, contentType: '' } as const;
    expect(feed?.isSilent?.(feed.schema.parse(feed.read(answer)))).toBe(isSilent);
  });

  it.each([
    ['another list under the address of the middle rates', middle, sides.body, 'OFFICIAL MIDDLE EXCHANGE RATE'],
    ['an unknown list', sides, sides.body.replace('devize', 'ceklovna'), '"Type"'],
    ['a renamed unit', middle, middle.body.replaceAll('Unit', 'Units'), '"Unit"'],
    ['renamed items', middle, middle.body.replaceAll('Item', 'item'), '"Item"'],
    ['a file cut in the middle', middle, middle.body.slice(0, -40), "doesn't have proper closing"],
    ['the page of another list', middlePage, sidesPage.body, 'the titles are not'],
    ['a page without titles', middlePage, middlePage.body.replace(/<tr><th>.*<\/tr>/, ''), 'the titles are not'],
    ['a page without its day', middlePage, middlePage.body.replace('14.8.2026.', ''), '"days"'],
    ['a page cut within the table', middlePage, middlePage.body.slice(0, -40), 'does not close a table'],
    ['a day without a table', middlePage, middlePage.body.replace(/<table>[\s\S]*<\/table>/, ''), '"tables"'],
  ])('refuses %s', (_, { url }, body, message) => expect(() => observedLines(nbs, url, body)).toThrow(message));

  it('asks for the pages of the working days, with the full stop that the bank writes after a year', () => {
    const span = { from: parseIsoDate('2026-08-14'), to: parseIsoDate('2026-08-17') };
    const urls = nbs.feeds.map((feed) => feed.between?.(span, {}).map(({ url }) => url));
    const pages = [middlePage, sidesPage].map(({ url }) => [url, url.replace('14.08', '17.08')]);
    expect(urls).toEqual([...pages, [], []]);
  });
});
