/** What is stated of a month, a quarter or a year: means of figures as published, and last fixings. */
import { describe, expect, it } from 'vitest';
import { type PeriodWanted, toPeriodItem } from '../../generator/wire/answers/spans.ts';
import { type Table, toTable } from '../../generator/wire/answers/table.ts';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { addDays, parseIsoDate, periodOf } from '../../generator/wire/words/calendar.ts';
import { PLACES_MAX } from '../../generator/wire/words/order.ts';
import { type CurrencyCode, currencyCode, EUR, GLOBAL, providerCode, USD } from '../../generator/wire/words/schemas.ts';
import { randomOf } from '../support/kit/random.ts';

const TRY = currencyCode.parse('TRY');
const GBP = currencyCode.parse('GBP');
const FIRST = parseIsoDate('2026-01-02');
const QUARTER = periodOf(FIRST, 'quarter');

/** A table for each day from 2 January 2026 on; `USD 1/44 - 1/43` is mid, bid and ask, `-` for none. */
function tablesOf(reference: CurrencyCode, days: readonly (readonly string[])[], bidAsk = false): readonly Table[] {
  const provider = reference === EUR ? GLOBAL : providerCode.parse('TCMB');
  return days.map((rows, place) => {
    const figures = rows.map((row) => {
      const [code, mid = '-', bid = '-', ask = '-'] = row.split(' ');
      const toSide = (text: string) => (text === '-' ? null : Ratio.parse(text));
      return [currencyCode.parse(code), { mid: toSide(mid), bid: toSide(bid), ask: toSide(ask) }] as const;
    });
    return toTable({ provider, date: addDays(FIRST, place), reference, bidAsk }, figures);
  });
}

function wanted(base: CurrencyCode, more: Partial<PeriodWanted> = {}): PeriodWanted {
  return { view: 'standard', base, currencies: null, places: PLACES_MAX, statistic: 'average', ...more };
}

function itemOf(tables: readonly Table[], want: PeriodWanted) {
  return toPeriodItem(QUARTER, tables, true, want);
}

/** `USD 1.25 of 2`, without the reference currency. */
function lines(tables: readonly Table[], want: PeriodWanted): readonly string[] {
  return itemOf(tables, want).rates.flatMap(({ currency, days, ...figures }) => {
    if (currency === tables[0]?.reference) return [];
    return [`${currency} ${Object.values(figures).join(' ')} of ${days}`];
  });
}

describe.each([
  ['as a table has them', false],
  ['the other way round', true],
])('of figures published %s', (_, isInverse) => {
  const random = randomOf(20260313);
  const figure = () => {
    const digits = 10_001 + random.below(90_000);
    return isInverse ? `10000/${digits}` : `${Decimal.of(BigInt(digits), 4)}`;
  };
  const cases = Array.from({ length: 60 }, () =>
    tablesOf(
      TRY,
      Array.from({ length: 1 + random.below(60) }, () => [`USD ${figure()}`]),
    ),
  );
  const rateOf = (tables: readonly Table[]) => {
    const [row] = itemOf(tables, wanted(TRY, { currencies: new Set([USD]) })).rates;
    if (row === undefined || !('rate' in row)) expect.unreachable('no rate of the dollar');
    return Decimal.parse(row.rate);
  };

  it('a quarter is the mean of its days, whatever its months are', () => {
    for (const tables of cases) {
      const published = tables.map(({ figures }) => {
        const mid = figures.get(USD)?.mid ?? Ratio.of(0n, 1n);
        return isInverse ? mid.inverse() : mid;
      });
      const sum = published.reduce((total, one) => total.plus(one));
      const mean = sum.over(Ratio.of(BigInt(tables.length), 1n));
      expect(`${rateOf(tables)}`).toBe((isInverse ? mean.inverse() : mean).round(PLACES_MAX));
    }
  });

  it('a day on which the currency is not stated is not counted', () => {
    for (const tables of cases) {
      const [first, ...rest] = tables;
      if (first === undefined || rest.length === 0) continue;
      const silent = toTable(first, []);
      expect(lines([silent, ...rest], wanted(TRY))).toEqual(lines(rest, wanted(TRY)));
      expect(itemOf([silent, ...rest], wanted(TRY)).from).toBe(FIRST);
    }
  });
});

describe('the mean of a bank that states lira per dollar', () => {
  const tables = tablesOf(TRY, [['USD 1/41.18 1/41.20 1/41.16'], ['USD 1/41.25 - 1/41.23'], ['USD 1/41.27']], true);

  it('is one over the mean of lira per dollar, and never the mean of the inverses', () => {
    expect(lines(tables, wanted(TRY))).toEqual([`USD ${Ratio.parse('3/123.7').round(10)} of 3`]);
  });

  it('has sides that are means of their own figures', () => {
    expect(lines(tables, wanted(TRY, { view: 'ask' }))).toEqual([`USD ${Ratio.parse('2/82.39').round(10)} of 2`]);
    expect(lines(tables, wanted(TRY, { view: 'bid', places: 4 }))).toEqual(['USD 0.0243 of 1']);
    const [mid, bid, ask] = ['3/123.7', '1/41.2', '2/82.39'].map((text) => Ratio.parse(text).round(10));
    expect(lines(tables, wanted(TRY, { view: 'extended' }))).toEqual([`USD ${mid} ${bid} ${ask} of 3`]);
  });

  it('shows 0 for a side that no day states', () => {
    const without = tablesOf(TRY, [['USD - - 1/41.16'], ['USD - - 1/41.18']], true);
    expect(lines(without, wanted(TRY, { view: 'extended' }))).toEqual([
      `USD 0 0 ${Ratio.parse('2/82.34').round(10)} of 2`,
    ]);
    expect(lines(without, wanted(TRY))).toEqual([]);
  });
});

