import { describe, expect, it } from 'vitest';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { bota } from '../../generator/sources/providers/bota.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';

describe.skipIf(!recordingsAreThere('BOTA, as recorded'))('BOTA, as recorded', () => {
  const file = 'previous-rates.html';
  it('states 38 currencies and gold on each of five days', async () => {
    const days = ['2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28'];
    expect(countsOf(await readRecordedLines(bota, file))).toEqual(days.map((day) => `${day}: 39`));
  });

  it.each([
    '2026-03-28 1 AED/TZS mid 701.6571 bid 698.1663 ask 705.148',
    '2026-03-28 1 IRR/TZS mid 0.002 bid 0.0019 ask 0.002',
    '2026-03-27 1 USD/TZS mid 2574.4916 bid 2561.6832 ask 2587.3',
    '2026-03-27 1 XAU/TZS mid 11433729.04 bid 11376844.82 ask 11490613.27',
    '2026-03-26 1 KWD/TZS mid 8385.617 bid 8343.8975 ask 8427.3365',
    '2026-03-25 1 XDR/TZS mid 3509.6123 bid 3492.1516 ask 3527.0731',
    '2026-03-24 1 JPY/TZS mid 16.2674 bid 16.1865 ask 16.3484',
    '2026-03-24 1 MZM/TZS mid 40.0005 bid 39.8015 ask 40.1995',
    '2026-03-24 1 ZAR/TZS mid 153.5349 bid 152.7711 ask 154.2988',
  ])('states %s', async (line) => expect(await readRecordedLines(bota, file)).toContain(line));
});

const cells = (tag: 'td' | 'th', texts: readonly string[]) =>
  `<tr>${texts.map((text) => `<${tag} style="text-align:right">${text}</${tag}>`).join('\n')}</tr>`;
const HEADER = cells('th', ['S/NO', 'Currency', 'Buying', 'Selling', 'Mean', 'Transaction Date']);
const row = (label: string, buying: string, selling: string, mean: string, day: string) =>
  cells('td', ['1', label, buying, selling, mean, day]);
const page = (...rows: string[]) =>
  `<html><body><table class="dataTable"><thead>${HEADER}</thead><tbody>${rows.join('')}</tbody>` +
  `<tfoot>${HEADER}</tfoot></table></body></html>`;
const FORM = 'https://www.bot.go.tz/ExchangeRate/previous_rates';
const read = (body: string) => observedLines(bota, FORM, body);

const DOLLAR = row('USD', '2,564.5743', '2,590.22', '2,577.3971', '28-Mar-26');

describe('BOTA', () => {
  it.each([
    ['a guilder after its end', row('NLG', '1026.4456', '1036.71', '1031.5778', '28-Mar-26')],
    ['a dollar of Zimbabwe after its end', row('ZWD', '6.7312', '6.7985', '6.7648', '28-Mar-26')],
    ['a convertible peso of 1/24 dollar', row('CUC', '106.8573', '107.9258', '107.3915', '28-Mar-26')],
    ['a row without a price', row('XYZ', '0', '0.0000', '0', '28-Mar-26')],
  ])('leaves out %s', (_, rows) => expect(read(page(rows))).toEqual([]));

  // 40.0005 shillings, at 2580.83 for a dollar, mean 64.52 meticais to the dollar: an old one was a thousandth of that.
  it('means the new currencies by MZM and ZMK', () => {
    const rows = readRedenominations().filter(({ provider }) => provider === 'BOTA');
    expect(rows.map(({ code, from, currency }) => [code, from, currency])).toEqual([
      ['MZM', '2006-07-01', 'MZN'],
      ['ZMK', '2013-01-01', 'ZMW'],
    ]);
  });

  it.each([
    [
      'columns in another order',
      page(DOLLAR).replaceAll('Buying', 'x').replaceAll('Selling', 'Buying'),
      'neither six cells',
    ],
    ['a two-digit year that could be a day', page(row('USD', '1.0', '1.2', '1.1', '26-03-28')), 'must match pattern'],
    ['another number of columns', page(cells('td', ['1', 'USD', '1.0', '1.2', '1.1'])), 'neither six cells'],
    ['a truncated page', page(DOLLAR).slice(0, -60), 'table'],
    [
      'a page without a table',
      '<html><body>The anti-forgery token could not be decrypted.</body></html>',
      'expected array',
    ],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));

  it('reads the token and the cookie of the form, and sends them back in the body and in a header', () => {
    const [feed] = bota.feeds;
    const form =
      '<form><input name="SearchText" value="x"></form><form>' +
      '<input name="__RequestVerificationToken" type="hidden" value="UKpe_-1" /></form>';
    const answer = (body: string, cookies: readonly string[]) => ({
      request: { method: 'GET' as const, url: FORM },
      bytes: Buffer.from(body),
      contentType: 'text/html',
      cookies,
    });
    const keys = feed?.session?.toKeys(answer(form, ['__RequestVerificationToken=zz9', 'lang=en'])) ?? {};
    expect(() => feed?.session?.toKeys(answer('<form></form>', []))).toThrow('__RequestVerificationToken');
    const span = { from: parseIsoDate('2026-03-24'), to: parseIsoDate('2026-04-25') };
    expect(feed?.between?.(span, keys).map(({ url, headers, body }) => [url, headers?.cookie, body])).toEqual([
      [
        FORM,
        '__RequestVerificationToken=zz9; lang=en',
        '__RequestVerificationToken=UKpe_-1&dateFrom=03%2F24%2F2026&dateTo=04%2F23%2F2026',
      ],
      [
        FORM,
        '__RequestVerificationToken=zz9; lang=en',
        '__RequestVerificationToken=UKpe_-1&dateFrom=04%2F24%2F2026&dateTo=04%2F25%2F2026',
      ],
    ]);
  });
});
