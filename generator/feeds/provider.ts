/**
 * What a provider declares: who it is, where its documents lie, how to read them. No arithmetic, no catch, no clock:
 * figures are relayed as published, in the published direction, with `per` for the published unit.
 */
import type { z } from 'zod';
import { referenceOn } from '../wire/provider-index.ts';
import { type CurrencyCode, type IsoDate, type ProviderCode, providerCode } from '../wire/schemas.ts';

/** `per` base = figure quote. Figures are texts, digits as published with a decimal point; '' where not carried. */
export interface Observation {
  readonly date: IsoDate;
  /** As the feed labels it; what is in no currency list is skipped and named by `collect`. */
  readonly base: string;
  readonly quote: string;
  readonly per: string;
  /** 'g' where a metal is quoted per gram; '' otherwise (metals per troy ounce). */
  readonly unit: '' | 'g';
  readonly mid: string;
  /** Of the pair as quoted, so bid ≤ ask: where foreign units per reference unit are published, the bank's selling figure. */
  readonly bid: string;
  readonly ask: string;
  /** The last day of a validity period that the source states beside the figure (BANREP); absent: the day itself. */
  readonly until?: IsoDate;
}

export interface FeedRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A 404 or a document without figures says here: nothing was published for those days. Else it is a failure. */
  readonly mayBeAbsent?: true;
}

/** One answer's bytes after content decoding, before character decoding, with what is known of their origin. */
export interface Answer {
  readonly request: FeedRequest;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** `name=value` of each Set-Cookie, as the Cookie header of the next request wants them; absent in a recording. */
  readonly cookies?: readonly string[];
}

/** Inclusive. */
export interface Span {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Values of the environment that a feed needs, by the names it declares in `keys`. */
export type Keys = Readonly<Record<string, string>>;

/**
 * What a source gives to anybody who asks and wants back with each request for a while: a token in a form, a cookie. Asked for
 * once before the feed's first request. It is no secret, but it is nothing to keep either: it goes into headers or the body,
 * never into an address, which is kept.
 */
export interface Session {
  readonly request: FeedRequest;
  /** By names of the feed's own; they join the keys of `latest` and `between`. @throws where the answer has none. */
  toKeys(answer: Answer): Keys;
}

/** One kind of document of a provider. */
export interface Feed<Parsed> {
  /** Unique within the provider. */
  readonly name: string;
  /** Feeds that state the same list share a table: their figures correct each other. Default: the feed's name. */
  readonly table?: string;
  /** 'week': figures stay in force in the provider's fixings for up to 14 days. Default 'day'. */
  readonly frequency?: 'day' | 'week';
  /** A document lists only some of the table's currencies, so that an absent one is not withdrawn. Default false. */
  readonly partial?: boolean;
  /** Which requests are this feed's, whatever dates they name. */
  readonly matches: RegExp;
  /** Names of environment variables without which the feed is skipped by name. */
  readonly keys?: readonly string[];
  /** Asked on the network only: a recording is its answers. */
  readonly session?: Session;
  /** Between two requests, where the source allows fewer than one a second: 15,000 keeps below five a minute. */
  readonly pauseMs?: number;
  /** The newest document(s), as of the day given; none where the feed is only for spans or an old form. */
  latest(today: IsoDate, keys: Keys): readonly FeedRequest[];
  /** Documents for a span, in the source's page size. Absent where the source has no archive. */
  between?(span: Span, keys: Keys): readonly FeedRequest[];
  /** Bytes → values, numbers left as text; one of readers.ts. */
  read(answer: Answer): unknown;
  readonly schema: z.ZodType<Parsed>;
  observe(document: Parsed, answer: Answer): Iterable<Observation>;
  /** True of a document that says in words that it has nothing of the table: no fault, whatever was asked for (BOI's holidays). */
  isSilent?(document: Parsed): boolean;
}

export interface Schedule {
  /** Days of publication, Monday 1 to Sunday 7. */
  readonly days: readonly number[];
  /** Local time of publication, HH:MM, and its IANA zone. */
  readonly time: string;
  readonly timeZone: string;
  /** How many days ahead of its publication a fixing may be dated (CBR: Friday's list is dated Saturday). Default 0. */
  readonly leadDaysMax?: number;
  /** How many days after its date a fixing may appear. Default 1; above 7 the provider never enters GLOBAL. */
  readonly lagDaysMax?: number;
}

export interface ProviderDefinition {
  readonly code: string;
  /** Name in English. */
  readonly description: string;
  readonly country: string;
  readonly countryCode: string;
  /** Oldest first, each from a date on. */
  readonly references: readonly { readonly from: string; readonly currency: string }[];
  readonly timeSeries: boolean;
  readonly bidAsk: boolean;
  readonly monthly?: boolean;
  readonly obsolete?: boolean;
  /** 'month': a fixing counts for each day of the calendar month that it is dated in. Default 'day'. */
  readonly validity?: 'day' | 'month';
  /**
   * The one other currency that figures may be quoted against, where the source states its own pair of the two for the same
   * day: BOJ's dollars per euro become yen per euro by its yen per dollar. Absent: every pair has the reference currency.
   */
  readonly bridge?: string;
  readonly schedule: Schedule;
  /** Where the source states its terms, and what it asks of those who reuse its figures. */
  readonly terms: { readonly url: string; readonly note: string };
  readonly feeds: readonly Feed<unknown>[];
}

export function defineFeed<Parsed>(feed: Feed<Parsed>): Feed<Parsed> {
  return feed;
}

export function defineProvider(definition: ProviderDefinition): ProviderDefinition {
  return definition;
}

/** The table that a feed's figures belong to. */
export function tableOf(feed: Feed<unknown>): string {
  return feed.table ?? feed.name;
}

/** A document is not the one that we expected. `collect` turns it into a FeedError, which names the provider and the feed. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** A provider's fault: names the provider, keeps its cause. An empty or unrecognised document is one, not a quiet day. */
export class FeedError extends Error {
  override readonly name = 'FeedError';

  constructor(
    readonly provider: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${provider}: ${message}`, options);
  }
}

/** An observation of a mid rate, the most common kind: `per` base = mid quote. */
export function midOf(
  pair: Pick<Observation, 'date' | 'base' | 'quote'> & Partial<Pick<Observation, 'per' | 'unit' | 'until'>>,
  mid: string,
): Observation {
  return { per: '1', unit: '', ...pair, mid, bid: '', ask: '' };
}

export function toCode(definition: ProviderDefinition): ProviderCode {
  return providerCode.parse(definition.code);
}

export function toReferences(definition: ProviderDefinition) {
  return definition.references as readonly { readonly from: IsoDate; readonly currency: CurrencyCode }[];
}

export function toReference(definition: ProviderDefinition, date: IsoDate): CurrencyCode {
  return referenceOn([...toReferences(definition)], date);
}

/** Names of the tables whose figures stay in force until their next list. */
export function weeklyTables(definition: ProviderDefinition): ReadonlySet<string> {
  const weekly = definition.feeds.filter(({ frequency }) => frequency === 'week');
  return new Set(weekly.map(tableOf));
}
