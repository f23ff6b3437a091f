import { describe, expect, it } from 'vitest';
import { Witnesses } from '../../generator/rates/quarantine/witnesses.ts';
import { codesOf, readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { bm } from '../../generator/sources/providers/bm.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { observedLines, readRecordedLines, toLine } from '../support/banks/feeds.ts';
import { linesPdf } from '../support/banks/pdfs.ts';
import { readRecording, recordingsAreThere } from '../support/banks/recordings.ts';
import { readStatement } from '../support/faults/outcome.ts';
import { fixtures, lines } from './fixtures/bm.ts';

const [{ url, body }] = fixtures;
const [feed] = bm.feeds;
const page = (html: string) => ({
  request: { method: 'GET', url: 'https://www.bancomoc.mz/' } as const,
  bytes: Buffer.from(html),
  contentType: 'text/html; charset=utf-8',
});
const asked = (keys: Readonly<Record<string, string>>) =>
  (feed?.latest(parseIsoDate('2026-09-09'), keys) ?? []).map((request) => request.url);

describe.skipIf(!recordingsAreThere('BM, as recorded'))('BM, as recorded', () => {
  it('has every figure of its bulletin, but for Zimbabwe and the yuan traded abroad', async () =>
    expect(await readRecordedLines(bm, 'boletim-2026-09-02.pdf')).toEqual([
      '2026-09-02 1 USD/MZN mid 63.91 bid 63.27 ask 64.54',
      '2026-09-02 1 ZAR/MZN mid 3.97 bid 3.93 ask 4.01',
      '2026-09-02 1 BWP/MZN mid 5.02 bid 4.97 ask 5.07',
      '2026-09-02 1 SZL/MZN mid 3.97 bid 3.93 ask 4.01',
      '2026-09-02 1 MUR/MZN mid 1.36 bid 1.34 ask 1.37',
      '2026-09-02 1 ZMW/MZN mid 3.36 bid 3.33 ask 3.40',
      '2026-09-02 1000 JPY/MZN mid 400.51 bid 396.53 ask 404.49',
      '2026-09-02 1000 MWK/MZN mid 37.22 bid 36.85 ask 37.59',
      '2026-09-02 1000 TZS/MZN mid 24.25 bid 24.01 ask 24.49',
      '2026-09-02 1 BRL/MZN mid 12.39 bid 12.27 ask 12.51',
      '2026-09-02 1 CAD/MZN mid 45.93 bid 45.47 ask 46.38',
      '2026-09-02 1 CNY/MZN mid 9.51 bid 9.41 ask 9.60',
      '2026-09-02 1 DKK/MZN mid 9.90 bid 9.80 ask 10.00',
      '2026-09-02 1 GBP/MZN mid 86.12 bid 85.26 ask 86.97',
      '2026-09-02 1 NOK/MZN mid 6.84 bid 6.77 ask 6.91',
      '2026-09-02 1 SEK/MZN mid 6.63 bid 6.56 ask 6.69',
      '2026-09-02 1 CHF/MZN mid 78.46 bid 77.68 ask 79.24',
      '2026-09-02 1 EUR/MZN mid 74.01 bid 73.27 ask 74.74',
    ]));

  it('is found by two pages: one links the list of these years, and that links the bulletins', () => {
    const listing = feed?.session?.linked?.toRequest(page(readRecording('BM/mercado-cambial.html')));
    expect(listing?.url).toBe('https://www.bancomoc.mz/pt/tabelas-de-taxas-de-cambio-de-referencia-diarias/2026-2025/');
    expect(feed?.session?.linked?.matches.test(listing?.url ?? '')).toBe(true);
    const keys = feed?.session?.toKeys(page(readRecording('BM/2026-2025.html'))) ?? {};
    expect(Object.keys(keys)).toEqual(['2026-09-08', '2026-09-04', '2026-09-03', '2026-09-02', '2026-09-01']);
    expect(asked(keys)[3]).toBe(url);
  });
});

const changed = (from: string, to: string) => linesPdf(lines.map((line) => line.replace(from, to)));
const edited = (from: string | RegExp, to: string) =>
  Buffer.from(Buffer.from(body).toString('latin1').replace(from, to), 'latin1');

describe('BM', () => {
  it.each([
    ['a thousand and more', '  404,49', '1.404,49', '2026-09-02 1000 JPY/MZN mid 400.51 bid 396.53 ask 1404.49'],
    ['an accent that comes and goes', 'Àfrica', 'África', '2026-09-02 1 ZAR/MZN mid 3.97 bid 3.93 ask 4.01'],
    ['the old name', 'eSwatini   ', 'Swazilândia', '2026-09-02 1 SZL/MZN mid 3.97 bid 3.93 ask 4.01'],
    ['an unknown country', 'Japão   ', 'Noruegas', '2026-09-02 1000 Noruegas/MZN mid 400.51 bid 396.53 ask 404.49'],
  ])('reads a row with %s', (_, from, to, line) => expect(observedLines(bm, url, changed(from, to))).toContain(line));

  it('reads a bulletin without means, as they were until 2020', () => {
    const old = linesPdf(lines.map((line) => line.replace(/ +MÉDIA$|(?<=\d) +\d+,\d\d$/, '')));
    expect(observedLines(bm, url, old)).toEqual(fixtures[0].lines.map((line) => line.replace(/ mid \S+/, '')));
  });

  it.each<[string, Uint8Array, string]>([
    ['selling before buying', changed('COMPRA          VENDA ', 'VENDA           COMPRA'), 'the headings have changed'],
    ['a bulletin without its end', linesPdf(lines.slice(0, 17)), 'the headings have changed'],
    ['an unknown month', changed('Setembro', 'September'), 'not a day'],
    ['a PDF cut in the middle', body.subarray(0, 900), 'not a whole PDF'],
    ['a PDF that lost a byte', edited('BT 24.90', 'BT 4.90'), 'not have the length that it declares'],
    ['text that has no place of its own', edited(' 0 Tw', ' 1 Tw'), 'text in an unsupported form'],
    ['letters of another kind', edited('/WinAnsi', '/MacRoman'), 'text in an unsupported form'],
    ['a length that is nowhere', edited('\n5 0 obj', '\n9 0 obj'), 'object 5 of the PDF is not a number'],
    ['a stream packed in another way', edited('/Length 5 0 R', '/Filter /LZWDecode /Length 5 0 R'), 'no stream 4'],
  ])('refuses %s', (_, document, fault) => expect(() => observedLines(bm, url, document)).toThrow(fault));

  it('asks for the six newest bulletins of the list, in whatever order it has them', () => {
    const links = ['31082026', '01092026', '02092026', '28082026', '03092026', '27082026', '04092026'];
    const html = links.map((day) => `<a href="/media/abcdefgh/taxas-de-c&#226;mbio-do-dia-${day}.pdf">x</a>`).join('');
    const days = asked(feed?.session?.toKeys(page(html)) ?? {}).map((address) => address.slice(-12, -4));
    expect(days).toEqual(['04092026', '03092026', '02092026', '01092026', '31082026', '28082026']);
    expect(() => feed?.session?.toKeys(page('<a href="/"></a>'))).toThrow('links no bulletin');
  });

  it.each([
    ['a row that lost a cell', changed('Rand             3,93 ', 'Rand                  ')],
    ['a row that lost its mean', changed('      400,51', '')],
    ['a point in place of a comma', changed('73,27', '73.27')],
  ])('leaves out and names %s, and states all others', (_, document) => {
    if (feed === undefined) throw new Error('BM has no feed');
    const answer = { request: { method: 'GET', url } as const, bytes: document, contentType: 'application/pdf' };
    const recorded = { definition: bm, feed, answer, seen: '2026-09-02T13:53:41Z' };
    const world = { currencies: codesOf(readCurrencies()), redenominations: [], witnesses: new Witnesses([]) };
    const read = readStatement(recorded, document, world, false);
    expect(read?.odd).toEqual([expect.stringContaining('there is no figure')]);
    const stated = read?.statement.observations.map(toLine) ?? [];
    expect(stated).toHaveLength(fixtures[0].lines.length - 1);
    expect(fixtures[0].lines).toEqual(expect.arrayContaining(stated));
  });
});
