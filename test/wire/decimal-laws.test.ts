/** Laws of exact arithmetic, each over a thousand random numbers. */
import { describe, expect, it } from 'vitest';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { randomOf, type SeededRandom } from '../support/kit/random.ts';
import { randomDecimal, randomDigits } from '../support/kit/random-decimals.ts';

const ROUNDS = 1000;

function always(law: (random: SeededRandom) => void): void {
  const random = randomOf(110397);
  for (let round = 0; round < ROUNDS; round++) law(random);
}

const decimal = (random: SeededRandom) => Decimal.parse(randomDecimal(random));

function positive(random: SeededRandom): Decimal {
  return Decimal.parse(`${1 + random.below(9)}${randomDecimal(random).replace('-', '')}e-${random.below(12)}`);
}

function ratio(random: SeededRandom): Ratio {
  return decimal(random).over(positive(random));
}

const minus = (value: Ratio) => value.negated();
const size = (value: Ratio) => (value.sign < 0 ? value.negated() : value);

/** Long division as taught at school, digit by digit on the text, including the carry when it is rounded. */
function longDivision(numerator: bigint, denominator: bigint, places: number): string {
  let rest = numerator < 0n ? -numerator : numerator;
  let digits = (rest / denominator).toString();
  rest %= denominator;
  for (let place = 0; place < places; place++) {
    rest *= 10n;
    digits += (rest / denominator).toString();
    rest %= denominator;
  }
  if (rest + rest >= denominator) digits = incremented(digits);
  const point = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '');
  return numerator < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}

function incremented(digits: string): string {
  const nines = /9*$/.exec(digits)?.[0].length ?? 0;
  const kept = digits.slice(0, digits.length - nines);
  const last = kept === '' ? '1' : kept.slice(0, -1) + '123456789'.charAt('012345678'.indexOf(kept.slice(-1)));
  return last + '0'.repeat(nines);
}

describe('decimals', () => {
  it('(a + b) - b = a', () =>
    always((random) => {
      const [a, b] = [decimal(random), decimal(random)];
      expect(
        a
          .plus(b)
          .plus(b.times(Decimal.parse('-1')))
          .toString(),
      ).toBe(a.toString());
    }));

  it('a × b ÷ b = a', () =>
    always((random) => {
      const [a, b] = [decimal(random), positive(random)];
      expect(a.times(b).over(b).toString()).toBe(a.toString());
    }));

  it('a × (b + c) = a × b + a × c, in any order', () =>
    always((random) => {
      const [a, b, c] = [decimal(random), decimal(random), decimal(random)];
      expect(a.times(b.plus(c)).toString()).toBe(c.times(a).plus(b.times(a)).toString());
    }));

  it('a text reads back as the same digits and scale, and has no exponent', () =>
    always((random) => {
      const value = decimal(random);
      expect(value.toString()).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
      expect(Decimal.parse(value.toString())).toEqual(value);
    }));

  it('an exponent moves the point', () =>
    always((random) => {
      const [text, power] = [randomDecimal(random), random.below(40)];
      const moved = Decimal.parse(`1${'0'.repeat(power)}`);
      expect(Decimal.parse(`${text}e${power}`)).toEqual(Decimal.parse(text).times(moved));
      expect(Decimal.parse(`${text}e-${power}`).times(moved)).toEqual(Decimal.parse(text));
    }));
});

describe('ratios', () => {
  it('A→B × B→A = 1', () =>
    always((random) => {
      const [a, b] = [positive(random), positive(random)];
      expect(a.over(b).times(b.over(a)).toString()).toBe('1');
    }));

  it('A→B × B→C = A→C', () =>
    always((random) => {
      const [a, b, c] = [positive(random), positive(random), positive(random)];
      expect(b.over(a).times(c.over(b)).toString()).toBe(c.over(a).toString());
    }));

  it('a ratio inverted twice is itself, and a ratio plus its negation is 0', () =>
    always((random) => {
      const value = positive(random).over(positive(random));
      expect(value.inverse().inverse().toString()).toBe(value.toString());
      expect(value.plus(minus(value)).toString()).toBe('0');
    }));

  it('equal values have the same text, which reads back as that value', () =>
    always((random) => {
      const [value, factor] = [ratio(random), BigInt(2 + random.below(1000))];
      const widened = Ratio.of(value.numerator * -factor, value.denominator * -factor);
      expect(widened.toString()).toBe(value.toString());
      expect(Ratio.parse(value.toString()).compareTo(value)).toBe(0);
    }));
});

describe('rounding', () => {
  it('gives the same as long division by hand', () =>
    always((random) => {
      const [numerator, places] = [BigInt(randomDigits(random, 1 + random.below(30))), random.below(11)];
      const denominator = BigInt(`${1 + random.below(9)}${randomDigits(random, random.below(20))}`);
      const signed = random.below(2) === 0 ? numerator : -numerator;
      expect(Ratio.of(signed, denominator).round(places)).toBe(longDivision(signed, denominator, places));
    }));

  it('changes a value by at most half a unit of the last place, and rounding again changes nothing', () =>
    always((random) => {
      const [value, places] = [ratio(random), random.below(11)];
      const rounded = Ratio.parse(value.round(places));
      const off = size(rounded.plus(minus(value)));
      expect(off.compareTo(Ratio.parse(`5e-${places + 1}`))).toBeLessThanOrEqual(0);
      expect(rounded.round(places)).toBe(value.round(places));
    }));

  it('of -x mirrors that of x, even for ties, so that a refund mirrors its invoice', () =>
    always((random) => {
      const places = random.below(11);
      const tie = Ratio.parse(`${randomDigits(random, 1 + random.below(9))}.${randomDigits(random, places)}5`);
      for (const value of [ratio(random), tie]) {
        expect(Ratio.parse(minus(value).round(places)).compareTo(minus(Ratio.parse(value.round(places))))).toBe(0);
      }
    }));

  it('keeps the order: a smaller value never rounds to a larger one', () =>
    always((random) => {
      const [left, right, places] = [ratio(random), ratio(random), random.below(4)];
      const [rounded, other] = [Ratio.parse(left.round(places)), Ratio.parse(right.round(places))];
      expect(rounded.compareTo(other) * left.compareTo(right)).toBeGreaterThanOrEqual(0);
    }));

  it('to significant digits moves with the point, keeps that many digits, and is off by at most half a unit', () =>
    always((random) => {
      const [value, figures, power] = [positive(random).over(positive(random)), 1 + random.below(20), random.below(30)];
      const rounded = value.roundSignificant(figures);
      const moved = value.times(Ratio.parse(`1e${power}`)).roundSignificant(figures);
      expect(moved.toString()).toBe(rounded.times(Decimal.parse(`1e${power}`)).toString());
      expect(rounded.digits.toString().replace(/0+$/, '').length).toBeLessThanOrEqual(figures);
      const off = size(rounded.toRatio().plus(minus(value))).over(value);
      expect(off.compareTo(Ratio.parse(`5e-${figures}`))).toBeLessThanOrEqual(0);
    }));
});
