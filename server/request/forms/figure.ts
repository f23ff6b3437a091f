/** A rate as a form writes it: its direction, its decimals, and whether too much of it would be lost. */
import { Decimal, type Ratio } from '../../../generator/wire/exact/decimal.ts';
import { PLACES_MAX } from '../../../generator/wire/words/order.ts';

/** How a form writes a rate. Absent: every decimal that there is. */
export interface FigureShape {
  /** Exactly so many decimals. */
  readonly places?: number | undefined;
  /** At most so many digits in all. */
  readonly digits?: number | undefined;
  /** With one more zero where a program could take the point for a mark of thousands. */
  readonly isUnlikeThousands?: boolean;
}

export interface Figure {
  readonly exact: Ratio;
  /** As far as its digits are known. */
  readonly known: Decimal;
}

export function figureOf(rate: string): Figure {
  const known = Decimal.parse(rate);
  return { exact: known.toRatio(), known };
}

/**
 * What one over the rate is. A rate with all decimals of an answer was rounded, so that its inverse has no more digits
 * that mean anything than the rate has: one over 0.0000526302 is 19000.5, and not 19000.4978130883. Of 0, which a form may keep, it is 0.
 */
export function inverseOf({ exact, known }: Figure): Figure {
  if (known.sign === 0) return { exact, known };
  const inverse = exact.inverse();
  const wide = Decimal.parse(inverse.round(PLACES_MAX));
  if (known.scale < PLACES_MAX) return { exact: inverse, known: wide };
  const digits = inverse.roundSignificant(`${known.digits}`.length);
  return { exact: inverse, known: digits.scale < wide.scale ? digits : wide };
}

export function times({ exact, known }: Figure, factor: string): Figure {
  const by = Decimal.parse(factor);
  return { exact: exact.times(by.toRatio()), known: known.times(by) };
}

/** More digits than these must not be lost to rounding, nor more than are kept. */
const LOST_MAX = 5;

/** Null if too many digits would be lost, or have no room. It is rounded once, half away from zero. */
export function figureText({ exact, known }: Figure, shape: FigureShape): string | null {
  const { places = known.scale, digits = 99, isUnlikeThousands = false } = shape;
  const [whole = '', decimals = ''] = (known.scale <= places ? `${known}` : exact.round(places)).split('.');
  const isLikeThousands = isUnlikeThousands && decimals !== '' && decimals.length % 3 === 0;
  const filled = isLikeThousands ? `${decimals}0` : decimals.padEnd(places, '0');
  const kept = (whole + filled).replace(/^0+/, '').length;
  const lost = known.scale - places;
  if (lost > LOST_MAX || (lost > 0 && lost > kept) || kept > digits) return null;
  return filled === '' ? whole : `${whole}.${filled}`;
}
