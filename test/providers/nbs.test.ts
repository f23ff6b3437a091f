import { describe, expect, it } from 'vitest';
import { nbs } from '../../generator/providers/nbs.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

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
  ])('%s: %s', async (file, line) => expect(await readRecordedLines(nbs, file)).toContain(line));
});

const ADDRESS = 'https://webappcenter.nbs.rs/ExchangeRateWebApp/ExchangeRate/IndexByDate';
const MIDDLE_FILE = `${ADDRESS} (list type middle rate)`;
const SIDES_FILE = `${ADDRESS} (list type foreign exchange)`;
const CASH_FILE = `${ADDRESS} (list type foreign cash)`;
const file = (type: string, ...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Exchange_Rates_List><header><No>252</No><Date>31.12.2015</Date><Type>${type}</Type>` +
  `</header>${items.join('')}</Exchange_Rates_List>`;
const item = (number: string, code: string, unit: string, figures: string) =>
  `<Item><Code>${number}</Code><Country>x</Country><Currency>${code}</Currency><Unit>${unit}</Unit>${figures}</Item>`;
const OFFICIAL = 'OFFICIAL MIDDLE EXCHANGE RATE OF THE DINAR';
const MARK = item('280', 'DEM', '1', '<Middle_Rate>62.1864</Middle_Rate>');
const YEN = item('392', 'JPY', '100', '<Buying_Rate>92.1228</Buying_Rate><Selling_Rate>92.6772</Selling_Rate>');

const page = (number: number) => `${ADDRESS}?isSearchExecuted=true&Date=14.08.2026.&ExchangeRateListTypeID=${number}`;
const cells = (tag: string, ...texts: string[]) =>
  `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
const html = (day: string, ...rows: string[]) =>
  `<!DOCTYPE html><html><body><h6> &#x41D;&#x410; &#x414;&#x410;&#x41D; ${day} &#x413;&#x41E;&#x414;&#x418;&#x41D;&#x415;</h6>` +
  `<table>${rows.join('')}</table></body></html>`;
const TITLES = ['ОЗНАКА ВАЛУТЕ', 'ШИФРА ВАЛУТЕ', 'НАЗИВ ЗЕМЉЕ', 'ВАЖИ ЗА'];
const MIDDLE_HEAD = cells('th', ...TITLES, 'СРЕДЊИ КУРС');
const SIDES_HEAD = cells('th', ...TITLES, 'КУПОВНИ ЗА ДЕВИЗЕ', 'ПРОДАЈНИ ЗА ДЕВИЗЕ');
const PAGE_YEN = cells('td', 'JPY', '392', '&#x408;&#x430;&#x43F;&#x430;&#x43D;', '100', '68,9012');
const PAGE_EURO = cells('td', 'EUR', '978', 'ЕМУ', '1', '116,9913', '117,6953');
const EMPTY_PAGE = '<!DOCTYPE html><html><body><h6>Нема података</h6></body></html>';

describe('NBS', () => {
  it.each([
    [
      'the mark by its code, not its old number',
      MIDDLE_FILE,
      file(OFFICIAL, MARK),
      ['2015-12-31 1 DEM/RSD mid 62.1864'],
    ],
    [
      'a mid rate for as many units as it says',
      MIDDLE_FILE,
      file(OFFICIAL, item('348', 'HUF', '100', '<Middle_Rate>38.7406</Middle_Rate>')),
      ['2015-12-31 100 HUF/RSD mid 38.7406'],
    ],
    ['buying and selling', SIDES_FILE, file('devize', YEN), ['2015-12-31 100 JPY/RSD bid 92.1228 ask 92.6772']],
    [
      'the page, decimal commas',
      page(3),
      html('14.8.2026.', MIDDLE_HEAD, PAGE_YEN),
      ['2026-08-14 100 JPY/RSD mid 68.9012'],
    ],
    [
      'its two sides',
      page(1),
      html('14.8.2026.', SIDES_HEAD, PAGE_EURO),
      ['2026-08-14 1 EUR/RSD bid 116.9913 ask 117.6953'],
    ],
    ['a page without a list', page(3), EMPTY_PAGE, []],
  ])('%s', (_, url, body, lines) => expect(observedLines(nbs, url, body)).toEqual(lines));

  it('has nothing to say of banknotes, whose prices are wider', () => {
    const feed = nbs.feeds.find(({ matches }) => matches.test(CASH_FILE));
    const isSilent = (type: string) => {
      const answer = {
        request: { method: 'GET', url: CASH_FILE },
        bytes: Buffer.from(file(type, YEN)),
        contentType: '',
      } as const;
      return feed?.isSilent?.(feed.schema.parse(feed.read(answer)));
    };
    expect([isSilent('efektiva'), isSilent('devize')]).toEqual([true, false]);
  });

  it.each([
    ['another list under the address of the middle rates', MIDDLE_FILE, file('devize', YEN)],
    ['an unknown list', SIDES_FILE, file('ceklovna', YEN)],
    ['a renamed unit', MIDDLE_FILE, file(OFFICIAL, MARK.replaceAll('Unit', 'Units'))],
    ['renamed items', MIDDLE_FILE, file(OFFICIAL, MARK.replaceAll('Item', 'item'))],
    ['a file cut in the middle', MIDDLE_FILE, file(OFFICIAL, MARK).slice(0, -40)],
    ['the page of another list', page(3), html('14.8.2026.', SIDES_HEAD, PAGE_EURO)],
    ['a page without titles', page(3), html('14.8.2026.', PAGE_YEN)],
    ['a page without its day', page(3), html('', MIDDLE_HEAD, PAGE_YEN)],
    ['a page cut within the table', page(3), html('14.8.2026.', MIDDLE_HEAD, PAGE_YEN, PAGE_YEN).slice(0, -60)],
    ['a day without a table', page(3), html('14.8.2026.').replaceAll(/<\/?table>/g, '')],
  ])('refuses %s', (_, url, body) => expect(() => observedLines(nbs, url, body)).toThrow());

  it('asks for the pages of the working days, with the full stop that the bank writes after a year', () => {
    const span = { from: parseIsoDate('2026-08-14'), to: parseIsoDate('2026-08-17') };
    const urls = nbs.feeds.map((feed) => feed.between?.(span, {}).map(({ url }) => url));
    expect(urls).toEqual([
      [page(3), page(3).replace('14.08', '17.08')],
      [page(1), page(1).replace('14.08', '17.08')],
      [],
      [],
    ]);
  });
});
