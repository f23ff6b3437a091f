/** The mean of figures: exact, in the direction in which they were published, and rounded once. */
import { describe, expect, it } from 'vitest';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { inTable, type Mean, meanOf } from '../../generator/wire/exact/mean.ts';

const ratios = (...texts: readonly string[]) => texts.map((text) => Ratio.parse(text));
const stated = (mean: Mean) => inTable(mean, null);

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
