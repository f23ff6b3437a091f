/**
 * What the network and recordings have in common as sources of answers: `collect` treats the bytes of both alike. The
 * requests of a span have names by which a later run recognises a request that has been answered; they are made
 * without keys, so that they hold no secret and do not change with a token that lives for an hour.
 */

import { addDays, earlierOf } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Feed, ProviderDefinition } from './provider.ts';
import type { FeedAnswer, FeedRequest, Keys, Span, Validators } from './request.ts';

export interface FeedWanted {
  readonly today: IsoDate;
  /** The dates to load; null: the newest documents. */
  readonly span: Span | null;
  readonly keys: Keys;
  /** What an earlier run for the same span got for a page; null: it was not answered. */
  readonly answeredBefore?: ((page: Page) => 'figures' | 'nothing' | null) | undefined;
  /** What an earlier run was told about the newest document at this address; null: nothing. */
  readonly validatorsOf?: ((request: FeedRequest) => Validators | null) | undefined;
}

/** A whole answer, and when it was received: a UTC instant with seconds. */
export interface Received {
  readonly feed: Feed<unknown>;
  readonly answer: FeedAnswer;
  readonly seen: string;
  /** What the page of a session gave for the request, which must not be kept. Absent: nothing. */
  readonly tokens?: Keys | undefined;
  /** The days to read of a whole archive that was asked for as the newest document. Absent: all that was asked for. */
  readonly window?: Span | undefined;
}

export type Delivery =
  | ({ readonly kind: 'document'; readonly page?: Page | undefined } & Received)
  /** The source says that the newest document is still the one that an earlier run read. */
  | { readonly kind: 'unchanged'; readonly feed: Feed<unknown>; readonly request: FeedRequest }
  /** The source says that there is no document, where that is not a fault. */
  | { readonly kind: 'absent'; readonly feed: Feed<unknown>; readonly page?: Page | undefined }
  /** Pages of the span that were answered in an earlier run and are not asked for again. */
  | {
      readonly kind: 'remembered';
      readonly feed: Feed<unknown>;
      readonly pages: number;
      readonly of: number;
      /** Whether at least one of them had figures. */
      readonly hadFigures: boolean;
    }
  /** Worth a line in the log, but not a failure. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'failed'; readonly feed: Feed<unknown>; readonly reason: string };

export interface FeedSource {
  /** Yields the provider's documents in the order in which they were seen. */
  deliver(provider: ProviderDefinition, wanted: FeedWanted): AsyncIterable<Delivery>;
  /** Lines for the log that belong to no provider that is collected. */
  readNotes(): Promise<readonly string[]>;
}

/**
 * An address that may be kept and printed: without the values of keys, whether or not they are percent-encoded in it.
 */
export function withoutKeys(url: string, keys: Keys): string {
  const values = Object.values(keys).filter((value) => value !== '');
  return values.reduce((text, value) => text.replaceAll(encodeURIComponent(value), '').replaceAll(value, ''), url);
}

/** The keys of a provider's feeds: only the variables that its feeds declare are read, and those that are set are returned. */
export function keysOf({ feeds }: ProviderDefinition, env: Readonly<Record<string, string | undefined>>): Keys {
  const names = feeds.flatMap(({ keys }) => keys ?? []);
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

export interface Page {
  /** Counted from 1. */
  readonly number: number;
  readonly of: number;
  /** null: the answer may still grow, so the next run asks again. */
  readonly name: string | null;
}

/** For so long a source still adds to a date's figures, plus the days by which it publishes in arrears. */
const SETTLED_DAYS = 14;

/** One page for each request of `feed.between(span, …)`, in its order; none if the feed has no archive. */
export function toSpanPages(
  feed: Feed<unknown>,
  { schedule }: Pick<ProviderDefinition, 'schedule'>,
  span: Span,
  today: IsoDate,
): readonly Page[] {
  const namesOf = (part: Span) => (feed.between?.(part, {}, today) ?? []).map((request) => nameOf(feed, request));
  const settledTo = earlierOf(span.to, addDays(today, -SETTLED_DAYS - (schedule.lagDaysMax ?? 0)));
  const next = addDays(settledTo, 1);
  const settled = new Set(settledTo < span.from ? [] : namesOf({ from: span.from, to: settledTo }));
  // A page of a month or a year may contain days after `settledTo`, whose figures may still come or were not asked for.
  for (const name of namesOf({ from: next, to: next })) settled.delete(name);
  const names = namesOf(span);
  return names.map((name, index) => ({
    number: index + 1,
    of: names.length,
    name: settled.has(name) ? name : null,
  }));
}

function nameOf({ name }: Feed<unknown>, { method, url, body = '' }: FeedRequest): string {
  return hashOf([name, method, url, body].join('\n')).slice(0, 16);
}
