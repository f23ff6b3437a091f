/**
 * A span's requests, each with a name by which a later run recognises a request that has been answered. Names are made
 * without keys, so that they hold no secret and do not change with a token that lives for an hour. Pure.
 */
import { addDays, earlierOf } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Feed, FeedRequest, ProviderDefinition, Span } from './provider.ts';

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
