/**
 * Whether a currency moves with the euro or with the dollar, as the figures of the window show. A figure of an earlier
 * day is carried to the day of a fixing by the one with which it moves. Pure.
 */
import { Ratio } from '../wire/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../wire/schemas.ts';
import type { Fixing } from './fixing.ts';

const ONE = Ratio.of(1n, 1n);
const NONE = Ratio.of(0n, 1n);

/** A currency's figures per EUR and per USD, by one contributor on one date. */
interface Point {
  readonly euro: Ratio;
  readonly dollar: Ratio;
}

/**
 * For each contributor, the highest of its figures of the currency divided by the lowest, less one, says how far the
 * currency moved: once per EUR and once per USD. It moves with the euro if the sum over all contributors is smaller per
 * EUR. A currency about which no contributor has two figures moves with the dollar.
 * @param windows each contributor's fixings of the window
 */
export function movesWithEuro(currency: CurrencyCode, windows: readonly (readonly Fixing[])[]): boolean {
  let [perEuro, perDollar] = [NONE, NONE];
  for (const window of windows) {
    const points = window.flatMap((fixing) => pointOf(currency, fixing) ?? []);
    perEuro = perEuro.plus(spreadOf(points.map(({ euro }) => euro)));
    perDollar = perDollar.plus(spreadOf(points.map(({ dollar }) => dollar)));
  }
  return perEuro.compareTo(perDollar) < 0;
}

function pointOf(currency: CurrencyCode, fixing: Fixing): Point | null {
  const own = midOf(currency, fixing);
  if (own === null) return null;
  const [euro, dollar] = [midOf(EUR, fixing), midOf(USD, fixing)];
  return euro === null || dollar === null ? null : { euro: own.over(euro), dollar: own.over(dollar) };
}

function midOf(code: CurrencyCode, { date, reference, quotations }: Fixing): Ratio | null {
  if (code === reference) return ONE;
  const quotation = quotations.get(code);
  return quotation?.date === date ? quotation.mid : null;
}

function spreadOf([first, ...more]: readonly Ratio[]): Ratio {
  if (first === undefined) return NONE;
  const low = more.reduce((held, one) => (one.compareTo(held) < 0 ? one : held), first);
  const high = more.reduce((held, one) => (one.compareTo(held) > 0 ? one : held), first);
  return high.over(low).plus(ONE.negated());
}
