/**
 * Exact numbers: text → Decimal → text. When a division is needed, a Ratio carries the exact value until it is rounded
 * once, at the end. There are no binary floats: 0.1 + 0.2 is 0.3 here, and 1e21 keeps all its digits.
 *
 * Rounding is half away from zero (Council Regulation (EC) No 1103/97, article 5), so that a refund of -0.125 mirrors
 * its invoice of 0.125: -0.13 and 0.13.
 */

import {
  absolute,
  greatestCommonDivisor,
  plainText,
  roundedQuotient,
  signOf,
  tenTo,
  terminatingPlaces,
} from './digits.ts';

const GRAMMAR = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** A terminating decimal: digits / 10^scale, with scale 0 or more and no trailing zero after the point. */
export class Decimal {
  static readonly zero = new Decimal(0n, 0);
  static readonly one = new Decimal(1n, 0);

  private constructor(
    readonly digits: bigint,
    readonly scale: number,
  ) {}

  static of(digits: bigint, scale: number): Decimal {
    let [kept, places] = scale < 0 ? [digits * tenTo(-scale), 0] : [digits, scale];
    while (places > 0 && kept % 10n === 0n) {
      kept /= 10n;
      places--;
    }
    return new Decimal(kept, places);
  }

  /**
   * Reads `12`, `-0.5`, `.5`, `5.`, `1e-7`, `1E+21`. A sign and an exponent of up to four digits are allowed; blanks
   * and thousands separators are not.
   * @throws SyntaxError naming the text when it is not such a number
   */
  static parse(text: string): Decimal {
    const found = GRAMMAR.exec(text);
    const [, sign, whole = '', fraction = '', exponent = '0'] = found ?? [];
    if (found === null || whole.length + fraction.length === 0) {
      throw new SyntaxError(`not a decimal number: ${JSON.stringify(text.slice(0, 60))}`);
    }
    const digits = BigInt(whole + fraction);
    return Decimal.of(sign === '-' ? -digits : digits, fraction.length - Number.parseInt(exponent, 10));
  }

  get sign(): -1 | 0 | 1 {
    return signOf(this.digits);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return Decimal.of(this.digits * tenTo(scale - this.scale) + other.digits * tenTo(scale - other.scale), scale);
  }

  times(other: Decimal): Decimal {
    return Decimal.of(this.digits * other.digits, this.scale + other.scale);
  }

  over(other: Decimal): Ratio {
    return this.toRatio().over(other.toRatio());
  }

  compareTo(other: Decimal): -1 | 0 | 1 {
    return signOf(this.digits * tenTo(other.scale) - other.digits * tenTo(this.scale));
  }

  toRatio(): Ratio {
    return Ratio.of(this.digits, tenTo(this.scale));
  }

  /** Plain notation: no exponent, no trailing zeros, no `-0`. */
  toString(): string {
    return plainText(this.digits, this.scale);
  }
}

const PLAIN = /^\d+(?:\.\d+)?$/;

/** One over the largest value that `roundFine` takes for a small one. */
const SMALL = 1000n;

/** An exact quotient. Only `toString` reduces it, because a reduction costs more than a product. */
export class Ratio {
  static readonly one = new Ratio(1n, 1n);

  private constructor(
    readonly numerator: bigint,
    readonly denominator: bigint,
  ) {}

  /** @throws RangeError when the denominator is 0, as in a division by a rate of zero */
  static of(numerator: bigint, denominator: bigint): Ratio {
    if (denominator === 0n) throw new RangeError('division by zero');
    return denominator < 0n ? new Ratio(-numerator, -denominator) : new Ratio(numerator, denominator);
  }

  /** Reads what `toString` writes: a decimal or `n/d`. */
  static parse(text: string): Ratio {
    const slash = text.indexOf('/');
    if (slash < 0 && PLAIN.test(text)) {
      // Most figures by far are such texts: this takes half the time of the way over a Decimal.
      const point = text.indexOf('.');
      if (point < 0) return new Ratio(BigInt(text), 1n);
      return new Ratio(BigInt(text.slice(0, point) + text.slice(point + 1)), tenTo(text.length - point - 1));
    }
    if (slash < 0) return Decimal.parse(text).toRatio();
    return Decimal.parse(text.slice(0, slash)).over(Decimal.parse(text.slice(slash + 1)));
  }

  get sign(): -1 | 0 | 1 {
    return signOf(this.numerator);
  }

  plus(other: Ratio): Ratio {
    if (this.denominator === other.denominator) return new Ratio(this.numerator + other.numerator, this.denominator);
    const numerator = this.numerator * other.denominator + other.numerator * this.denominator;
    return new Ratio(numerator, this.denominator * other.denominator);
  }

  times(other: Ratio): Ratio {
    return new Ratio(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Ratio): Ratio {
    if (this.denominator === other.denominator) return Ratio.of(this.numerator, other.numerator);
    // Most figures are per one unit. The value itself takes no room of its own.
    if (other.numerator === 1n && other.denominator === 1n) return this;
    return Ratio.of(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  negated(): Ratio {
    return new Ratio(-this.numerator, this.denominator);
  }

  inverse(): Ratio {
    return Ratio.of(this.denominator, this.numerator);
  }

  compareTo(other: Ratio): -1 | 0 | 1 {
    return signOf(this.numerator * other.denominator - other.numerator * this.denominator);
  }

  /** The value rounded half away from zero to `places` decimal places, in plain notation. */
  round(places: number): string {
    return plainText(roundedQuotient(this.numerator * tenTo(places), this.denominator), places);
  }

  /** The value rounded half away from zero to `figures` significant digits, in one step. */
  roundSignificant(figures: number): Decimal {
    if (this.numerator === 0n) return Decimal.zero;
    const magnitude = absolute(this.numerator).toString().length - this.denominator.toString().length;
    // The quotient has magnitude or magnitude + 1 digits, so that this is at most one place too many.
    const scale = figures - magnitude;
    const wide = this.#scaled(scale);
    const excess = absolute(wide).toString().length - figures;
    return excess <= 0 ? Decimal.of(wide, scale) : Decimal.of(this.#scaled(scale - excess), scale - excess);
  }

  /** As `round`, but to as many significant digits where the value is below 0.001: few of its places would count. */
  roundFine(figures: number): string {
    const isSmall = absolute(this.numerator) * SMALL < this.denominator;
    return isSmall ? this.roundSignificant(figures).toString() : this.round(figures);
  }

  /** A decimal if the value terminates, else `n/d` in lowest terms. Equal values have equal texts. */
  toString(): string {
    const divisor = greatestCommonDivisor(absolute(this.numerator), this.denominator);
    const [numerator, denominator] = [this.numerator / divisor, this.denominator / divisor];
    const places = terminatingPlaces(denominator);
    if (places === null) return `${numerator}/${denominator}`;
    return plainText((numerator * tenTo(places)) / denominator, places);
  }

  #scaled(scale: number): bigint {
    if (scale >= 0) return roundedQuotient(this.numerator * tenTo(scale), this.denominator);
    return roundedQuotient(this.numerator, this.denominator * tenTo(-scale));
  }
}

/**
 * The same values over one denominator if the largest denominator is a multiple of all others, as among decimals; else
 * the ratios as given.
 */
export function overOneDenominator(ratios: readonly Ratio[]): readonly Ratio[] {
  let largest = 1n;
  for (const { denominator } of ratios) if (denominator > largest) largest = denominator;
  if (!ratios.every(({ denominator }) => largest % denominator === 0n)) return ratios;
  return ratios.map(({ numerator, denominator }) => Ratio.of(numerator * (largest / denominator), largest));
}
