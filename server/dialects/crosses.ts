/** Rates in any base that a provider quotes, as texts: each is divided and rounded once. */

import { Decimal, type Ratio } from '../../generator/wire/exact/decimal.ts';
import type { KnownProvider } from '../../generator/wire/release/catalogue.ts';
import { compareTexts } from '../../generator/wire/words/order.ts';
import { type CurrencyCode, type IsoDate, PLACES_MAX } from '../../generator/wire/words/schemas.ts';
import type { Rates } from './rates.ts';

interface CrossesWanted {
  readonly base: CurrencyCode;
  /** Null for all, the base included. */
  readonly quotes: ReadonlySet<CurrencyCode> | null;
  /** Of the base; 1 unless something else is given. */
  readonly amount?: Decimal;
}

interface SpanOfCrosses extends CrossesWanted {
  readonly provider: KnownProvider;
  /** Dates of fixings, oldest first. */
  readonly dates: readonly IsoDate[];
}

/** In the order of codes. */
export type Crosses = readonly (readonly [code: CurrencyCode, rate: string])[];

/** Empty if the base is not quoted. @param mids per one unit of anything, the same for all */
export function crossesIn(
  mids: ReadonlyMap<CurrencyCode, Ratio>,
  { base, quotes, amount = Decimal.one }: CrossesWanted,
): Crosses {
  const ofBase = mids.get(base);
  if (ofBase === undefined) return [];
  const times = amount.toRatio();
  return [...mids]
    .filter(([code]) => quotes === null || quotes.has(code))
    .sort(([left], [right]) => compareTexts(left, right))
    .map(([code, mid]) => [code, times.times(mid).over(ofBase).round(PLACES_MAX)] as const);
}

/** A fixing that quotes none of what is asked for is left out. @throws Problem, StoreDown */
export async function* crossesOf(
  rates: Rates,
  { provider, dates, ...wanted }: SpanOfCrosses,
): AsyncGenerator<{ readonly date: IsoDate; readonly crosses: Crosses }> {
  const { base, quotes } = wanted;
  const codes = quotes === null ? null : new Set([...quotes, base]);
  for await (const { date, mids } of rates.span({ provider, dates, codes })) {
    const crosses = crossesIn(mids, wanted);
    if (crosses.length > 0) yield { date, crosses };
  }
}
