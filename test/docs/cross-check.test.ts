import { describe, expect, it } from 'vitest';
import type { History } from '../../generator/rates/blend/history.ts';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { type Apart, compareProviders } from '../../scripts/docs/cross-check/compare.ts';
import { COLUMNS, type PairEntry, parseEntries, readEntries } from '../../scripts/docs/cross-check/entries.ts';
import { explainPairs, percentOf, slackOf } from '../../scripts/docs/cross-check/explain.ts';
import { definition, history } from '../support/banks/archives.ts';

const LIMIT = Ratio.of(102n, 100n);
const compare = (...histories: readonly History[]) => compareProviders(histories, LIMIT);
const textOf = (pair: Apart) => {
  const { date, currency, providers, base } = pair;
  return `${date} ${providers.join('-')} ${currency}/${base} ${percentOf(pair).round(3)} %`;
};

const day = (code: string, reference: string, ...figures: readonly string[]) =>
  history(
    definition(code, reference),
    figures.map((figure) => `2026-03-02 ${figure}`),
  );

describe('two providers of one date', () => {
  const euros = day('BBB', 'EUR', 'EUR/USD 1.25', 'EUR/JPY 200');

  it.each([
    ['2.1 %, found', '163.36', ['2026-03-02 AAA-BBB JPY/USD 2.1 %']],
    ['1.9 %, not', '163.04', []],
    ['exactly 2 %, not', '163.2', []],
    ['one digit more than 2 %, found', '163.2000001', ['2026-03-02 AAA-BBB JPY/USD 2 %']],
    ['2.1 % the other way, found', '156.709108717', ['2026-03-02 AAA-BBB JPY/USD 2.1 %']],
  ])('%s', (_, yen, lines) => {
    const found = compare(day('AAA', 'USD', `USD/JPY ${yen}`), euros);
    expect(found.apart.map(textOf)).toEqual(lines);
    expect(found.compared).toBe(1);
  });

  it('are rebased to dollars, whatever the reference currency and the direction of each', () => {
    const zlotys = day('PLX', 'PLN', 'USD/PLN 4', 'EUR/PLN 5', 'JPY/PLN 2.5 per 100');
    const dollars = day('USX', 'USD', 'EUR/USD 1.3', 'USD/JPY 160', 'USD/PLN 4');
    expect(compare(zlotys, dollars)).toMatchObject({ compared: 3 });
    expect(compare(zlotys, dollars).apart.map(textOf)).toEqual(['2026-03-02 PLX-USX EUR/USD 4 %']);
  });

  it('are rebased to euros if one of them has no dollars', () => {
    const crowns = day('CCC', 'CZK', 'EUR/CZK 25', 'JPY/CZK 12 per 100');
    const found = compare(crowns, euros);
    expect(found.apart.map(textOf)).toEqual(['2026-03-02 BBB-CCC JPY/EUR 4.167 %']);
    expect(found.compared).toBe(1);
  });

  it.each([
    ['they have neither dollars nor euros in common', day('AAA', 'CZK', 'JPY/CZK 0.2', 'PLN/CZK 6')],
    ['they have no mid in common but the one for rebasing', day('AAA', 'USD', 'USD/JPY 100~', 'USD/CHF 2')],
  ])('are not compared if %s', (_, left) => {
    const right = day('BBB', 'PLN', 'JPY/PLN 0.2', 'CZK/PLN 6', 'USD/PLN 4');
    expect(compare(left, right)).toEqual({ compared: 0, apart: [] });
  });

  it('are all compared once, in alphabetical order', () => {
    const [one, two, three] = ['100', '110', '121'].map((yen, index) =>
      day(`P${'ABC'[index]}`, 'USD', `USD/JPY ${yen}`),
    );
    if (one === undefined || two === undefined || three === undefined) throw new TypeError('three were made');
    expect(compare(three, one, two).apart.map(textOf)).toEqual([
      '2026-03-02 PA-PB JPY/USD 10 %',
      '2026-03-02 PA-PC JPY/USD 21 %',
      '2026-03-02 PB-PC JPY/USD 10 %',
    ]);
  });

  it('of different dates are not compared', () => {
    const before = history(definition('AAA', 'USD'), ['2026-02-27 USD/JPY 100']);
    expect(compare(before, day('BBB', 'USD', 'USD/JPY 150'))).toEqual({ compared: 0, apart: [] });
  });
});

