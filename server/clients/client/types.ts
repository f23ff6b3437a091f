/** Questions and answers, as docs/api.md describes them. */
import type { Rate } from '../../../generator/wire/answers/asking.ts';

/** Codes, or one text with commas between them. */
export type List = string | readonly string[];
export type Side = 'mid' | 'bid' | 'ask';
type Maybe<Of> = { readonly [Name in keyof Of]?: Of[Name] | undefined };

/** Currencies have no country. */
export type CodesQuery = Maybe<{ code: List; countryCode: List }>;

interface RatesParameters {
  provider: string;
  currencies: List;
  base: string;
  decimals: number;
  extended: boolean;
  type: Side;
  cross: boolean;
  published: boolean;
}
export type RatesQuery = Maybe<RatesParameters>;
export type HistoricalQuery = { readonly date: string } & Maybe<RatesParameters & { latest: boolean; rule: string }>;
export type SeriesQuery = { readonly from: string } & Maybe<
  RatesParameters & { to: string; period: 'day' | 'month' | 'quarter' | 'year' | 'span' } & {
    statistic: 'average' | 'end' | 'first';
  }
>;
/** The amount is no number: 0.1 + 0.2 is not 0.3. */
export type ConvertQuery = { readonly amount: string | bigint | Rate } & Maybe<
  Record<'base' | 'date' | 'rule' | 'provider', string> & { to: List; decimals: number; published: boolean }
>;

type Texts<Name extends string> = Readonly<Record<Name, string>>;
export type Currency = Texts<'code' | 'name' | 'numericCode'> & { readonly obsolete: boolean };
export type Provider = Texts<'code' | 'description' | 'country' | 'countryCode' | 'referenceCurrency'> &
  Readonly<Record<'timeSeries' | 'monthly' | 'bidAsk' | 'obsolete', boolean>>;
export type Rule = Texts<'code' | 'country' | 'purpose' | 'provider' | 'dateRule' | 'source'> & { readonly side: Side };

/** What one unit of the base is worth. */
export type Standard = Readonly<Record<string, Rate>>;
/** The same with both sides, which are 0 where they are not published. */
export type Extended = readonly (Texts<'currency'> & Readonly<Record<Side, Rate>>)[];
/** The figures as the provider published them: `per` units of the base in the quote currency. */
export type Published = readonly (Texts<'currency' | 'figureDate' | 'base' | 'quote' | 'unit' | 'table' | 'number'> &
  Readonly<Record<Side, Rate | null>> & { readonly per: Rate })[];
/** The rates of an answer to the question. */
export type Figures<Query> = Query extends { readonly published: true }
  ? Published
  : Query extends { readonly extended: true }
    ? Extended
    : Standard;

export type Rates<Of = Standard> = Texts<'provider' | 'date' | 'base'> & { readonly exchangeRates: Of };
/** A fixing with its date, or an average with its period. */
export type Item<Of = Standard> = { readonly exchangeRates: Of; readonly days?: Readonly<Record<string, number>> } & {
  readonly complete?: boolean;
} & Partial<Texts<'date' | 'period' | 'from' | 'to'>>;
export type Series<Of = Standard> = Texts<'provider' | 'base' | 'from' | 'to' | 'period'> & {
  readonly series: readonly Item<Of>[];
};
export type Conversion = Texts<'provider' | 'date' | 'base'> & {
  readonly amount: Rate;
  readonly conversions: Standard;
  /** With `published`, the figures from which it was made. */
  readonly published?: Published;
};
