/** What a provider states for a day, and the crosses that can be made of it. Pure. */
import { levelOf } from '../archive/per-unit.ts';
import type { StandingRow } from '../archive/rows.ts';
import { Ratio } from '../wire/decimal.ts';

/** Everything that a provider states for a day. */
export interface Quotes {
  readonly reference: string;
  readonly rows: readonly StandingRow[];
}

/** Units of the quote per one unit of the base, or null if the provider does not quote both. */
export function crossOf(quotes: Quotes, base: string, quote: string): Ratio | null {
  const [ofBase, ofQuote] = [unitsOf(quotes, base), unitsOf(quotes, quote)];
  return ofBase === null || ofQuote === null ? null : ofQuote.over(ofBase);
}

/** Units of the currency per one unit of the reference currency, or null if the provider does not quote it. */
function unitsOf({ reference, rows }: Quotes, currency: string): Ratio | null {
  if (currency === reference) return Ratio.of(1n, 1n);
  const row = rows.find(
    ({ base, quote }) => (base === currency && quote === reference) || (base === reference && quote === currency),
  );
  if (row === undefined) return null;
  const level = levelOf(row);
  if (level.sign <= 0) return null;
  return row.quote === reference ? level.inverse() : level;
}
