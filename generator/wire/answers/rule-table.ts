/** Tables → the one table from which the answer of a rule is written: the side that the law names, and its mean. */
import { inTable, meanOf } from '../exact/mean.ts';
import type { CurrencyCode } from '../words/schemas.ts';
import { type Rounding, toPlaces } from './rules.ts';
import { type Figures, type Side, type Table, toTable } from './table.ts';

export interface RuleReading {
  readonly side: Side;
  readonly rounding: Rounding;
  /** The only currencies that the law takes from the provider; null for all. */
  readonly currencies: readonly CurrencyCode[] | null;
}

/**
 * Its mids are the rates that the law names, and it has no other sides; it is dated by the last of the tables.
 *
 * A currency that fewer than nine tenths of the tables state has no mean: the German ministry gave none for ISK in
 * December 2008, which the ECB printed until the 9th, and the Australian office none for the 5 days of CAD in 2023, but
 * one for the 245 of 250 days of CHF. Days without a figure are not counted.
 * @param tables oldest first, at least one
 */
export function toRuleTable(tables: readonly Table[], { side, rounding, currencies }: RuleReading): Table {
  const last = tables.at(-1);
  if (last === undefined) throw new TypeError('no table for a rule');
  const facts = { provider: last.provider, date: last.date, reference: last.reference, bidAsk: false };
  const ofSide = tables.map((table) =>
    table.reference === last.reference ? table.figures : new Map<CurrencyCode, Figures>(),
  );
  const rows = [...(currencies ?? new Set(ofSide.flatMap((figures) => [...figures.keys()])))].flatMap((currency) => {
    const stated = ofSide.map((figures) => figures.get(currency)?.[side] ?? null);
    const figures = stated.filter((figure) => figure !== null);
    if (10 * figures.length < 9 * tables.length) return [];
    const mean = meanOf(figures);
    const mid = inTable(mean, toPlaces(rounding, currency, mean.places));
    return [[currency, { mid, bid: null, ask: null }] as const];
  });
  return toTable(facts, rows);
}
