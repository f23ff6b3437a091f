/**
 * What an answer says, before it is written as JSON, XML or CSV. Rates and amounts are plain decimal texts, rounded.
 */
import type { SpanPeriod } from '../words/calendar.ts';
import type { Currency, CurrencyCode, IsoDate, Provider, ProviderCode, Rule } from '../words/schemas.ts';

export interface FixingHead {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  readonly base: CurrencyCode;
}

/**
 * One rate, three sides or what was published. The rows of a document are of one kind, which its own kind says, and begin
 * with the currency.
 */
export type RateRow =
  | { readonly currency: CurrencyCode; readonly rate: string }
  | { readonly currency: CurrencyCode; readonly mid: string; readonly bid: string; readonly ask: string }
  | PublishedRow;

/** The columns that state a figure, wherever figures are listed as they were published. */
export const STATED_COLUMNS = ['base', 'quote', 'per', 'unit', 'mid', 'bid', 'ask'] as const;

/** A figure as its provider published it, in its own digits: `per` units of the base in the quote currency. */
export type PublishedRow = {
  readonly currency: CurrencyCode;
  /** The day that the figure itself is of: one of a weekly list is older than the fixing. */
  readonly figureDate: string;
  readonly base: string;
  readonly quote: string;
  readonly per: string;
  /** `g` for a gram of a metal, else empty. */
  readonly unit: string;
  /** Empty for a side that the list does not state. */
  readonly mid: string;
  readonly bid: string;
  readonly ask: string;
  /** The list of the provider that states it. */
  readonly table: string;
  /** The bank's own number of that list, such as 046/A/NBP/2026; empty where it has none. */
  readonly number: string;
};

export interface RatesDocument extends FixingHead {
  readonly kind: 'rates' | 'extended' | 'published';
  readonly rates: readonly RateRow[];
}

export interface PublishedDocument extends RatesDocument {
  readonly kind: 'published';
  readonly rates: readonly PublishedRow[];
}

/** The mean of a month, a quarter, a year or the whole span, or its last or first fixing. */
export interface PeriodItem {
  /** `2026-02`, `2026-Q1`, `2026` or `2026-02-15/2026-04-14`. */
  readonly period: string;
  /** The first and the last fixing that were used. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Whether the period is over and no publication in it is missing. */
  readonly complete: boolean;
  /** Of the fixing, where one was asked for; null for a mean. */
  readonly date: IsoDate | null;
  /** `days` is how many fixings stated the currency. */
  readonly rates: readonly (RateRow & { readonly days: number })[];
}

/** The fixings of a span or its periods, oldest first. */
export type SpanDocument = {
  readonly provider: ProviderCode;
  readonly base: CurrencyCode;
  /** Of the first and of the last fixing in it, empty where it has none. */
  readonly from: IsoDate | '';
  readonly to: IsoDate | '';
} & (
  | { readonly kind: 'series' | 'extendedSeries' | 'publishedSeries'; readonly fixings: readonly RatesDocument[] }
  | {
      readonly kind: 'periods' | 'extendedPeriods';
      readonly period: Exclude<SpanPeriod, 'day'>;
      readonly items: readonly PeriodItem[];
    }
);

export interface ConversionDocument extends FixingHead {
  readonly kind: 'conversion';
  readonly amount: string;
  readonly conversions: readonly { readonly currency: CurrencyCode; readonly convertedAmount: string }[];
}

/** A conversion with the published figures that it was made from. */
interface PublishedConversion extends Omit<ConversionDocument, 'kind'> {
  readonly kind: 'publishedConversion';
  readonly published: readonly PublishedRow[];
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
  | SpanDocument
  | ConversionDocument
  | PublishedConversion
  | ProblemDocument;

/** A document that is no span is written as a whole. */
export type WholeDocument = Exclude<Document, SpanDocument>;

/** How a span is written in one of the formats, item by item. */
export interface SpanWriter {
  readonly start: string;
  readonly separator: string;
  readonly end: string;
  itemText(item: RatesDocument | PeriodItem): string;
}

// The format in which a document is written, and its content type.

export type Format = 'json' | 'xml' | 'csv';
export const FORMATS: readonly Format[] = ['json', 'xml', 'csv'];

export interface Rendition {
  readonly format: Format;
  /** CSV only: whether the first row names the columns. CSV files of the tree have this row. */
  readonly header: boolean;
  /** JSON only: whether figures are strings. Those of files of the tree are numbers. */
  readonly asText?: boolean;
}

export function contentType({ format, header }: Rendition): string {
  if (format === 'json') return 'application/json; charset=utf-8';
  if (format === 'xml') return 'application/xml; charset=utf-8';
  return `text/csv; charset=utf-8; header=${header ? 'present' : 'absent'}`;
}
