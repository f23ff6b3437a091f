/** The mean of figures: exact, in the direction in which they were published, and rounded once. */
import { describe, expect, it } from 'vitest';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { inTable, type Mean, meanOf } from '../../generator/wire/exact/mean.ts';
import { randomOf, type SeededRandom } from '../support/kit/random.ts';

const ratios = (...texts: readonly string[]) => texts.map((text) => Ratio.parse(text));
const stated = (mean: Mean) => inTable(mean, null);

/** Figures with four decimals, as a table has them of a bank that states them per euro, or in euros. */
function figuresOf(random: SeededRandom, isInverse: boolean): readonly Ratio[] {
  const count = 1 + random.below(30);
  const published = Array.from({ length: count }, () => Decimal.of(BigInt(10_001 + random.below(90_000)), 4).toRatio());
  return isInverse ? published.map((figure) => figure.inverse()) : published;
}

describe.each([false, true])('for figures of a table (published the other way round: %s)', (isInverse) => {
  const random = randomOf(20260313);
  const cases = Array.from({ length: 200 }, () => figuresOf(random, isInverse));

  it('the mean of one day is the day', () => {
    for (const [figure] of cases) {
      if (figure === undefined) expect.unreachable('a month without a day');
      else expect(stated(meanOf([figure])).compareTo(figure)).toBe(0);
    }
  });

  it('the mean lies between the least and the greatest, and is one of them only if all are the same', () => {
    for (const figures of cases) {
      const sorted = [...figures].sort((left, right) => left.compareTo(right));
      const [least, greatest] = [sorted[0] as Ratio, sorted.at(-1) as Ratio];
      const mean = stated(meanOf(figures));
      const isConstant = least.compareTo(greatest) === 0;
      expect([mean.compareTo(least), mean.compareTo(greatest)]).toEqual(isConstant ? [0, 0] : [1, -1]);
    }
  });

  it('the mean of the inverse figures is one over the mean, because both are the mean of what was published', () => {
    for (const figures of cases) {
      const turned = meanOf(figures.map((figure) => figure.inverse()));
      expect(
        stated(turned)
          .times(stated(meanOf(figures)))
          .compareTo(Ratio.of(1n, 1n)),
      ).toBe(0);
    }
  });

  it('the order of the days has no influence', () => {
    for (const figures of cases) {
      expect(stated(meanOf([...figures].reverse())).toString()).toBe(stated(meanOf(figures)).toString());
    }
  });

  it('the mean of a year is the mean of its days, which is not that of its months', () => {
    const [short, long] = [ratios('1.1'), ratios('1.3', '1.3', '1.3')].map((figures) =>
      isInverse ? figures.map((figure) => figure.inverse()) : figures,
    );
    const year = meanOf([...(short ?? []), ...(long ?? [])]);
    expect(year.published.toString()).toBe('1.25');
  });
});

describe('the mean of lira per dollar', () => {
  const mean = meanOf(ratios('1/41.18', '1/41.25', '1/41.27'));

  it('is the mean as published, and the table has one over it', () => {
    expect([mean.isInverse, mean.places, mean.days]).toEqual([true, 2, 3]);
    expect(mean.published.round(6)).toBe('41.233333');
    expect(stated(mean).toString()).toBe(Ratio.parse('3/123.7').toString());
  });

  it('is rounded as lira per dollar, before it is turned', () => {
    expect(inTable(mean, 2).inverse().toString()).toBe('41.23');
  });
});

describe('the mean is rounded half up to the places of the figures', () => {
  it.each([
    [['0.87996', '0.87998'], '0.87997'],
    [['0.87996', '0.87997'], '0.87997'], // 0.879965
    [['1634.38', '1634.39'], '1634.39'], // 1634.385
    [['10.1939', '10.1938'], '10.1939'], // 10.19385
  ])('of %j it is %s', (figures, expected) => {
    const mean = meanOf(ratios(...figures));
    expect(inTable(mean, mean.places).toString()).toBe(expected);
  });

  it('takes as many places as the longest figure has, because the last digit of others may be a 0', () => {
    expect(meanOf(ratios('1.1', '1.1234', '1.12')).places).toBe(4);
  });

  it('never makes a figure 0, by which an answer in the other direction would be divided', () => {
    expect(inTable(meanOf(ratios('0.004', '0.003')), 2).toString()).toBe('0.0035');
  });
});

it('there is no mean of no figures', () => {
  expect(() => meanOf([])).toThrow(RangeError);
});

it('figures that show no common direction are averaged as they stand, and name no places', () => {
  const mean = meanOf(ratios('1/3', '3/7'));
  expect([mean.isInverse, mean.places, mean.published.toString()]).toEqual([false, null, '8/21']);
});
