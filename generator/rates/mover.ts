/**
 * Whether a currency moves with the euro or with the dollar, as the figures of the window show. A figure of an earlier
 * day is carried to the day of a fixing by the one with which it moves. Pure.
 */
import { Ratio } from '../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../wire/words/schemas.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';

const NONE = Ratio.of(0n, 1n);

/** A currency's figures per EUR and per USD, by one contributor on one date. */
interface Point {
  readonly euro: Ratio;
  readonly dollar: Ratio;
}

/** By what a currency moves. */
type Mover = keyof Point;

/**
 * For each contributor, the highest of its figures of the currency divided by the lowest says how far the currency
 * moved: once per EUR and once per USD. It moves with the euro if the sum over all contributors is smaller per EUR. A
 * currency about which no contributor has two figures moves with the dollar.
 * @param windows each contributor's fixings of the window
 */
export function moverOf(currency: CurrencyCode, windows: Windows): Mover {
  const points = pointsOf(currency, windows);
  const moved = (mover: Mover) => points.map((own) => rangeOf(own, mover)).reduce((sum, one) => sum.plus(one), NONE);
  return moved('euro').compareTo(moved('dollar')) < 0 ? 'euro' : 'dollar';
}

/** The highest figure divided by the lowest, for the contributor for which it is most; 1 if none has two figures. */
export function widestRange(currency: CurrencyCode, windows: Windows, mover: Mover): Ratio {
  const ranges = pointsOf(currency, windows).map((points) => rangeOf(points, mover));
  return ranges.reduce((widest, one) => (one.compareTo(widest) > 0 ? one : widest), Ratio.one);
}

/** Of each contributor that states it. */
function pointsOf(currency: CurrencyCode, windows: Windows): readonly (readonly Point[])[] {
  const points = windows.map((window) => window.flatMap((fixing) => pointOf(currency, fixing) ?? []));
  return points.filter((own) => own.length > 0);
}

function pointOf(currency: CurrencyCode, fixing: Fixing): Point | null {
  const own = midOf(currency, fixing);
  if (own === null) return null;
  const [euro, dollar] = [midOf(EUR, fixing), midOf(USD, fixing)];
  return euro === null || dollar === null ? null : { euro: own.over(euro), dollar: own.over(dollar) };
}

function rangeOf(points: readonly Point[], mover: Mover): Ratio {
  const [first = Ratio.one, ...more] = points.map((point) => point[mover]);
  const low = more.reduce((least, one) => (one.compareTo(least) < 0 ? one : least), first);
  const high = more.reduce((most, one) => (one.compareTo(most) > 0 ? one : most), first);
  return high.over(low);
}
