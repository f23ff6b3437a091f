/** Exact fractions in lowest terms, written for the audit alone: it shares no arithmetic with what it checks. */
export interface Fraction {
  readonly over: bigint;
  /** Above 0. */
  readonly under: bigint;
}

export const ONE: Fraction = { over: 1n, under: 1n };

/** Reads digits with at most one point and an exponent. @throws SyntaxError naming a text that is not such a number */
export function parseFraction(text: string): Fraction {
  const [mantissa = '', exponent = '0', ...more] = text.toLowerCase().split('e');
  const [whole = '', places = '', ...points] = mantissa.split('.');
  if (more.length > 0 || points.length > 0 || !/^\d+$/.test(whole + places) || !/^[+-]?\d{1,3}$/.test(exponent)) {
    throw new SyntaxError(`not a positive number: ${text.slice(0, 60)}`);
  }
  const shift = BigInt(exponent.replace('+', '')) - BigInt(places.length);
  const digits = BigInt(whole + places);
  return shift < 0n ? fraction(digits, 10n ** -shift) : fraction(digits * 10n ** shift, 1n);
}

export function fraction(over: bigint, under: bigint): Fraction {
  if (under <= 0n) throw new RangeError('the lower number of a fraction is above 0');
  let [left, right] = [over < 0n ? -over : over, under];
  while (right > 0n) [left, right] = [right, left % right];
  return { over: over / left, under: under / left };
}

export function sum(left: Fraction, right: Fraction): Fraction {
  return fraction(left.over * right.under + right.over * left.under, left.under * right.under);
}

export function product(left: Fraction, right: Fraction): Fraction {
  return fraction(left.over * right.over, left.under * right.under);
}

/** @throws RangeError if `right` is not above 0 */
export function quotient(left: Fraction, right: Fraction): Fraction {
  return fraction(left.over * right.under, left.under * right.over);
}

export function half(value: Fraction): Fraction {
  return fraction(value.over, value.under * 2n);
}

/** The difference of the two, without its sign. */
export function distance(left: Fraction, right: Fraction): Fraction {
  const apart = left.over * right.under - right.over * left.under;
  return fraction(apart < 0n ? -apart : apart, left.under * right.under);
}

export function isLess(left: Fraction, right: Fraction): boolean {
  return left.over * right.under < right.over * left.under;
}

export function ascending(left: Fraction, right: Fraction): number {
  if (isLess(left, right)) return -1;
  return isLess(right, left) ? 1 : 0;
}

/** Rounded to decimal places, a half away from zero, and written without trailing zeros. The value is 0 or more. */
export function toPlaces({ over, under }: Fraction, places: number): string {
  const scaled = (2n * over * 10n ** BigInt(places) + under) / (2n * under);
  const digits = scaled.toString().padStart(places + 1, '0');
  const [whole, rest] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  const kept = rest.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** Rounded once to significant digits. @param value above 0 */
export function toSignificant(value: Fraction, digits: number): string {
  // The power of ten of the value's first digit: 10^power <= value < 10^(power + 1).
  let power = value.over.toString().length - value.under.toString().length;
  if (isLess(value, powerOfTen(power))) power--;
  const places = digits - 1 - power;
  if (places >= 0) return toPlaces(value, places);
  const unit = 10n ** BigInt(-places);
  return `${((2n * value.over + value.under * unit) / (2n * value.under * unit)) * unit}`;
}

function powerOfTen(power: number): Fraction {
  return power < 0 ? fraction(1n, 10n ** BigInt(-power)) : fraction(10n ** BigInt(power), 1n);
}
