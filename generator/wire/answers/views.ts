/** Table → Document: the only arithmetic between a fixing and an answer. Each figure is divided and rounded once. */

import type { ConversionDocument, RatesDocument } from '../encode/document.ts';
import { type Decimal, overOneDenominator, type Ratio } from '../exact/decimal.ts';
import { getOrInsert, PLACES_MAX } from '../words/order.ts';
import type { CurrencyCode } from '../words/schemas.ts';
import type { Side, Table, View } from './table.ts';

export interface RatesWanted {
  readonly view: View;
  readonly base: CurrencyCode;
  /** Null for all currencies that the fixing quotes. */
  readonly currencies: ReadonlySet<CurrencyCode> | null;
  readonly places: Places;
}

/** Decimal places, 0 to 10; or ten of them and, of a figure below 0.001, ten significant digits. */
export type Places = number | 'fine';

export interface ConversionWanted {
  readonly base: CurrencyCode;
  /** Null for all currencies that the fixing quotes, including the base. */
  readonly to: ReadonlySet<CurrencyCode> | null;
  readonly amount: Decimal;
  readonly places: Places;
}

/** True when the fixing states a mid rate for the currency, which a base or a target needs. */
export function quotes(table: Table, code: CurrencyCode): boolean {
  return table.figures.get(code)?.mid != null;
}

/** @throws RangeError when the table does not quote the base, which the caller should check with `quotes` */
export function toRates(table: Table, wanted: RatesWanted): RatesDocument {
  const { view, base, currencies, places } = wanted;
  const head = { provider: table.provider, date: table.date, base };
  const toText = toRounded(table, base, places);
  const codes = [...table.figures.keys()].filter((code) => currencies === null || currencies.has(code));
  if (view !== 'extended') {
    const side: Side = view === 'standard' ? 'mid' : view;
    const stated = codes.map((currency) => ({ currency, rate: toText(currency, side) }));
    return { kind: 'rates', ...head, rates: stated.filter(isStated) };
  }
  const rates = codes.map((currency) => ({
    currency,
    mid: toText(currency, 'mid') ?? '0',
    bid: toText(currency, 'bid') ?? '0',
    ask: toText(currency, 'ask') ?? '0',
  }));
  return { kind: 'extended', ...head, rates };
}

/** Amount × exact rate, rounded once; not amount × the rounded rate that /v1/latest shows. */
export function toConversion(table: Table, { base, to, amount, places }: ConversionWanted): ConversionDocument {
  const ofBase = midOf(table, base);
  const exact = amount.toRatio();
  const conversions = [...table.figures].flatMap(([currency, { mid }]) => {
    if (mid === null || (to !== null && !to.has(currency))) return [];
    return [{ currency, convertedAmount: roundTo(exact.times(mid).over(ofBase), places) }];
  });
  const head = { provider: table.provider, date: table.date, base };
  return { kind: 'conversion', ...head, amount: amount.toString(), conversions };
}

/** @param value exact, because it is rounded once */
export function roundTo(value: Ratio, places: Places): string {
  return places === 'fine' ? value.roundFine(PLACES_MAX) : value.round(places);
}

type Rounded = (code: CurrencyCode, side: Side) => string | null;

function toRounded(table: Table, base: CurrencyCode, places: Places): Rounded {
  if (base === table.reference) {
    return (code, side) => {
      const figure = table.figures.get(code)?.[side] ?? null;
      return figure === null ? null : roundTo(figure, places);
    };
  }
  midOf(table, base);
  const mids = commonMids(table);
  const ofBase = mids.get(base);
  // Bid and ask of a cross would need both sides of both legs; for another base only mid is stated.
  return (code, side) => {
    const mid = side === 'mid' ? mids.get(code) : undefined;
    return mid === undefined || ofBase === undefined ? null : roundTo(mid.over(ofBase), places);
  };
}

const COMMON = new WeakMap<Table, ReadonlyMap<CurrencyCode, Ratio>>();

/**
 * The mids of a table over one denominator, computed once for all bases. A cross is then a quotient of two numerators,
 * which makes the 23,000 crosses of a fixing with 152 currencies cost a third less.
 */
function commonMids(table: Table): ReadonlyMap<CurrencyCode, Ratio> {
  return getOrInsert(COMMON, table, () => {
    const stated = [...table.figures].flatMap(([code, { mid }]) => (mid === null ? [] : [[code, mid] as const]));
    const common = overOneDenominator(stated.map(([, mid]) => mid));
    return new Map(stated.map(([code, mid], place) => [code, common[place] ?? mid]));
  });
}

function midOf(table: Table, code: CurrencyCode): Ratio {
  const mid = table.figures.get(code)?.mid;
  if (mid == null) throw new RangeError(`${code} is not quoted by ${table.provider} on ${table.date}`);
  return mid;
}

function isStated<Row extends { readonly rate: string | null }>(row: Row): row is Row & { readonly rate: string } {
  return row.rate !== null;
}
