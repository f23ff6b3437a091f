/** Arithmetic on the whole numbers that exact numbers consist of. */

const POWERS: bigint[] = [1n];

/** 10 to a power of 0 or more. The powers are kept, because every rounding needs the same few. */
export function tenTo(power: number): bigint {
  for (let next = POWERS.length; next <= power; next++) POWERS.push((POWERS[next - 1] ?? 1n) * 10n);
  const found = POWERS[power];
  if (found === undefined) throw new RangeError(`10 to the power ${power} is not a whole number`);
  return found;
}

/** The power for which `tenTo` gives the value; null for a value that is no power of ten, or a very high one. */
export function powerOfTen(value: bigint): number | null {
  return LOW_POWERS.get(value) ?? null;
}

const LOW_POWERS: ReadonlyMap<bigint, number> = new Map(
  Array.from({ length: 21 }, (_, power) => [tenTo(power), power]),
);

export function signOf(value: bigint): -1 | 0 | 1 {
  if (value === 0n) return 0;
  return value < 0n ? -1 : 1;
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The quotient as a whole number, rounded half away from zero. */
export function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const dividend = absolute(numerator);
  const floor = dividend / denominator;
  const rounded = (dividend - floor * denominator) * 2n >= denominator ? floor + 1n : floor;
  return numerator < 0n ? -rounded : rounded;
}

/** digits / 10^scale in plain notation: no exponent, no trailing zeros, no `-0`. */
export function plainText(digits: bigint, scale: number): string {
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

/** 1 when both are 0. */
export function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

/**
 * How many decimal places 1/denominator needs, or null if it does not terminate: it has a prime factor other than 2 and
 * 5.
 */
export function terminatingPlaces(denominator: bigint): number | null {
  const known = TERMINATING.get(denominator);
  if (known !== undefined) return known;
  let rest = denominator;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; twos++) rest /= 2n;
  for (; rest % 5n === 0n; fives++) rest /= 5n;
  return rest === 1n ? Math.max(twos, fives) : null;
}

/** By 2^n × 5^m. Every text of a figure asks for its places, which to find takes as long as forty divisions. */
const TERMINATING: ReadonlyMap<bigint, number> = new Map(
  Array.from({ length: 21 }, (_, twos) => twos).flatMap((twos) =>
    Array.from(
      { length: 21 },
      (__, fives) => [2n ** BigInt(twos) * 5n ** BigInt(fives), Math.max(twos, fives)] as const,
    ),
  ),
);
