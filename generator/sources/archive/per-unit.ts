/**
 * One figure for a row, per one unit of its base, so that rows with different units and sides can be compared. Pure.
 */

import { Decimal, Ratio } from '../../wire/exact/decimal.ts';
import type { Observation } from '../feeds/observation.ts';

/** Exact: the international troy ounce has 480 grains of 64.79891 mg. */
export const OUNCE_GRAMS = Decimal.parse('31.1034768').toRatio();
const HALF = Ratio.of(1n, 2n);

/**
 * The row's mid, or else the average of its sides, or else its only side, per one unit of the base (a metal's: one
 * ounce).
 */
export function levelOf({ per, unit, mid, bid, ask }: Observation): Ratio {
  const [low, high] = [bid || ask, ask || bid];
  const value =
    mid === '' ? Decimal.parse(low).plus(Decimal.parse(high)).toRatio().times(HALF) : Decimal.parse(mid).toRatio();
  const ofOne = value.over(Decimal.parse(per).toRatio());
  return unit === 'g' ? ofOne.times(OUNCE_GRAMS) : ofOne;
}
