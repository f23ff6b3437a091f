/** How far figures are from others: exact sizes, and their median and 95th percentile. */
import { Ratio } from '../wire/exact/decimal.ts';

const HALF = Ratio.of(1n, 2n);
const BASIS_POINT = Ratio.of(1n, 10_000n);

/** |figure / reference - 1|. @throws RangeError if the reference is 0 */
export function deviationOf(figure: Ratio, reference: Ratio): Ratio {
  const signed = figure.over(reference).plus(Ratio.one.negated());
  return signed.sign < 0 ? signed.negated() : signed;
}

/** @param sorted at least one, ascending */
export function medianOf(sorted: readonly Ratio[]): Ratio {
  const [low = Ratio.one, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low.plus(high).times(HALF);
}

/** The smallest value that 95 of 100 do not exceed. @param sorted at least one, ascending */
export function percentile95(sorted: readonly Ratio[]): Ratio {
  const rank = (BigInt(sorted.length) * 95n + 99n) / 100n;
  return sorted.find((_, place) => BigInt(place) + 1n === rank) ?? Ratio.one;
}

/** 0.0012345 is `12.35`. */
export function toBasisPoints(size: Ratio): string {
  return toPlaces(size.over(BASIS_POINT), 2);
}

/** The value with exactly so many decimal places, one or more. */
export function toPlaces(value: Ratio, places: number): string {
  const [whole = '', decimals = ''] = value.round(places).split('.');
  return `${whole}.${decimals.padEnd(places, '0')}`;
}
