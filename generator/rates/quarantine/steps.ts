/**
 * A step from one figure to the next, how large it is, and whether the figure after it bears it out. Pure and exact.
 */
import { Ratio } from '../../wire/exact/decimal.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { STEP, UNITS } from './bounds.ts';

/** One figure with the date it was published for. */
export interface Point {
  readonly date: IsoDate;
  readonly value: Ratio;
  /** The redenomination that the series has taken part in, see renewal.ts; absent if it has in none. */
  readonly renewed?: string | undefined;
}

/** Both values are in the same units of the same pair. */
export interface FigureStep {
  readonly from: Point;
  readonly to: Point;
}

const MINUS_ONE = Ratio.of(-1n, 1n);

/** The larger value divided by the smaller one. */
export function growthOf(left: Ratio, right: Ratio): Ratio {
  return left.compareTo(right) > 0 ? left.over(right) : right.over(left);
}

/** @param factor how many times the smaller the larger may be */
export function isNear(left: Ratio, right: Ratio, factor: Ratio): boolean {
  return left.compareTo(right.times(factor)) <= 0 && right.compareTo(left.times(factor)) <= 0;
}

/** A move up and a move down by the same factor have the same size: 0.25 for both 4 → 5 and 5 → 4. */
export function sizeOf(step: FigureStep): Ratio {
  return growthOf(step.from.value, step.to.value).plus(MINUS_ONE);
}

export function isUp({ from, to }: FigureStep): boolean {
  return to.value.compareTo(from.value) > 0;
}

/**
 * Whether the provider's next figure bears the step out: it stays near or goes further the same way. A spike would
 * return, and a change of units, which lasts as well, is larger than twofold.
 */
export function isBorneOut({ from, to }: FigureStep, next: Ratio): boolean {
  if (!isNear(to.value, from.value, UNITS)) return false;
  return isNear(to.value, next, STEP) || to.value.compareTo(from.value) === next.compareTo(to.value);
}
