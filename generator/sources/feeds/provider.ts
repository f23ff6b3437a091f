/**
 * What a provider declares: who it is, where its documents are, and how to read them. An adapter has no arithmetic,
 * no `catch` and no clock. It relays figures as published: in the published direction, with `per` for the published
 * unit.
 */

import type { z } from 'zod';
import { referenceOn, toProviderCode } from '../../wire/words/codes.ts';
import { toPlain } from '../../wire/words/plain.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import type { FeedAnswer, FeedRequest, Keys, Span } from './request.ts';

export type { FeedAnswer, FeedRequest, Keys, Span } from './request.ts';

/**
 * A token in a form or a cookie, which a source gives to anybody and wants back with each request for a while. It is
 * asked for once, before the feed's first request. It is not secret, but it must not be kept: it goes into headers or
 * the body, never into an address, because addresses are kept. An address that a page links, of a workbook that has
 * another name each day, is found in the same way, and is kept.
 */
export interface Session {
  readonly request: FeedRequest;
  /** Where that page only links the one that has what is looked for: the linked one, and how to know its address. */
  readonly linked?: { readonly matches: RegExp; toRequest(answer: FeedAnswer): FeedRequest };
  /** After so many requests it is begun again, for a source that forgets its visitors. Absent: once is enough. */
  readonly renewAfter?: number;
  /** Named by the feed; they join the keys of `latest` and `between`. @throws DocumentError if the answer has none */
  toKeys(answer: FeedAnswer): Keys;
}

/** One kind of document of a provider. */
export interface Feed<Parsed> {
  /** Unique within the provider. */
  readonly name: string;
  /** Feeds that state the same list share a table, and their figures correct each other's. Default: the feed's name. */
  readonly table?: string;
  /** 'week': figures stay in force in the provider's fixings for up to 14 days. Default: 'day'. */
  readonly frequency?: 'day' | 'week';
  /** A document lists only some of the table's currencies, so an absent currency is not withdrawn. Default: false. */
  readonly partial?: boolean;
  /** Its figures count only where no other feed of the table has stated one: a document that others have overtaken. */
  readonly yields?: true;
  /**
   * Each answer is the whole archive. A night reads only its last weeks. It has 180 seconds to arrive.
   */
  readonly wholeArchive?: boolean;
  /**
   * 'first holds': of figures that a document states twice, the first one counts; the others are corrections of a later
   * day (HMRC) or slips (MMA). Default: neither counts.
   */
  readonly repeats?: 'first holds';
  /** Matches the addresses of this feed's requests, whatever dates they contain. */
  readonly matches: RegExp;
  /** The names of environment variables. If one is not set, the feed is skipped, which is logged. */
  readonly keys?: readonly string[];
  /** Used on the network only, because recordings hold the answers themselves. */
  readonly session?: Session;
  /** Between two requests, for a source that allows less than one a second: 15,000 keeps below five a minute. */
  readonly pauseMs?: number;
  /** Statuses that come and go at this source, and are worth another attempt as a 500 is. */
  readonly passing?: readonly number[];
  /** Requests for the newest documents as of `today`; none if the feed is only for spans or for an old form. */
  latest(today: IsoDate, keys: Keys): readonly FeedRequest[];
  /**
   * Requests for the documents of a span, in pages of the source's size. Absent if the source has no archive.
   * @param today for a source that numbers its pages from the newest
   */
  between?(span: Span, keys: Keys, today?: IsoDate): readonly FeedRequest[];
  /** Turns bytes into values, with numbers left as text: one of the readers in readers.ts. */
  read(answer: FeedAnswer): unknown;
  readonly schema: z.ZodType<Parsed>;
  observe(document: Parsed, answer: FeedAnswer): Iterable<Observation>;
  /** True for a document that says in words that it has no figures (BOI on holidays), which is never a fault. */
  isSilent?(document: Parsed): boolean;
}

export interface Schedule {
  /** The weekdays of publication, Monday 1 to Sunday 7. */
  readonly days: readonly number[];
  /** The local time of publication, HH:MM, in the IANA zone `timeZone`. */
  readonly time: string;
  readonly timeZone: string;
  /** By how many days a fixing's date may follow its publication (CBR: Friday's list is dated Saturday). Default: 0. */
  readonly leadDaysMax?: number;
  /** By how many days publication may follow a fixing's date. Default: 1. Above 7 the provider never enters GLOBAL. */
  readonly lagDaysMax?: number;
}

/** Of a feed: in which table its figures are, how long they stand, and at which addresses they are published. */
type FeedFacts = Pick<Feed<unknown>, 'name' | 'table' | 'frequency' | 'latest' | 'between'>;

