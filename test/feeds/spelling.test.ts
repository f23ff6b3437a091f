import { describe, expect, it } from 'vitest';
import { toMonths, toPages, toYears } from '../../generator/sources/feeds/spans.ts';
import {
  parseDay,
  parseSecond,
  plainOrText,
  toCodes,
  toDayFirst,
  toMonthFirst,
  toNamedMonth,
  toPoint,
  toTable,
  withCentury,
  withoutZero,
} from '../../generator/sources/feeds/spelling.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { errorLike } from '../support/kit/errors.ts';

describe('a second after 1970', () => {
  it.each([
    ['1656374400', '2022-06-28'],
    ['1790323200', '2026-09-25'],
    ['1790380799', '2026-09-25'],
    ['1790380800', '2026-09-26'],
  ])('%s lies on %s', (second, day) => expect(parseSecond(second)).toBe(day));

  it.each(['1790323200000', '28 June 2022', '-1', ''])('%j is refused', (text) =>
    expect(() => parseSecond(text)).toThrow(errorLike('DocumentError', 'not a second')),
  );
});

describe('a day as sources spell it', () => {
  it.each([
    ['2026-03-02', 'YMD', '2026-03-02'],
    ['02.03.2026', 'DMY', '2026-03-02'],
    ['2.3.2026', 'DMY', '2026-03-02'],
    ['02-03-2026', 'DMY', '2026-03-02'],
    ['03/02/2026', 'MDY', '2026-03-02'],
    ['01/Jun/2021', 'DMY', '2021-06-01'],
    ['13 April 2026', 'DMY', '2026-04-13'],
    [' 1 Dec 2026 ', 'DMY', '2026-12-01'],
  ] as const)('%s (%s) is %s', (text, order, day) => expect(parseDay(text, order)).toBe(day));

  it.each([
    ['30.02.2026', 'DMY'],
    ['13/02/2026', 'MDY'],
    ['02.03.26', 'DMY'],
    ['02.03.2026 10:00', 'DMY'],
    ['1 Foo 2026', 'DMY'],
    ['', 'YMD'],
  ] as const)('%j (%s) is refused', (text, order) => {
    expect(() => parseDay(text, order)).toThrow(errorLike('DocumentError', 'not a day'));
  });

  it('is written with the day first, for a query that needs it', () => {
    expect(toDayFirst(parseIsoDate('2026-03-02'), '/')).toBe('02/03/2026');
  });

  it('is written with the month first, for a form that needs it', () => {
    expect(toMonthFirst(parseIsoDate('2026-03-02'))).toBe('03/02/2026');
  });

  it.each([
    ['2026-03-17', '17/Mar/2026'],
    ['2026-12-01', '01/Dec/2026'],
  ])('is written with the name of its month, for a form that needs it: %s → %s', (day, named) => {
    expect(toNamedMonth(parseIsoDate(day), '/')).toBe(named);
  });

  it.each([
    ['28-Mar-26', '28-Mar-2026'],
    ['01-Jul-99', '01-Jul-1999'],
    ['01-Jan-00', '01-Jan-2000'],
    ['28-Mar-2026', '28-Mar-2026'],
  ])('is given its century if it has none: %s → %s', (text, expected) => expect(withCentury(text)).toBe(expected));
});

it.each([
  ['3,1042', '3.1042'],
  ['3.1042', '3.1042'],
  ['1.234,5', '1.234.5'],
])('a decimal comma becomes a point: %s → %s', (figure, expected) => expect(toPoint(figure)).toBe(expected));

it.each([
  ['0.0000', ''],
  ['0', ''],
  ['0.0004', '0.0004'],
  ['10.00', '10.00'],
  ['', ''],
])('a price of zero is removed: %j → %j', (figure, expected) => expect(withoutZero(figure)).toBe(expected));

it('a table is written in lines, and keyed by the first word of each entry', () => {
  expect([...toTable('R1 USD, R2 100 JPY', 'AED U.A.E. dirham')]).toEqual([
    ['R1', 'USD'],
    ['R2', '100 JPY'],
    ['AED', 'U.A.E. dirham'],
  ]);
});

it('a table of codes is keyed by the names that follow them, several for one code', () => {
  expect([...toCodes('DKK DANISH KRONA, DKK DANISH KRONER', 'UGX KES / USHS')]).toEqual([
    ['DANISH KRONA', 'DKK'],
    ['DANISH KRONER', 'DKK'],
    ['KES / USHS', 'UGX'],
  ]);
});

describe('marks of thousands', () => {
  it.each([
    ['1,234,567.80', '1234567.80'],
    [' 1,234 ', '1234'],
    ['12.5', '12.5'],
  ])('are removed: %j → %j', (figure, expected) => expect(plainOrText(figure)).toBe(expected));

  it.each(['1,23', '1,2345', '12345,678'])('are not recognised in %j, which stays as it is', (figure) => {
    expect(plainOrText(figure)).toBe(figure);
  });
});

describe('a span', () => {
  const span = (from: string, to: string) => ({ from: parseIsoDate(from), to: parseIsoDate(to) });
  it.each([
    ['2026-01-01', '2026-01-01', 93, [['2026-01-01', '2026-01-01']]],
    [
      '2026-01-01',
      '2026-01-03',
      2,
      [
        ['2026-01-01', '2026-01-02'],
        ['2026-01-03', '2026-01-03'],
      ],
    ],
    ['2026-01-02', '2026-01-01', 2, []],
  ])('%s to %s in pages of %i days', (from, to, daysMax, pages) => {
    expect(toPages(span(from, to), daysMax).map((page) => [page.from, page.to])).toEqual(pages);
  });

  it.each([
    ['after its first day', { from: '2025-12-31' }, [['2025-12-31', '2026-01-02']]],
    ['before its last day', { to: '2025-12-30' }, [['2025-12-30', '2025-12-30']]],
    ['not at all', { from: '2026-02-01' }, []],
  ])('lies %s within an era', (_, era, pages) => {
    const within = Object.fromEntries(Object.entries(era).map(([end, day]) => [end, parseIsoDate(day)]));
    const found = toPages(span('2025-12-30', '2026-01-02'), 93, within);
    expect(found.map((page) => [page.from, page.to])).toEqual(pages);
  });

  it('has each month and each year that it touches', () => {
    expect(toMonths(span('2025-12-31', '2026-02-01'))).toEqual(['2025-12', '2026-01', '2026-02']);
    expect(toYears(span('2025-12-31', '2026-02-01'))).toEqual(['2025', '2026']);
  });
});
