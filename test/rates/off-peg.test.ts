/** A peg that ends in the world ends here: what banks state of a pegged currency is compared with the official number. */
import { describe, expect, it } from 'vitest';
import { type Peg, pegInForce, readPegs } from '../../generator/sources/facts/pegs.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { noticeText } from '../../generator/wire/words/notices.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { definition } from '../support/banks/archives.ts';
import { blended, figureOf, LAW, type Published, traceOf } from '../support/trees/blended.ts';

const DAY = parseIsoDate('2026-03-13');
const IN_FORCE = LAW.pegs.filter(
  (peg) => pegInForce(LAW.pegs, peg.currency, DAY) === peg && (LAW.withdrawals.get(peg.currency) ?? '9999') > DAY,
);

/** So many banks state the currency per EUR, at a share of the official number, with 2 units of the anchor per EUR. */
function stated({ currency, anchor, per, units }: Peg, shares: readonly string[], date: IsoDate = DAY): Published {
  const official = Ratio.parse(anchor === 'EUR' ? '1' : '2')
    .times(units.toRatio())
    .over(per.toRatio());
  return shares.map((share, place) => [
    definition(`B${'ABCDEFG'[place]}`, 'EUR'),
    [
      `${date} EUR/${currency} ${official.times(Ratio.parse(share)).round(10)}`,
      ...(anchor === 'EUR' ? [] : [`${date} EUR/${anchor} 2`]),
      ...(anchor === 'USD' ? [] : [`${date} EUR/USD 1.1`]),
    ],
  ]);
}

/** `median peg-observed`: how the figure is made, and what the reader is told. */
function outcome(published: Published, code: string, law = LAW): string {
  const found = blended(published, DAY, law);
  const made = found.figures.find(({ currency }) => currency === code)?.method ?? 'none';
  return [made, ...found.notices.filter(({ currency }) => currency === code).map(({ kind }) => kind)].join(' ');
}

describe('each peg of data/pegs.csv that is in force', () => {
  it.each(IN_FORCE.map((peg) => [peg.currency, peg] as const))('%s', (code, peg) => {
    const said = (...shares: readonly string[]) => outcome(stated(peg, shares), code);
    expect(said('1.2', '1.2', '1.2')).toBe('median peg-observed');
    expect(said('0.5', '0.5', '0.5')).toBe('median peg-observed');
    expect(said('1.2', '1.2')).toBe('peg peg-official');
    expect(said('1.2')).toBe('peg peg-official');
    expect(said('1.02', '0.98')).toBe('peg');
    expect(said('1.02')).toBe('peg peg-near');
    expect(said('1.009', '0.992', '1.005')).toBe('peg');
    expect(said('1.2', '1', '1')).toBe('peg');
    expect(said('1', '1.2', '1.4')).toBe('none peg-disputed');
  });

  it('is in the list, and the currencies that the euro replaced are not', () => {
    const codes = IN_FORCE.map(({ currency }) => currency);
    expect(codes).toEqual(expect.arrayContaining(['SAR', 'XAF', 'XOF', 'XPF', 'KMF', 'NPR', 'BND', 'MOP', 'SZL']));
    expect(codes).not.toContain('DEM');
  });
});

const pegOf = (code: string) => pegInForce(LAW.pegs, code as Peg['currency'], DAY) as Peg;

describe('the sentence', () => {
  it.each([
    [
      ['1.25', '1.25', '1.25'],
      'SAR: observed at 4.6875 for 1 USD, 25 % from the official 3.75 (BA, BB, BC); GLOBAL states what is observed',
    ],
    [
      ['1.25'],
      'SAR: observed at 4.6875 for 1 USD, 25 % from the official 3.75 (BA); ' +
        'GLOBAL states the official number, because fewer than 3 banks are heard',
    ],
    [
      ['1', '1.25', '1.5'],
      'SAR: observed at 4.6875 for 1 USD, 25 % from the official 3.75 (BA, BB, BC); ' +
        'GLOBAL states nothing, because the banks do not agree',
    ],
  ])('of %j says what is observed, by whom, and what GLOBAL states', (shares, words) => {
    expect(blended(stated(pegOf('SAR'), shares), DAY).notices.map(noticeText)).toEqual([words]);
  });
});

