/** One figure for a row, per one unit of its base: what rows of several units and sides are compared by. Pure. */
import type { Observation } from '../feeds/provider.ts';
import { Decimal, Ratio } from '../wire/decimal.ts';

/** Exactly: the international troy ounce of 480 grains at 64.79891 mg. */
export const OUNCE_GRAMS = Decimal.parse('31.1034768').toRatio();
const HALF = Ratio.of(1n, 2n);

/** The figure that a row is judged by: its mid, else the average of its sides, else its one side, per one unit (or ounce). */
export function levelOf({ per, unit, mid, bid, ask }: Observation): Ratio {
  const [low, high] = [bid || ask, ask || bid];
  const value =
    mid === '' ? Decimal.parse(low).plus(Decimal.parse(high)).toRatio().times(HALF) : Decimal.parse(mid).toRatio();
  const ofOne = value.over(Decimal.parse(per).toRatio());
  return unit === 'g' ? ofOne.times(OUNCE_GRAMS) : ofOne;
}