describe('the file', () => {
  const held = 'held back,AAA,JPY,2026-03-02,2026-03-02,real move,,1,from 1 to 2';
  const parse = (...rows: readonly string[]) =>
    parseEntries(`${[COLUMNS.join(), ...rows, held].join('\n')}\n`, 'x.csv');
  const row = 'month,AAA-BBB CCC,JPY CHF,2026-03-02,2026-03-03,real spread,3.1,,160 and 165';

  it('is read row by row', () => {
    const { pairs, held } = parse(row);
    expect(pairs).toHaveLength(1);
    expect(pairs[0]).toMatchObject({ providers: ['AAA-BBB', 'CCC'], currencies: ['JPY', 'CHF'], topic: 'month' });
    expect(pairs[0]?.most).toEqual(Ratio.of(31n, 10n));
    expect(held).toMatchObject([{ providers: ['AAA'], kind: 'real move', figures: '1' }]);
  });

  it.each([
    ['an unknown kind', row.replace('real spread', 'bad luck'), 'kind "bad luck"'],
    ['a kind of the other sort', row.replace('real spread', 'real move'), 'kind "real move"'],
    ['a day that does not exist', row.replace('2026-03-03', '2026-02-30'), 'to "2026-02-30"'],
    ['a reason without a figure to check', row.replace('160 and 165', 'it is so'), 'why "it is so"'],
    ['a bound that is not a number', row.replace('3.1', 'some'), 'most "some"'],
    ['a bound on figures that are held back', held.replace(',,1', ',3,1'), 'most "3"'],
    ['no number of figures that are held back', held.replace(',,1', ',,'), 'figures ""'],
    ['a missing cell', 'month,AAA,JPY,2026-03-02,2026-03-02,real spread,3,', 'x.csv'],
  ])('is refused with %s', (_, broken, place) => {
    expect(() => parse(broken)).toThrow(InputError);
    expect(() => parse(broken)).toThrow(place);
  });

  it('in data/ has entries of both sorts, and those of lists that are dated ahead', () => {
    const { pairs, held } = readEntries();
    expect([pairs.length > 50, held.length > 20]).toEqual([true, true]);
    expect(pairs.filter(({ topic }) => topic === 'dated ahead').length).toBeGreaterThan(10);
  });
});

describe('an entry', () => {
  const pair = (date: string, providers: readonly [string, string], currency: string, percent: bigint): Apart => {
    return { date: parseIsoDate(date), currency, providers, base: 'USD', factor: Ratio.of(100n + percent, 100n) };
  };
  const apart = [
    pair('2026-03-02', ['AAA', 'BBB'], 'JPY', 3n),
    pair('2026-03-03', ['AAA', 'CCC'], 'JPY', 4n),
    pair('2026-03-04', ['AAA', 'BBB'], 'CHF', 5n),
  ];
  const entry = (providers: string, currencies: string, from: string, to: string, most: string): PairEntry => ({
    providers: providers.split(' '),
    currencies: currencies.split(' '),
    from: parseIsoDate(from),
    to: parseIsoDate(to),
    kind: 'real spread',
    most: Decimal.parse(most).toRatio(),
    topic: '',
  });

  it.each([
    ['a provider, whichever the other is', entry('AAA', 'JPY', '2026-03-02', '2026-03-03', '4'), [0, 1]],
    ['a pair', entry('AAA-BBB', 'JPY CHF', '2026-03-02', '2026-03-04', '5'), [0, 2]],
    ['all currencies', entry('BBB', '*', '2026-03-02', '2026-03-04', '5'), [0, 2]],
    ['no pair that is further apart than it says', entry('AAA', '*', '2026-03-02', '2026-03-03', '4.9'), [0, 1]],
    ['no pair outside its days', entry('AAA', '*', '2026-03-03', '2026-03-03', '4'), [1]],
    ['no pair whose providers are in the other order', entry('BBB-AAA', '*', '2026-03-02', '2026-03-04', '5'), []],
  ])('explains %s', (_, only, explained) => {
    const { accounts, unexplained } = explainPairs(apart, [only]);
    expect(accounts[0]?.items).toEqual(explained.map((index) => apart[index]));
    expect(unexplained).toHaveLength(apart.length - explained.length);
  });

  it('leaves to a later entry only what it does not explain itself', () => {
    const whole = entry('AAA', '*', '2026-03-02', '2026-03-04', '5');
    const { accounts, unexplained } = explainPairs(apart, [
      entry('AAA-CCC', 'JPY', '2026-03-03', '2026-03-03', '4'),
      whole,
    ]);
    expect(accounts.map(({ items }) => items.length)).toEqual([1, 2]);
    expect(unexplained).toEqual([]);
  });

  it.each([
    ['as wide as it must be', entry('AAA-BBB', 'JPY CHF', '2026-03-02', '2026-03-04', '5'), []],
    ['a tenth of a per cent rounded up', entry('AAA-BBB', 'JPY CHF', '2026-03-02', '2026-03-04', '5.09'), []],
    ['of no pair', entry('DDD', '*', '2026-03-02', '2026-03-04', '5'), ['explains nothing']],
    ['of an idle provider', entry('AAA-BBB DDD', 'JPY CHF', '2026-03-02', '2026-03-04', '5'), ['DDD explains nothing']],
    ['of an idle currency', entry('AAA-BBB', 'JPY CHF SEK', '2026-03-02', '2026-03-04', '5'), ['SEK explains nothing']],
    [
      'of idle days',
      entry('AAA-BBB', 'JPY CHF', '2026-03-01', '2026-03-04', '5'),
      ['explains figures of 2026-03-02 to 2026-03-04 only'],
    ],
    [
      'of more per cent than there are',
      entry('AAA-BBB', 'JPY CHF', '2026-03-02', '2026-03-04', '5.1'),
      ['5 % is the most it explains'],
    ],
  ])('%s: %#', (_, only, complaints) => {
    const found = slackOf(explainPairs(apart, [only]).accounts);
    expect(found.map((complaint) => complaint.split(': ')[1])).toEqual(complaints);
  });
});
