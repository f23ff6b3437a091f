import { describe, expect, it } from 'vitest';
import { readRedenominations } from '../../generator/sources/facts/redenominations.ts';
import { bcv } from '../../generator/sources/providers/bcv.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { type Cells, xls } from '../support/banks/workbooks.ts';
import { fixtures, october } from './fixtures/bcv.ts';

describe.skipIf(!recordingsAreThere('BCV, as recorded'))('BCV, as recorded', () => {
  it.each([
    ['2_1_2d23_smc.xls', 60, 1338, '2023-10-03: 23', '2024-01-02: 21'],
    ['2_1_2d24_smc.xls', 61, 1281, '2024-10-02: 21', '2025-01-02: 21'],
    ['2_1_2d25_smc.xls', 9, 189, '2025-10-02: 21', '2025-10-14: 21'],
  ])('%s has %i days and %i figures, from %s to %s', async (file, days, figures, first, last) => {
    const lines = await readRecordedLines(bcv, file);
    const counts = countsOf(lines);
    expect([counts.length, lines.length, counts[0], counts.at(-1)]).toEqual([days, figures, first, last]);
  });

  it.each([
    ['2_1_2d23_smc.xls', '2024-01-02 1 USD/VES bid 35.86940175 ask 35.9593'],
    ['2_1_2d23_smc.xls', '2024-01-02 1 JPY/VES bid 0.25369301 ask 0.25432883'],
    ['2_1_2d24_smc.xls', '2025-01-02 1 EUR/VES bid 53.9402184 ask 54.07540692'],
    ['2_1_2d25_smc.xls', '2025-10-13 1 USD/VES bid 194.76097725 ask 195.2491'],
    ['2_1_2d25_smc.xls', '2025-10-14 1 MXN/VES bid 10.66732916 ask 10.69406432'],
    ['2_1_2d25_smc.xls', '2025-10-14 1 CUC/VES bid 196.752486 ask 197.2456'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcv, file)).toContain(line));
});

const [{ url }] = fixtures;
const replaced = (from: string, to: string): Cells =>
  Object.fromEntries(
    Object.entries(october).map(([name, rows]) => [
      name,
      rows.map((row) => row.map((cell) => (cell === from ? to : cell))),
    ]),
  );
const page = (body: string) => ({
  request: { method: 'GET', url: 'https://www.bcv.org.ve/' } as const,
  bytes: Buffer.from(body),
  contentType: 'text/html',
});
const [feed] = bcv.feeds;
const namesOf = (requests: readonly { readonly url: string }[] = []) =>
  requests.map((one) => one.url.replace(/.*\//, ''));

describe('BCV', () => {
  it('leaves out the days before the zeros went, whose sheets say VES as well', () => {
    const lines = observedLines(bcv, url, xls(replaced('Fecha Valor: 13/10/2025', 'Fecha Valor: 01/10/2021')));
    expect(countsOf(lines)).toEqual(['2025-10-14: 5']);
  });

  it('means the Caribbean guilder by ANG since there is one', () => {
    const own = readRedenominations().filter(({ provider }) => provider === 'BCV');
    expect(own.map(({ code, from, currency }) => [code, from, currency])).toEqual([['ANG', '2025-03-31', 'XCG']]);
  });

  it.each<[string, Uint8Array, string]>([
    ['selling before buying', xls(replaced('Bs./M.E.', 'M.E./Bs.')), 'the headings have changed'],
    ['a sheet without a value date', xls(replaced('Fecha Valor: 14/10/2025', '14/10/2025')), 'not a day'],
    ['a dollar that is not worth one', xls(replaced('1', '1.0001')), 'not in their order'],
    ['a figure in words', xls(replaced('0.05017276', 'N/D')), 'not a figure: "N/D"'],
    ['a workbook cut in the middle', xls(october).subarray(0, 3000), 'truncated'],
  ])('refuses %s', (_, body, fault) => expect(() => observedLines(bcv, url, body)).toThrow(fault));

  it('takes the newest upload of each quarter from the page, and the plain name of one that the page does not have', () => {
    const keys = feed?.session?.toKeys(
      page(
        '<a href="/sites/default/files/EstadisticasGeneral/2_1_2c26_smc_3.xls">III</a>' +
          '<a href="https://www.bcv.org.ve/sites/default/files/EstadisticasGeneral/2_1_2c26_smc.xls">III</a>' +
          '<a href="/sites/default/files/EstadisticasGeneral/2_1_2b26_smc.xls">II</a>',
      ),
    );
    expect(namesOf(feed?.latest(parseIsoDate('2026-09-25'), keys ?? {}))).toEqual(['2_1_2c26_smc_3.xls']);
    expect(namesOf(feed?.latest(parseIsoDate('2026-10-02'), keys ?? {}))).toEqual([
      '2_1_2c26_smc_3.xls',
      '2_1_2d26_smc.xls',
    ]);
    expect(() => feed?.session?.toKeys(page('<a href="/"></a>'))).toThrow('links no workbook');
  });

  it('asks for a span by quarters, the one before the first day among them, and for none before 2021-10-04', () => {
    const span = { from: parseIsoDate('2023-10-05'), to: parseIsoDate('2024-01-02') };
    const names = ['2_1_2c23_smc_60.xls', '2_1_2d23_smc.xls', '2_1_2a24_smc.xls'];
    expect(namesOf(feed?.between?.(span, {}))).toEqual(names);
    const old = { from: parseIsoDate('2020-01-01'), to: parseIsoDate('2021-10-05') };
    expect(namesOf(feed?.between?.(old, {}))).toEqual(['2_1_2d21_smc.xls']);
    const before = { from: parseIsoDate('2020-01-01'), to: parseIsoDate('2020-02-05') };
    expect(feed?.between?.(before, {})).toEqual([]);
  });
});
