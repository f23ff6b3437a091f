/**
 * What an answer says, before it is written as JSON, XML or CSV. Rates and amounts are plain decimal texts, rounded.
 */
import type { PeriodKind } from '../words/periods.ts';
import type { Currency, CurrencyCode, IsoDate, Provider, ProviderCode, Rule } from '../words/schemas.ts';

export interface FixingHead {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  readonly base: CurrencyCode;
}

export interface RateRow {
  readonly currency: CurrencyCode;
  readonly rate: string;
}

export interface SidesRow {
  readonly currency: CurrencyCode;
  readonly mid: string;
  readonly bid: string;
  readonly ask: string;
}

export interface RatesDocument extends FixingHead {
  readonly kind: 'rates';
  readonly rates: readonly RateRow[];
}

export interface ExtendedRatesDocument extends FixingHead {
  readonly kind: 'extended';
  readonly rates: readonly SidesRow[];
}

/** Of a span of dates: those of the first and of the last fixing in it, empty where it has none. */
export interface SpanHead {
  readonly provider: ProviderCode;
  readonly base: CurrencyCode;
  readonly from: IsoDate | '';
  readonly to: IsoDate | '';
}

/** The mean of a month, a quarter or a year, or its last fixing. */
export interface PeriodItem<Row> {
  /** `2026-02`, `2026-Q1` or `2026`. */
  readonly period: string;
  /** The first and the last fixing that were used. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Whether the period is over and no publication in it is missing. */
  readonly complete: boolean;
  /** Of the last fixing, where it is what was asked for; null for a mean. */
  readonly date: IsoDate | null;
  /** `days` is how many fixings stated the currency. */
  readonly rates: readonly (Row & { readonly days: number })[];
}

/** The fixings of a span or its periods, oldest first. */
export type SpanDocument = SpanHead &
  (
    | { readonly kind: 'series'; readonly fixings: readonly RatesDocument[] }
    | { readonly kind: 'extendedSeries'; readonly fixings: readonly ExtendedRatesDocument[] }
    | { readonly kind: 'periods'; readonly period: PeriodKind; readonly items: readonly PeriodItem<RateRow>[] }
    | { readonly kind: 'extendedPeriods'; readonly period: PeriodKind; readonly items: readonly PeriodItem<SidesRow>[] }
  );

export interface ConversionDocument extends FixingHead {
  readonly kind: 'conversion';
  readonly amount: string;
  readonly conversions: readonly { readonly currency: CurrencyCode; readonly convertedAmount: string }[];
}

export interface ProblemDocument {
  readonly kind: 'problem';
  readonly message: string;
  readonly errorCode: number;
}

export type Document =
  | { readonly kind: 'currencies'; readonly items: readonly Currency[] }
  | { readonly kind: 'providers'; readonly items: readonly Provider[] }
  | { readonly kind: 'rules'; readonly items: readonly Rule[] }
  | RatesDocument
  | ExtendedRatesDocument
  | SpanDocument
  | ConversionDocument
  | ProblemDocument;