/** Who a provider is, and how its figures are to be taken: all that is known of it outside generator/sources/. */
export interface ProviderFacts {
  readonly code: string;
  /** The name in English. */
  readonly description: string;
  readonly country: string;
  readonly countryCode: string;
  /** The reference currencies, oldest first, each with the first date on which it was in use. */
  readonly references: readonly { readonly from: string; readonly currency: string }[];
  readonly timeSeries: boolean;
  readonly bidAsk: boolean;
  readonly monthly?: boolean;
  /** One list for each quarter of a year, dated its last day, which may be amended in the quarter that follows. */
  readonly quarterly?: boolean;
  readonly obsolete?: boolean;
  /**
   * What the provider is if it is no bank. The rates of authorities are made for customs and taxes, from a bank's
   * selling rates or those of others, so they never enter GLOBAL. The description says it to users. Absent: a bank.
   */
  readonly kind?: 'customs authority' | 'tax authority';
  /**
   * 'month': a fixing counts for each day of the calendar month of its date; 'quarter': from a quarter's last day until
   * the next list is due. What is amended in between leaves the rest of the list in force. Default: 'day'.
   */
  readonly validity?: 'day' | 'month' | 'quarter';
  /**
   * The one other currency that figures may be quoted against, if the source states its pair with the reference
   * currency for the same day: BOJ's dollars per euro become yen per euro by its yen per dollar. Absent: there is none.
   */
  readonly bridge?: string;
  readonly schedule: Schedule;
  /**
   * Where its documents say so: in words, that figures are set on the working day before their date
   * (rates/blend/fixing.ts).
   */
  readonly setBefore?: string;
  /**
   * Currencies of which its figures are no voice in GLOBAL, each with why, and where that was seen: there they neither
   * count nor rebase the bank's other figures. The bank's own answers have them. Absent: there are none.
   */
  readonly noVoice?: Readonly<Record<string, string>>;
  /**
   * What we could not see for ourselves: an address without a recording, or a source that refuses some networks. It is
   * shown in status, so that nobody takes a failure for news. Absent: every document was recorded as we ask for it.
   */
  readonly caveat?: string;
  /** The page with the source's terms, and what they ask of people who reuse its figures. */
  readonly terms: { readonly url: string; readonly note: string };
  readonly feeds: readonly FeedFacts[];
}

/** The facts, and where and how its documents are read. */
export interface ProviderDefinition extends ProviderFacts {
  readonly feeds: readonly Feed<unknown>[];
}

export function defineFeed<Parsed>(feed: Feed<Parsed>): Feed<Parsed> {
  return feed;
}

export function defineProvider(definition: ProviderDefinition): ProviderDefinition {
  return definition;
}

/** The table that a feed's figures belong to. */
export function tableOf(feed: FeedFacts): string {
  return feed.table ?? feed.name;
}

/** A document is not the one that we expected. `collect` turns it into a FeedError that names provider and feed. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

export function toCode(definition: Pick<ProviderFacts, 'code'>): ProviderCode {
  return toProviderCode(definition.code);
}

export function toReferences(definition: Pick<ProviderFacts, 'references'>) {
  return definition.references as readonly { readonly from: IsoDate; readonly currency: CurrencyCode }[];
}

export function toReference(definition: Pick<ProviderFacts, 'references'>, date: IsoDate): CurrencyCode {
  return referenceOn(toReferences(definition), date);
}

/** The names of the tables whose figures stay in force until their next list. */
export function weeklyTables(definition: Pick<ProviderFacts, 'feeds'>): ReadonlySet<string> {
  const weekly = definition.feeds.filter(({ frequency }) => frequency === 'week');
  return new Set(weekly.map(tableOf));
}

/**
 * A provider's fault. The message names the provider, and what it quotes is plain. An empty or unknown document is a
 * fault too, not a quiet day.
 */
export class FeedError extends Error {
  override readonly name = 'FeedError';

  constructor(
    readonly provider: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${provider}: ${toPlain(message)}`, options);
  }
}

// A figure as a document states it, before anything is made of it, and its sides compared digit by digit.

/** `per` base = figure quote. A figure is the published digits with a decimal point; '' where it is not stated. */
export interface Observation {
  readonly date: IsoDate;
  /** The feed's label. `collect` skips and names a label that is in no currency list. */
  readonly base: string;
  readonly quote: string;
  readonly per: string;
  /** 'g' for a metal that is quoted per gram, otherwise '' (metals are quoted per troy ounce). */
  readonly unit: '' | 'g';
  readonly mid: string;
  /** In the pair as quoted, so bid ≤ ask; for foreign units per reference unit it is the bank's selling figure. */
  readonly bid: string;
  readonly ask: string;
  /** The last day of the validity that the source states beside the figure (BANREP); absent: the date itself. */
  readonly until?: IsoDate;
  /** The bank's own number of its list, which accountants must name (NBP: 046/A/NBP/2026); absent where it has none. */
  readonly number?: string | undefined;
}

/**
 * An observation of a mid rate alone, the most common kind. Each column is named, because V8 keeps what `...pair` adds
 * in an object of its own, and a history has 217,000 of them.
 */
export function midOf(
  pair: Pick<Observation, 'date' | 'base' | 'quote'> & Partial<Pick<Observation, 'per' | 'unit' | 'until' | 'number'>>,
  mid: string,
): Observation {
  const { date, base, quote, per = '1', unit = '', until, number } = pair;
  const observation: Observation = { date, base, quote, per, unit, mid, bid: '', ask: '' };
  if (until !== undefined) return { ...observation, until };
  return number === undefined ? observation : { ...observation, number };
}

/**
 * Both sides, or neither where a source that states both has one alone: nobody knows which of them it is. `collect`
 * leaves such a row out and names it.
 */
export function bothSides(bid: string, ask: string): Pick<Observation, 'bid' | 'ask'> {
  return bid === '' || ask === '' ? { bid: '', ask: '' } : { bid, ask };
}

const PLAIN = /^(\d+)(?:\.(\d+))?$/;

/**
 * True for a buying figure above the selling one, both as published: they are then averages of different deals (CBTT)
 * or mistakes, and no bid and ask. False if one of the two is not stated or is no plain decimal.
 */
export function isCrossed(bid: string, ask: string): boolean {
  const [, bidWhole, bidFraction = ''] = PLAIN.exec(bid) ?? [];
  const [, askWhole, askFraction = ''] = PLAIN.exec(ask) ?? [];
  if (bidWhole === undefined || askWhole === undefined) return false;
  const scaled = (whole: string, fraction: string, other: string) =>
    BigInt(`${whole}${fraction.padEnd(other.length, '0')}`);
  return scaled(bidWhole, bidFraction, askFraction) > scaled(askWhole, askFraction, bidFraction);
}
