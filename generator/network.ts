/** The network as a source of answers: each provider's feeds in turn, one request at a time to a host. */

import { type Delivery, type FeedSource, type Wanted, withoutKeys } from './feed-source.ts';
import { type FetchContext, fetchAnswer, StatusError } from './fetch.ts';
import type { Feed, FeedRequest, Keys, Session } from './provider.ts';
import { toInstant } from './wire/calendar.ts';

export interface NetworkOptions extends FetchContext {
  readonly now: () => Date;
}

export function networkSource(options: NetworkOptions): FeedSource {
  const alone = oneAtATime();
  return {
    readNotes: async () => [],
    async *deliver(provider, wanted) {
      for (const feed of provider.feeds) {
        const missing = (feed.keys ?? []).filter((name) => !wanted.keys[name]);
        if (missing.length > 0) yield { kind: 'note', text: `${feed.name} left out: ${missing.join(', ')} not set` };
        else yield* deliverFeed(feed, wanted, options, alone);
      }
    },
  };
}

async function* deliverFeed(
  feed: Feed<unknown>,
  wanted: Wanted,
  options: NetworkOptions,
  alone: Alone,
): AsyncGenerator<Delivery> {
  const { span, today, keys } = wanted;
  if (span !== null && feed.between === undefined) {
    yield { kind: 'note', text: `${feed.name} has no archive to ask for a span of dates: its newest document instead` };
  }
  const toRequests = (known: Keys) =>
    span !== null && feed.between !== undefined ? feed.between(span, known) : feed.latest(today, known);
  let requests = toRequests(keys);
  const { session } = feed;
  if (session !== undefined && requests.length > 0) {
    const begun = await alone(new URL(session.request.url).host, () => beginSession(feed, session, keys, options));
    if ('kind' in begun) {
      yield begun;
      return;
    }
    requests = toRequests({ ...keys, ...begun.keys });
  }
  for (const [index, request] of requests.entries()) {
    const delivery = await alone(new URL(request.url).host, () => fetchDelivery(feed, request, keys, options));
    yield delivery;
    if (delivery.kind !== 'failed') continue;
    // A source in trouble is not asked for the other 249 days of the year.
    const left = requests.length - index - 1;
    if (left > 0) yield { kind: 'note', text: `${feed.name}: ${left} further requests not made after this failure` };
    return;
  }
}

async function beginSession(
  feed: Feed<unknown>,
  session: Session,
  keys: Keys,
  options: NetworkOptions,
): Promise<Failed | { readonly keys: Keys }> {
  try {
    return { keys: session.toKeys(await fetchAnswer(session.request, options)) };
  } catch (error) {
    return toFailed(feed, session.request, keys, error);
  }
}

async function fetchDelivery(
  feed: Feed<unknown>,
  request: FeedRequest,
  keys: Keys,
  options: NetworkOptions,
): Promise<Delivery> {
  try {
    const answer = await fetchAnswer(request, options);
    return { kind: 'document', feed, answer, seen: toInstant(options.now()) };
  } catch (error) {
    if (error instanceof StatusError && error.status === 404 && request.mayBeAbsent) return { kind: 'absent', feed };
    return toFailed(feed, request, keys, error);
  }
}

function toFailed(feed: Feed<unknown>, request: FeedRequest, keys: Keys, error: unknown): Failed {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return { kind: 'failed', feed, reason: `${withoutKeys(request.url, keys)}: ${reason}` };
}

type Failed = Extract<Delivery, { readonly kind: 'failed' }>;

type Alone = <T>(host: string, task: () => Promise<T>) => Promise<T>;

function oneAtATime(): Alone {
  const last = new Map<string, Promise<unknown>>();
  return (host, task) => {
    const turn = (last.get(host) ?? Promise.resolve()).then(task, task);
    last.set(host, turn);
    return turn;
  };
}
