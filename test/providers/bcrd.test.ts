import { describe, expect, it } from 'vitest';
import { bcrd } from '../../generator/sources/providers/bcrd.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import { cells, fixtures } from './fixtures/bcrd.ts';

describe.skipIf(!recordingsAreThere('BCRD, as recorded'))('BCRD, as recorded', () => {
  const FILE = 'TASA_DOLAR_REFERENCIA_MC.xlsx';

  it('has the dollar of 8112 days, of one of which buying is above selling', async () => {
    const lines = await readRecordedLines(bcrd, FILE);
    const counts = countsOf(lines);
    expect([counts.length, counts[0], counts.at(-1)]).toEqual([8112, '1991-01-02: 1', '2023-04-20: 1']);
    expect(counts.filter((count) => !/^\d{4}-\d\d-\d\d: 1$/.test(count))).toEqual([]);
    expect(lines).toContain('1991-01-25 1 USD/DOP bid 11.7 ask 11.5');
  });

  it.each([
    '1991-01-02 1 USD/DOP bid 11.2 ask 11.5',
    '2009-07-01 1 USD/DOP bid 35.9606 ask 36.0433',
    '2023-04-20 1 USD/DOP bid 54.4749 ask 54.6807',
  ])('states %s', async (line) => expect(await readRecordedLines(bcrd, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;
/** The fixture with one of its texts changed. */
const changed = (from: string, to: string, name = 'Diaria') =>
  xlsx({ [name]: cells.Diaria.map((row) => row.map((cell) => (cell === from ? to : cell))) });

describe('BCRD', () => {
  it.each([
    ['an unknown month', 'Abr', 'Abril', '2023-0-20'],
    ['a day that does not exist', '20', '31', '2023-4-31'],
  ])('takes no day from a row with %s', (_, from, to, day) =>
    expect(() => observedLines(bcrd, url, changed(from, to))).toThrow(`not a day: "${day}"`),
  );

  it.each<[string, Uint8Array, string]>([
    ['selling before buying', changed('Venta', 'Compra'), 'the column names'],
    ['another title', changed('Tasas de Cambio del dólar de Referencia del Mercado Spot', 'Euro'), 'not a title'],
    ['means of months alone', xlsx({ PromMensual: cells.PromMensual }), 'not a title'],
    ['a workbook cut in the middle', body.subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, document, fault) => expect(() => observedLines(bcrd, url, document)).toThrow(fault));
});
