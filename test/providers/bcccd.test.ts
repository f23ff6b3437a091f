import { describe, expect, it } from 'vitest';
import { bcccd } from '../../generator/sources/providers/bcccd.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { ask } from '../support/banks/live-bank.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import type { Behaviour } from '../support/servers/internet.ts';
import { fixtures } from './fixtures/bcccd.ts';

describe.skipIf(!recordingsAreThere('BCCCD, as recorded'))('BCCCD, as recorded', () => {
  it.each([
    ['cours-de-change-rsc-2026-09-01_04.txt', ['2026-09-01: 21', '2026-09-02: 21', '2026-09-03: 21', '2026-09-04: 21']],
  ])('%s has the figures of %j', async (file, days) => {
    const counts = countsOf(await readRecordedLines(bcccd, file));
    expect(counts.length > 4 ? [counts.length, counts[0], counts.at(-1)] : counts).toEqual(days);
  });

  it.each([
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-01 1 USD/CDF mid 2263.57 bid 2212.52 ask 2314.62'],
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-02 1 JPY/CDF mid 14.15 bid 13.83 ask 14.47'],
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-03 1 EUR/CDF mid 2620.91 bid 2561.8 ask 2680.02'],
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-04 1 BIF/CDF mid 0.76 bid 0.74 ask 0.77'],
    ['cours-de-change-rsc-2026-09-01_04.txt', '2026-09-04 1 XAF/CDF mid 4 bid 3.91 ask 4.09'],
    ['cours-de-change-2026-09-02.html', '2026-09-02 1 EUR/CDF mid 2626.12'],
    ['cours-de-change-2026-09-03.html', '2026-09-03 1 XAF/CDF mid 4'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcccd, file)).toContain(line));
});

const [{ url: URL, body: WHOLE }] = fixtures;
const read = (body: string) => observedLines(bcccd, URL, body);

const [, , old] = fixtures;
const oldPage = (body: string) => observedLines(bcccd, old.url, body);

describe('BCCCD', () => {
  it('finds the histories among further lines of the data', () => {
    expect(read(`1:["$","title",null,{}]\n${WHOLE}2:"$Sreact.fragment"\n`)).toEqual(read(WHOLE));
  });

  it('reads the pages of the days of a span after the history, so that they win', async () => {
    const behave: Behaviour = ({ url, headers }, response) => {
      if (headers.rsc === '1') return WHOLE;
      if (url.pathname.endsWith('/2026-09-03')) return old.body.replace('1\u00a0980,6377', '2 264,0000');
      response.writeHead(404).end();
      return undefined;
    };
    const { lines, failures, asked } = await ask('BCCCD', behave, { from: '2026-09-03', to: '2026-09-07' });
    expect(failures).toEqual([]);
    expect(lines.filter((line) => line.startsWith('2026-09-03'))).toEqual([
      '2026-09-03 1 USD/CDF mid 2263.8 bid 2212.75 ask 2314.85',
      '2026-09-03 1 USD/CDF mid 2264.0000',
    ]);
    expect(asked.map(({ url }) => url.pathname.replace(/.*\//, ''))).toEqual([
      ...['cours-de-change', '2026-09-03', '2026-09-04', '2026-09-07'],
    ]);
  });

  it('takes a page without rows for a day without a list', () => {
    const empty = '<html><body><article><p>05 janvier 2021</p></article></body></html>';
    expect(bcccd.feeds[1]?.isSilent?.(empty)).toBe(true);
    expect(oldPage(empty)).toEqual([]);
  });

  it.each([
    ['a figure in another form', old.body.replace('1\u00a0980,6377', '1.980,6377'), 'not a figure: "1.980,6377"'],
    ['a row in another form', old.body.replace('<dd>', '<dt>'), '2021-02-24: a row in another form'],
    ['a page of another kind', '<html><body>captcha</body></html>', 'not a page of the bank'],
    ['half a page', old.body.slice(0, -20), 'the page was truncated'],
  ])('refuses %s in place of a day', (_, body, fault) => expect(() => oldPage(body)).toThrow(fault));

  it.each([
    ['a page without data', '<html><body>Cours de change</body></html>', 'there is no history'],
    ['a renamed field', WHOLE.replaceAll('"sell"', '"vente"'), 'buying without selling'],
    ['half a document', WHOLE.slice(0, 150), 'there is no history'],
  ])('refuses %s', (_, body, fault) => expect(() => read(body)).toThrow(fault));
});
