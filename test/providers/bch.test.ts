import { describe, expect, it } from 'vitest';
import { bch } from '../../generator/sources/providers/bch.ts';
import { countsOf, observedLines, readRecordedLines } from '../support/banks/feeds.ts';
import { recordingsAreThere } from '../support/banks/recordings.ts';
import { xlsx } from '../support/banks/workbooks.ts';
import { cells, fixtures } from './fixtures/bch.ts';

describe.skipIf(!recordingsAreThere('BCH, as recorded'))('BCH, as recorded', () => {
  const FILE = 'precio-promedio-diario-del-dolar.xlsx';

  it('has the dollar of 5587 days, one of which is a slip', async () => {
    const lines = await readRecordedLines(bch, FILE);
    expect([lines.length, countsOf(lines).length]).toEqual([5587, 5587]);
    expect(lines.filter((line) => !/^\d{4}-\d\d-\d\d 1 USD\/HNL bid [\d.]+ ask [\d.]+$/.test(line))).toEqual([
      '2009-07-04 after 2009-08-03 1 USD/HNL bid 18.8951 ask 19.0274',
    ]);
  });

  it.each([
    '2000-01-03 1 USD/HNL bid 14.5 ask 14.68',
    '2009-07-03 1 USD/HNL bid 18.8951 ask 19.0268',
    '2018-02-01 1 USD/HNL bid 23.5757 ask 23.7407',
    '2022-03-08 1 USD/HNL bid 24.3492 ask 24.5196',
  ])('states %s', async (line) => expect(await readRecordedLines(bch, FILE)).toContain(line));
});

const [{ url, body }] = fixtures;
/** The fixture with one of its texts changed. */
const changed = (from: string, to: string, name = 'Tipo de Cambio Diario') =>
  xlsx({ [name]: cells['Tipo de Cambio Diario'].map((row) => row.map((cell) => (cell === from ? to : cell))) });

describe('BCH', () => {
  it('takes no day from a row behind a later day', () => {
    const slipped = changed('40030', '39998');
    expect(() => observedLines(bch, url, slipped)).toThrow('not a day: "2009-07-04 after 2009-08-03"');
  });

  it.each<[string, Uint8Array, string]>([
    ['selling before buying', changed('Venta', 'Compra'), 'not Fecha'],
    [
      'lempiras for another number of dollars',
      changed('(Lempiras por US$1.00)', '(Lempiras por US$100.00)'),
      'not (Lem',
    ],
    ['a day of another century', changed('36528', '3652'), 'not a day: "3652"'],
    ['a sheet under another name', changed('', '', 'Tipo de Cambio Mensual'), 'expected array'],
    ['a workbook cut in the middle', body.subarray(0, 900), 'truncated'],
  ])('refuses %s', (_, document, fault) => expect(() => observedLines(bch, url, document)).toThrow(fault));
});
