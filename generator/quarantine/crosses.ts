/** What a provider states for a day, and the crosses that can be made of it. Pure. */
import type { Ratio } from '../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../wire/words/schemas.ts';

/** Everything that a provider states for a day. */
export interface Quotes {
  readonly reference: string;
  /** Units of the currency per one unit of the reference currency, which is 1 itself; null if it is not quoted. */
  unitsOf(currency: string): Ratio | null;
}

/** Figures are compared in these currencies where one provider does not quote the other's reference currency. */
export const BRIDGES: readonly CurrencyCode[] = [USD, EUR];

/** Units of the quote per one unit of the base, or null if the provider does not quote both. */
export function crossOf(quotes: Quotes, base: string, quote: string): Ratio | null {
  const [ofBase, ofQuote] = [quotes.unitsOf(base), quotes.unitsOf(quote)];
  return ofBase === null || ofQuote === null ? null : ofQuote.over(ofBase);
}

/**
 * NBU quotes silver but no roubles. Its silver in dollars is combined with the doubted provider's own dollars in
 * roubles. The provider's own dollars are never a bridge for its dollars: they would be their own witness.
 */
export function bridgedCross(own: Quotes, theirs: Quotes, base: string, quote: string): Ratio | null {
  for (const bridge of BRIDGES) {
    if (bridge === base || bridge === quote) continue;
    const [first, second] = base === own.reference ? [own, theirs] : [theirs, own];
    const [toBridge, fromBridge] = [crossOf(first, base, bridge), crossOf(second, bridge, quote)];
    if (toBridge !== null && fromBridge !== null) return toBridge.times(fromBridge);
  }
  return null;
}
