/**
 * What an answer says, before it is written as JSON, XML or CSV. Rates and amounts are plain decimal texts, rounded.
 */
import type { Currency, CurrencyCode, IsoDate, Provider, ProviderCode, Rule } from './schemas.ts';

export interface FixingHead {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  readonly base: CurrencyCode;
}

export interface RatesDocument extends FixingHead {
  readonly kind: 'rates';
  readonly rates: readonly { readonly currency: CurrencyCode; readonly rate: string }[];
}

export interface ExtendedRatesDocument extends FixingHead {
  readonly kind: 'extended';
  readonly rates: readonly {
    readonly currency: CurrencyCode;
    readonly mid: string;
    readonly bid: string;
    readonly ask: string;
  }[];
}

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
  | ConversionDocument
  | ProblemDocument;
