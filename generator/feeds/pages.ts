/**
 * A span's requests, each with the name by which a later run knows that it has been answered. Pure; without keys, so that
 * nothing secret is in a name and a token that lives for an hour does not change it.
 */
import { createHash } from 'node:crypto';
import { addDays, earlierOf } from '../wire/calendar.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { Feed, FeedRequest, ProviderDefinition, Span } from './provider.ts';

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly of: number;
  /** null: its answer may still grow, so that the next run asks again. */
  readonly name: string | null;
}

/** Until then a source still adds to what it has published; one that publishes in arrears later by that. */
const SETTLED_DAYS = 14;

/** One for each of `feed.between(span, …)`, in its order; none where the feed has no archive. */
export function toSpanPages(
  feed: Feed<unknown>,
  { schedule }: Pick<ProviderDefinition, 'schedule'>,
  span: Span,
  today: IsoDate,
): readonly Page[] {
  const namesOf = (part: Span) => (feed.between?.(part, {}) ?? []).map((request) => nameOf(feed, request));
  const settledTo = earlierOf(span.to, addDays(today, -SETTLED_DAYS - (schedule.lagDaysMax ?? 0)));
  const next = addDays(settledTo, 1);
  const settled = new Set(settledTo < span.from ? [] : namesOf({ from: span.from, to: settledTo }));
  // The month or the year of both: what it says of the days after `settledTo` is not known yet, or was not asked for.
  for (const name of namesOf({ from: next, to: next })) settled.delete(name);
  const names = namesOf(span);
  return names.map((name, index) => ({
    number: index + 1,
    of: names.length,
    name: settled.has(name) ? name : null,
  }));
}

function nameOf({ name }: Feed<unknown>, { method, url, body = '' }: FeedRequest): string {
  return createHash('sha256').update([name, method, url, body].join('\n')).digest('hex').slice(0, 16);
}