describe('what is observed', () => {
  it('is stated by the ordinary method: an outlier is left out, and the others are used', () => {
    const found = blended(stated(pegOf('SAR'), ['1.25', '1.25', '1.25', '9']), DAY);
    expect(figureOf(found, 'SAR')).toBe('9.375 median');
    expect(traceOf(found, 'SAR').at(-1)).toBe('BD 2026-03-13 67.5 left out: outlier');
  });

  it('is compared through the bank’s own figure of the anchor, whatever it states of the euro', () => {
    const zloty = (code: string, dollar: string, more: readonly string[] = []) =>
      [definition(code, 'PLN'), ['2026-03-13 EUR/PLN 4', `2026-03-13 USD/PLN ${dollar}`, ...more]] as const;
    const published = [zloty('PA', '3.6'), zloty('PB', '3.6'), zloty('PC', '3.72', ['2026-03-13 SAR/PLN 0.992'])];
    expect(outcome(published, 'SAR')).toBe('peg');
  });

  it('is not an older figure: with one new figure and two of the days before, the newest three count', () => {
    const old = addDays(DAY, -1);
    const [first, ...rest] = stated(pegOf('SAR'), ['1.25', '1', '1']);
    const [, ...before] = stated(pegOf('SAR'), ['1.25', '1', '1'], old);
    expect(rest).toHaveLength(2);
    expect(outcome([...(first === undefined ? [] : [first]), ...before], 'SAR')).toBe('peg');
  });

  it('is nothing where nobody has stated the currency lately: the official number stays, and nobody is told', () => {
    const tenDaysAgo = stated(pegOf('SAR'), ['1.25', '1.25', '1.25'], addDays(DAY, -10));
    const dollars = stated(pegOf('SAR'), ['1.25', '1.25', '1.25']).map(([bank, lines]) => [
      bank,
      lines.filter((line) => line.includes('EUR/USD')),
    ]) as unknown as Published;
    const both = tenDaysAgo.map(([bank, lines], place) => [bank, [...lines, ...(dollars[place]?.[1] ?? [])]] as const);
    expect(outcome(both, 'SAR')).toBe('peg');
  });
});

describe('a currency that is pegged to one that left its peg', () => {
  const LAW_OF_TWO = {
    ...LAW,
    pegs: readPegs({
      text:
        'currency,anchor,per,units,since,until,kind,source\n' +
        'BHD,SAR,1,0.1,2000-01-01,,law,law\nSAR,USD,1,3.75,1986-07-01,,law,law\n',
      file: 'pegs.csv',
    }),
  };
  const both = (riyal: string, dinar: string): Published =>
    ['BA', 'BB', 'BC'].map((code) => [
      definition(code, 'EUR'),
      ['2026-03-13 EUR/USD 2', `2026-03-13 EUR/SAR ${riyal}`, `2026-03-13 EUR/BHD ${dinar}`],
    ]);

  it.each([
    ['follows it, if banks say so', '9.375', '0.9375', ['median peg-observed', 'peg']],
    ['keeps its old level, if banks say so', '9.375', '0.75', ['median peg-observed', 'median peg-observed']],
    ['leaves alone', '7.5', '0.9375', ['peg', 'median peg-observed']],
  ])('%s', (_, riyal, dinar, expected) => {
    const published = both(riyal, dinar);
    expect([outcome(published, 'SAR', LAW_OF_TWO), outcome(published, 'BHD', LAW_OF_TWO)]).toEqual(expected);
  });

  it('each of the francs is judged by its own observations', () => {
    const published: Published = ['BA', 'BB', 'BC'].map((code) => [
      definition(code, 'EUR'),
      [
        ...['2026-03-13 EUR/USD 1.1', '2026-03-13 EUR/XAF 1311.914', '2026-03-13 EUR/XOF 655.957'],
        ...['2026-03-13 EUR/KMF 983.9355', '2026-03-13 EUR/XPF 119.332'],
      ],
    ]);
    const francs = ['XAF', 'XOF', 'KMF', 'XPF'].map((code) => outcome(published, code));
    expect(francs).toEqual(['median peg-observed', 'peg', 'median peg-observed', 'peg']);
  });
});
