import { describe, expect, it } from 'vitest';
import { bcbo } from '../../generator/sources/providers/bcbo.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { type Cells, xls } from '../support/banks/workbooks.ts';
import { fixtures, july, june, year } from './fixtures/bcbo.ts';

describe.skipIf(!recordingsAreThere('BCBO, as recorded'))('BCBO, as recorded', () => {
  it.each([
    ['daily-2026-06-10.xls', ['2026-06-10: 46']],
    ['daily-2026-06-11.xls', ['2026-06-11: 46']],
    ['daily-2026-07-13.xls', ['2026-07-13: 25']],
    ['daily-2026-07-14.xls', ['2026-07-14: 25']],
  ])('%s has %j', async (file, counts) => expect(countsOf(await readRecordedLines(bcbo, file))).toEqual(counts));

  it.each([
    ['yearly-2007.xls', 251, '2007-01-02', '2007-12-31'],
    ['yearly-2026.xls', 101, '2026-01-05', '2026-06-01'],
  ])('%s has the dollar of %i days from %s to %s', async (file, count, first, last) => {
    const days = countsOf(await readRecordedLines(bcbo, file));
    expect([days.length, days[0], days.at(-1)]).toEqual([count, `${first}: 1`, `${last}: 1`]);
  });

  it.each([
    ['daily-2026-06-10.xls', '2026-06-10 1 USD/BOB bid 6.86 ask 6.96'],
    ['daily-2026-06-10.xls', '2026-06-10 1 JPY/BOB mid 0.04278'],
    ['daily-2026-06-11.xls', '2026-06-11 1 XAU/USD mid 4082.56'],
    ['daily-2026-07-13.xls', '2026-07-13 1 USD/BOB mid 10.4'],
    ['daily-2026-07-14.xls', '2026-07-14 1 GBP/BOB mid 14.02281'],
    ['daily-2026-07-14.xls', '2026-07-14 1 XDR/USD mid 1.35904'],
    ['yearly-2007.xls', '2007-02-21 1 USD/BOB bid 7.9 ask 8'],
    ['yearly-2007.xls', '2007-12-31 1 USD/BOB bid 7.57 ask 7.67'],
  ])('%s states %s', async (file, line) => expect(await readRecordedLines(bcbo, file)).toContain(line));
});

const [{ url: daily }, , { url: yearly }] = fixtures;
const replaced = (cells: Cells, from: string, to: string) =>
  xls(
    Object.fromEntries(
      Object.entries(cells).map(([name, rows]) => [
        name,
        rows.map((row) => row.map((cell) => (cell === from ? to : cell))),
      ]),
    ),
  );

describe('BCBO', () => {
  it.each<[string, string, Uint8Array, string]>([
    [
      'a title without a day',
      daily,
      replaced(june, 'TABLA DE COTIZACIONES DEL 10 DE JUNIO      DE 2026', 'TABLA'),
      'not a day',
    ],
    [
      'an unknown month',
      daily,
      replaced(
        june,
        'TABLA DE COTIZACIONES DEL 10 DE JUNIO      DE 2026',
        'TABLA DE COTIZACIONES DEL 10 DE JUNE DE 2026',
      ),
      'not a day',
    ],
    [
      'bolivianos for another number of units',
      daily,
      replaced(june, 'TIPO DE CAMBIO EN Bs POR UNIDAD  DE MONEDA EXTRANJERA', 'TIPO DE CAMBIO EN Bs POR 100 UNIDADES'),
      'no column of bolivianos',
    ],
    ['a column of codes elsewhere', daily, replaced(june, 'MONEDA', 'SIGLA'), 'no column of bolivianos'],
    ['a dollar with one of its sides', daily, replaced(june, 'USD.VENTA', 'USD'), 'no dollar'],
    [
      'a dollar that is not official',
      daily,
      replaced(july, 'Tipo de Cambio Oficial (TCO) (Bs/USD)', 'Tipo de Cambio (Bs/USD)'),
      'no dollar',
    ],
    ['a year with the buying rate first', yearly, replaced(replaced2(year), 'X', 'VENTA'), 'VENTA and COMPRA'],
    ['a year without a month', yearly, replaced(year, 'JUNIO', 'JULIO'), 'two columns for each month'],
    ['a day that does not exist', yearly, replaced(year, '1', '30'), 'not a day'],
    ['a workbook cut in the middle', daily, xls(june).subarray(0, 2000), 'truncated'],
  ])('refuses %s', (_, url, body, fault) => expect(() => observedLines(bcbo, url, body)).toThrow(fault));

  it('asks for the tables of a week, and for a span for those and for the dollar of each year', () => {
    const day = parseIsoDate('2026-07-14');
    const [tables, years] = bcbo.feeds;
    expect(tables?.latest(day, {}).map(({ url }) => url.replace(/.*\?/, ''))).toEqual([
      'qaa=2026&qdd=8&qmm=7',
      'qaa=2026&qdd=9&qmm=7',
      'qaa=2026&qdd=10&qmm=7',
      'qaa=2026&qdd=13&qmm=7',
      'qaa=2026&qdd=14&qmm=7',
    ]);
    const span = { from: parseIsoDate('2007-12-31'), to: parseIsoDate('2008-01-01') };
    expect(tables?.between?.(span, {}).map(({ url }) => url.replace(/.*\?/, ''))).toEqual(['qaa=2008&qdd=1&qmm=1']);
    expect(years?.between?.(span, {}).map(({ url }) => url.slice(-9))).toEqual(['anio=2007', 'anio=2008']);
  });
});

/** VENTA and COMPRA with their places changed, but for the name of the second one. */
function replaced2(cells: Cells): Cells {
  const to = (cell: string) => (cell === 'VENTA' ? 'COMPRA' : cell === 'COMPRA' ? 'X' : cell);
  return Object.fromEntries(Object.entries(cells).map(([name, rows]) => [name, rows.map((row) => row.map(to))]));
}
