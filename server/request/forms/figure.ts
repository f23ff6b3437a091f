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
  /** Whether enough digits are known. */
  readonly isSure: boolean;
}

/** More digits than these must not be lost, and fewer than those must not be left of more. */
const [LOST_MAX, KEPT_MIN] = [5, 4];

export function figureOf(rate: string): Figure {
  const known = Decimal.parse(rate);
  return { exact: known.toRatio(), known, isSure: true };
}

/**
 * What one over the rate is. A rate is known to the ten places of an answer, and its inverse has no more digits that mean
 * anything: one over 0.0000526302 is 19000.5, and not 19000.4978130883.
 */
export function inverseOf({ exact, known }: Figure): Figure {
  // A form may keep what rounds to 0, of which nobody knows the inverse.
  if (known.sign === 0) return { exact, known, isSure: false };
  const inverse = exact.inverse();
  const wide = Decimal.parse(inverse.round(PLACES_MAX));
  const length = `${known.digits}`.length + PLACES_MAX - known.scale;
  const digits = inverse.roundSignificant(length);
  return { exact: inverse, known: digits.scale < wide.scale ? digits : wide, isSure: length >= KEPT_MIN };
}

export function times(figure: Figure, factor: string): Figure {
  const by = Decimal.parse(factor);
  return { ...figure, exact: figure.exact.times(by.toRatio()), known: figure.known.times(by) };
}

/** Null if too many digits would be lost, or have no room. The ten decimals of an answer are rounded, half away from zero. */
export function figureText({ exact, known, isSure }: Figure, shape: FigureShape): string | null {
  const { places = known.scale, digits = 99, isUnlikeThousands = false } = shape;
  const [whole = '', decimals = ''] = (known.scale <= places ? `${known}` : exact.round(places)).split('.');
  const isLikeThousands = isUnlikeThousands && decimals !== '' && decimals.length % 3 === 0;
  const filled = isLikeThousands ? `${decimals}0` : decimals.padEnd(places, '0');
  const kept = (whole + filled).replace(/^0+/, '').length;
  if (known.scale > places && (known.scale - places > LOST_MAX || kept < KEPT_MIN)) return null;
  if (!isSure || kept > digits) return null;
  return filled === '' ? whole : `${whole}.${filled}`;
}
