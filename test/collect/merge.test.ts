import { describe, expect, it } from 'vitest';
import { isWithdrawn, type ProviderArchive } from '../../generator/sources/archive/rows.ts';
import { isSameStatement, toMerged } from '../../generator/sources/collect/merge.ts';
import { archive } from '../support/banks/archives.ts';
import { A, C, EMPTY, merged, statement, type Told } from '../support/banks/statements.ts';

/** Reads `02 USD 3.60 @03`: the day, the base, the figure or sides, and the day on which it was seen. */
function rowsOf({ rows }: ProviderArchive): string[] {
  return rows.map(({ date, base, mid, bid, ask, seen, ...row }) => {
    const figure = isWithdrawn({ date, base, mid, bid, ask, ...row }) ? 'withdrawn' : mid || `${bid}~${ask}`;
    return `${date.slice(8)} ${base} ${figure} @${seen.slice(8, 10)}`;
  });
}

const older = (told: Told): Told => ({ ...told, url: 'https://example.org/older', partial: true, yields: true });

describe('a document adds to the archive', () => {
  it.each<[string, Told[], string[]]>([
    ['its figures', [A('02', '02 USD/PLN 3.60', '02 EUR/PLN 4.20')], ['02 EUR 4.20 @02', '02 USD 3.60 @02']],
    [
      'nothing, when it is the same again',
      [A('02', '02 USD/PLN 3.60'), A('03', '02 USD/PLN 3.60')],
      ['02 USD 3.60 @02'],
    ],
    [
      'nothing, for another spelling of the value',
      [A('02', '02 USD/PLN 0.8818'), A('03', '02 USD/PLN 0.88180')],
      ['02 USD 0.8818 @02'],
    ],
    [
      'nothing, for another unit of the same value',
      [A('02', '02 JPY/PLN 3.1 per 100'), A('03', '02 JPY/PLN 0.031')],
      ['02 JPY 3.1 @02'],
    ],
    [
      'one row for a corrected figure',
      [A('02', '02 USD/PLN 3.60'), A('03', '02 USD/PLN 3.61')],
      ['02 USD 3.60 @02', '02 USD 3.61 @03'],
    ],
    [
      'one row for a figure that is back where it was',
      [A('02', '02 USD/PLN 3.60'), A('03', '02 USD/PLN 3.61'), A('04', '02 USD/PLN 3.60')],
      ['02 USD 3.60 @02', '02 USD 3.61 @03', '02 USD 3.60 @04'],
    ],
    [
      'a row without figures for a currency that is no longer in the list',
      [A('02', '02 USD/PLN 3.60', '02 EUR/PLN 4.20'), A('03', '02 EUR/PLN 4.20')],
      ['02 EUR 4.20 @02', '02 USD 3.60 @02', '02 USD withdrawn @03'],
    ],
    [
      'nothing more for what has been withdrawn already',
      [A('02', '02 USD/PLN 3.60', '02 EUR/PLN 4.20'), A('03', '02 EUR/PLN 4.20'), A('04', '02 EUR/PLN 4.20')],
      ['02 EUR 4.20 @02', '02 USD 3.60 @02', '02 USD withdrawn @03'],
    ],
    [
      'withdrawals of a whole day between two of its days',
      [A('05', '02 USD/PLN 3.60', '03 USD/PLN 3.61', '04 USD/PLN 3.62'), A('06', '02 USD/PLN 3.60', '04 USD/PLN 3.62')],
      ['02 USD 3.60 @05', '03 USD 3.61 @05', '03 USD withdrawn @06', '04 USD 3.62 @05'],
    ],
    [
      'nothing about days before and after its own',
      [A('05', '02 USD/PLN 3.60', '03 USD/PLN 3.61', '04 USD/PLN 3.62'), A('06', '03 USD/PLN 3.61')],
      ['02 USD 3.60 @05', '03 USD 3.61 @05', '04 USD 3.62 @05'],
    ],
    [
      'nothing about another table: A has the mid, C the sides',
      [A('02', '02 USD/PLN 3.60'), C('03', '02 USD/PLN 3.55~3.65'), C('04', '02 EUR/PLN 4.1~4.3')],
      ['02 EUR 4.1~4.3 @04', '02 USD 3.60 @02', '02 USD 3.55~3.65 @03', '02 USD withdrawn @04'],
    ],
    [
      'the whole of its new statement, a side that it no longer carries left out',
      [C('02', '02 USD/PLN 3.55~3.65'), C('03', '02 USD/PLN 3.55~')],
      ['02 USD 3.55~3.65 @02', '02 USD 3.55~ @03'],
    ],
    [
      'no correction of what was seen after it',
      [A('05', '02 USD/PLN 3.60'), A('03', '02 USD/PLN 3.61')],
      ['02 USD 3.60 @05'],
    ],
    [
      'no withdrawal of what was seen after it, but what was not held yet',
      [A('05', '02 USD/PLN 3.60'), A('03', '02 EUR/PLN 4.20')],
      ['02 EUR 4.20 @03', '02 USD 3.60 @05'],
    ],
    [
      'no withdrawal of a row that it has under a label of no currency list',
      [
        A('02', '02 USD/PLN 3.60', '02 EUR/PLN 4.20'),
        { ...A('03', '02 EUR/PLN 4.20'), skipped: ['2026-03-02 USD/PLN 3.60'] },
      ],
      ['02 EUR 4.20 @02', '02 USD 3.60 @02'],
    ],
    [
      'no withdrawal, where it lists only some currencies',
      [A('02', '02 USD/PLN 3.60', '02 EUR/PLN 4.20'), { ...A('03', '02 EUR/PLN 4.21'), partial: true }],
      ['02 EUR 4.20 @02', '02 EUR 4.21 @03', '02 USD 3.60 @02'],
    ],
    [
      'what no other address has stated and its own corrections, where it yields to others',
      [
        A('02', '02 USD/PLN 3.60'),
        older(A('03', '02 USD/PLN 3.61', '03 USD/PLN 3.62')),
        older(A('04', '03 USD/PLN 3.63')),
        A('05', '03 USD/PLN 3.64'),
        older(A('06', '03 USD/PLN 3.63')),
      ],
      ['02 USD 3.60 @02', '03 USD 3.62 @03', '03 USD 3.63 @04', '03 USD 3.64 @05'],
    ],
    [
      'no withdrawal outside of the days that were asked for',
      [
        A('05', '02 USD/PLN 3.60', '03 USD/PLN 3.61', '04 USD/PLN 3.62'),
        { ...A('06', '04 EUR/PLN 4.2'), covered: ['2026-03-04', '2026-03-04'] },
      ],
      ['02 USD 3.60 @05', '03 USD 3.61 @05', '04 EUR 4.2 @06', '04 USD 3.62 @05', '04 USD withdrawn @06'],
    ],
  ])('%s', (_, told, rows) => expect(rowsOf(merged(...told))).toEqual(rows));

  it('and counts what was fresh, corrected and withdrawn', () => {
    const held = merged(A('02', '02 USD/PLN 3.60', '02 EUR/PLN 4.20', '02 CHF/PLN 4.6'));
    const merge = toMerged(held, statement(A('03', '02 USD/PLN 3.61', '02 JPY/PLN 0.02', '02 CHF/PLN 4.60')));
    expect([merge.fresh, merge.corrected, merge.withdrawn, merge.added.length]).toEqual([1, 1, 1, 3]);
  });

  it('nothing, when it is listed under the name that its table had in an older version', () => {
    const told = statement(A('02', '02 USD/PLN 3.60'));
    const held = toMerged(EMPTY, told).archive;
    expect(toMerged(held, { ...told, document: { ...told.document, table: 'renamed' } }).added).toEqual([]);
  });

  it('and names its document only when it added something', () => {
    const held = merged(A('02', '02 USD/PLN 3.60'), A('03', '02 USD/PLN 3.60'));
    expect(held.documents.size).toBe(1);
  });
});

describe('two statements are the same', () => {
  const of = (line: string) => archive('NBP', [`2026-03-02 ${line}`]).rows[0];
  it.each([
    ['USD/PLN 0.88180', 'USD/PLN 0.8818', true],
    ['USD/PLN 1e-7', 'USD/PLN 0.0000001', true],
    ['JPY/PLN 3.1 per 100', 'JPY/PLN 0.031', true],
    ['JPY/PLN 3.1 per 100', 'JPY/PLN 31 per 1000', true],
    ['JPY/PLN 3.1 per 100', 'JPY/PLN 3.1', false],
    ['XAU/PLN 595.71 per gram', 'XAU/PLN 595.71', false],
    ['USD/PLN 3.6~3.7', 'USD/PLN 3.60~3.70', true],
    ['USD/PLN 3.6~3.7', 'USD/PLN 3.6~', false],
    ['USD/PLN 3.6', 'USD/PLN 3.6000000000000000000000001', false],
    ['USD/PLN withdrawn', 'USD/PLN withdrawn', true],
  ])('%s and %s: %s', (left, right, same) => {
    const [one, other] = [of(left), of(right)];
    expect(one !== undefined && other !== undefined && isSameStatement(one, other)).toBe(same);
  });
});
