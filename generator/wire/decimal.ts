/**
 * Exact numbers. Text → Decimal → text; where a division is needed, Ratio carries the exact value until the one rounding
 * at the end. Binary floats never appear: 0.1 + 0.2 is 0.3 here, and 1e21 lira are all there.
 *
 * Rounding is half away from zero (Council Regulation (EC) No 1103/97, article 5), so that a refund of -0.125 mirrors
 * its invoice of 0.125: -0.13 and 0.13.
 */

const GRAMMAR = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
const POWERS: bigint[] = [1n];

/** 10 to the given power, 0 or more; kept, because every rounding asks for the same few. */
export function tenTo(power: number): bigint {
  for (let next = POWERS.length; next <= power; next++) POWERS.push((POWERS[next - 1] ?? 1n) * 10n);
  const found = POWERS[power];
  if (found === undefined) throw new RangeError(`10 to the power ${power} is not a whole number`);
  return found;
}

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
   * Reads `12`, `-0.5`, `.5`, `5.`, `1e-7`, `1E+21`; a sign and an exponent (up to four digits) are allowed, blanks and
   * thousands marks are not.
   * @throws SyntaxError naming the text, when it is not such a number.
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

/** An exact quotient. Not reduced while calculating (a reduction costs more than a product); `toString` reduces. */
export class Ratio {
  private constructor(
    readonly numerator: bigint,
    readonly denominator: bigint,
  ) {}

  /** @throws RangeError when the denominator is 0: a rate of zero was divided by. */
  static of(numerator: bigint, denominator: bigint): Ratio {
    if (denominator === 0n) throw new RangeError('division by zero');
    return denominator < 0n ? new Ratio(-numerator, -denominator) : new Ratio(numerator, denominator);
  }

  /** Reads what `toString` writes: a decimal, or `n/d`. */
  static parse(text: string): Ratio {
    const slash = text.indexOf('/');
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

  /** The value rounded to so many decimal places, half away from zero, in plain notation. */
  round(places: number): string {
    return plainText(roundedQuotient(this.numerator * tenTo(places), this.denominator), places);
  }

  /** The value rounded once to so many significant digits, half away from zero. */
  roundSignificant(figures: number): Decimal {
    if (this.numerator === 0n) return Decimal.zero;
    const magnitude = absolute(this.numerator).toString().length - this.denominator.toString().length;
    const scale = figures - magnitude; // one place more than needed at most: the quotient has magnitude or magnitude + 1 digits
    const wide = this.#scaled(scale);
    const excess = absolute(wide).toString().length - figures;
    return excess <= 0 ? Decimal.of(wide, scale) : Decimal.of(this.#scaled(scale - excess), scale - excess);
  }

  /** A terminating decimal where the value is one, else `n/d` in lowest terms: one text for one value. */
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

/** The same values over one denominator where the largest of theirs is a multiple of each, as among decimals; else as given. */
export function overOneDenominator(ratios: readonly Ratio[]): readonly Ratio[] {
  let largest = 1n;
  for (const { denominator } of ratios) if (denominator > largest) largest = denominator;
  if (!ratios.every(({ denominator }) => largest % denominator === 0n)) return ratios;
  return ratios.map(({ numerator, denominator }) => Ratio.of(numerator * (largest / denominator), largest));
}

function signOf(value: bigint): -1 | 0 | 1 {
  if (value === 0n) return 0;
  return value < 0n ? -1 : 1;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const dividend = absolute(numerator);
  const floor = dividend / denominator;
  const rounded = (dividend - floor * denominator) * 2n >= denominator ? floor + 1n : floor;
  return numerator < 0n ? -rounded : rounded;
}

function plainText(digits: bigint, scale: number): string {
  const negative = digits < 0n;
  const text = (negative ? -digits : digits).toString();
  if (scale === 0) return negative ? `-${text}` : text;
  const padded = text.length > scale ? text : text.padStart(scale + 1, '0');
  let end = padded.length;
  const point = padded.length - scale;
  while (end > point && padded.charCodeAt(end - 1) === 48) end--;
  const plain = end === point ? padded.slice(0, point) : `${padded.slice(0, point)}.${padded.slice(point, end)}`;
  return negative && plain !== '0' ? `-${plain}` : plain;
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

/** Places that 1/denominator needs, or null where it does not terminate (a prime factor other than 2 and 5). */
function terminatingPlaces(denominator: bigint): number | null {
  let rest = denominator;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; twos++) rest /= 2n;
  for (; rest % 5n === 0n; fives++) rest /= 5n;
  return rest === 1n ? Math.max(twos, fives) : null;
}
