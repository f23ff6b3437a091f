/**
 * Whether a currency moves with the euro or with the dollar, as the figures of the window show. A figure of an earlier
 * day is carried to the day of a fixing by the one with which it moves. Pure.
 */
import { Ratio } from '../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../wire/words/schemas.ts';
import type { Fixing } from './fixing.ts';

const NONE = Ratio.of(0n, 1n);

/** A currency's figures per EUR and per USD, by one contributor on one date. */
interface Point {
  readonly euro: Ratio;
  readonly dollar: Ratio;
}

/** By what a currency moves: a key of its points. */
export type Mover = 'euro' | 'dollar';

/**
 * For each contributor, the highest of its figures of the currency divided by the lowest, less one, says how far the
 * currency moved: once per EUR and once per USD. It moves with the euro if the sum over all contributors is smaller per
 * EUR. A currency about which no contributor has two figures moves with the dollar.
 * @param windows each contributor's fixings of the window
 */
export function moverOf(currency: CurrencyCode, windows: readonly (readonly Fixing[])[]): Mover {
  let [perEuro, perDollar] = [NONE, NONE];
  for (const points of pointsOf(currency, windows)) {
    perEuro = perEuro.plus(rangeOf(points, 'euro')).plus(Ratio.one.negated());
    perDollar = perDollar.plus(rangeOf(points, 'dollar')).plus(Ratio.one.negated());
  }
  return perEuro.compareTo(perDollar) < 0 ? 'euro' : 'dollar';
}

/** The highest figure divided by the lowest, for the contributor for which it is most; 1 if none has two figures. */
export function widestRange(currency: CurrencyCode, windows: readonly (readonly Fixing[])[], mover: Mover): Ratio {
  const ranges = pointsOf(currency, windows).map((points) => rangeOf(points, mover));
  return ranges.reduce((widest, one) => (one.compareTo(widest) > 0 ? one : widest), Ratio.one);
}

/** What the fixing states of the currency for its own date, in units per its reference currency. */
export function midOf(code: CurrencyCode, { date, reference, quotations }: Fixing): Ratio | null {
  if (code === reference) return Ratio.one;
  const quotation = quotations.get(code);
  return quotation?.date === date ? quotation.mid : null;
}

function pointsOf(currency: CurrencyCode, windows: readonly (readonly Fixing[])[]): readonly (readonly Point[])[] {
  return windows.map((window) => window.flatMap((fixing) => pointOf(currency, fixing) ?? []));
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