describe('the mean of GLOBAL', () => {
  const tables = tablesOf(EUR, [['USD 1.1', 'GBP 0.8'], ['USD 1.3'], ['USD 1.2', 'GBP 0.9']]);

  it('is that of its figures per euro', () => {
    expect(lines(tables, wanted(EUR))).toEqual(['GBP 0.85 of 2', 'USD 1.2 of 3']);
  });

  it('is that of its figures per euro also where each was taken from a bank that states euros per unit', () => {
    const inverse = tablesOf(EUR, [['BWP 1/0.064'], ['BWP 1/0.0641'], ['BWP 1/0.0657']]);
    const sum = ['1/0.064', '1/0.0641', '1/0.0657'].map((text) => Ratio.parse(text));
    const mean = sum.reduce((total, one) => total.plus(one)).over(Ratio.of(3n, 1n));
    expect(lines(inverse, wanted(EUR))).toEqual([`BWP ${mean.round(PLACES_MAX)} of 3`]);
  });

  it('with another base is the quotient of two means', () => {
    expect(itemOf(tables, wanted(USD)).rates).toEqual([
      { currency: EUR, rate: '0.8333333333', days: 3 },
      { currency: GBP, rate: '0.7083333333', days: 2 },
      { currency: USD, rate: '1', days: 3 },
    ]);
  });

  it('in one direction is one over that in the other', () => {
    const random = randomOf(20260314);
    const amount = () => `${Decimal.of(BigInt(10_001 + random.below(90_000)), 4)}`;
    const days = Array.from({ length: 20 }, () => [`USD ${amount()}`, `GBP ${amount()}`]);
    const exact = (code: CurrencyCode) => {
      const sum = tablesOf(EUR, days).reduce(
        (total, { figures }) => {
          return total.plus(figures.get(code)?.mid ?? Ratio.of(0n, 1n));
        },
        Ratio.of(0n, 1n),
      );
      return sum;
    };
    const [there] = itemOf(tablesOf(EUR, days), wanted(USD, { currencies: new Set([GBP]) })).rates;
    const [back] = itemOf(tablesOf(EUR, days), wanted(GBP, { currencies: new Set([USD]) })).rates;
    expect(there).toMatchObject({ rate: exact(GBP).over(exact(USD)).round(PLACES_MAX) });
    expect(back).toMatchObject({ rate: exact(GBP).over(exact(USD)).inverse().round(PLACES_MAX) });
  });
});

it('the first fixing of a period is stated with its date', () => {
  const tables = tablesOf(EUR, [['USD 1.1'], ['USD 1.3', 'GBP 0.8']]);
  const item = itemOf(tables, wanted(EUR, { statistic: 'first' }));
  expect([item.date, item.from, item.to, item.rates.at(-1)]).toEqual([
    ...['2026-01-02', '2026-01-02', '2026-01-02'],
    { currency: USD, rate: '1.1', days: 1 },
  ]);
});

it('the last fixing of a period is stated with its date, and a currency that it lacks is left out', () => {
  const tables = tablesOf(EUR, [['USD 1.1', 'GBP 0.8'], ['USD 1.3']]);
  const item = itemOf(tables, wanted(EUR, { statistic: 'end' }));
  expect(item).toEqual({
    ...{ period: '2026-Q1', from: '2026-01-03', to: '2026-01-03', complete: true, date: '2026-01-03' },
    rates: [
      { currency: EUR, rate: '1', days: 1 },
      { currency: USD, rate: '1.3', days: 1 },
    ],
  });
});

describe('a period', () => {
  it.each([
    ['2026-02-10', 'month', '2026-02', '2026-02-01', '2026-02-28'],
    ['2024-02-29', 'month', '2024-02', '2024-02-01', '2024-02-29'],
    ['2026-03-31', 'quarter', '2026-Q1', '2026-01-01', '2026-03-31'],
    ['2026-04-01', 'quarter', '2026-Q2', '2026-04-01', '2026-06-30'],
    ['2026-09-30', 'quarter', '2026-Q3', '2026-07-01', '2026-09-30'],
    ['2026-12-31', 'quarter', '2026-Q4', '2026-10-01', '2026-12-31'],
    ['2026-12-31', 'year', '2026', '2026-01-01', '2026-12-31'],
  ] as const)('of %s is, as a %s, %s', (date, kind, name, first, last) => {
    expect(periodOf(parseIsoDate(date), kind)).toEqual({ name, first, last });
  });
});
