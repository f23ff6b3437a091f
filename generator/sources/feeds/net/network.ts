/**
 * The network as a source of answers: a provider's feeds one after another, one request at a time to a host, with
 * pauses.
 */

import { setTimeout } from 'node:timers/promises';
import { addDays } from '../../../wire/words/calendar.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import { type Delivery, type FeedSource, type FeedWanted, type Page, toSpanPages } from '../delivery.ts';
import type { Keep } from '../keeping.ts';
import type { Feed, ProviderDefinition } from '../provider.ts';
import type { FeedAnswer, FeedRequest, Keys, Span } from '../request.ts';
import { type Ask, beginSession, fetchDelivery } from './asking.ts';
import { type FetchContext, type FetchLimits, fetchAnswer } from './fetch.ts';

export interface NetworkOptions extends FetchContext {
  readonly now: () => Date;
  /** The shortest pause between two requests to a host, if it is longer than the usual one. */
  readonly pauseMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Told of every answer before it is read, and of those with a status that is not 2xx. */
  readonly keep?: Keep | undefined;
}

/**
 * The pause between two requests to a host. A span can be 6,500 days of one bank, asked for while people use its site.
 * The newest documents are few, 27 at most: with a quarter of a second between them they take seven seconds, which a
 * night has.
 */
const PAUSE_MS = { span: 1000, newest: 250 } as const;
/** Sources count requests by the minute. When years are fetched, a source that asks for a minute's wait gets it. */
const SPAN_LIMITS: Partial<FetchLimits> = { timeoutMs: 240_000, retryAfterMsMax: 65_000 };
/** Whole archives have up to 8 MB, and Jamaica's takes eight seconds on a good day. */
const ARCHIVE_LIMITS: Partial<FetchLimits> = { timeoutMs: 180_000 };
/** Of a whole archive, a night reads as many days. */
const WINDOW_DAYS = 31;
/**
 * One request of several fails now and then, and the next one succeeds. A source in trouble, however, is not asked for
 * the 249 other days of the year.
 */
const FAILURES_MAX = 2;

export function networkSource(options: NetworkOptions): FeedSource {
  const inTurn = inTurns(options.clock ?? STEADY_CLOCK, options.signal);
  return {
    readNotes: async () => [],
    async *deliver(provider, wanted) {
      for (const feed of provider.feeds) {
        const missing = (feed.keys ?? []).filter((name) => !wanted.keys[name]);
        if (missing.length > 0) yield { kind: 'note', text: `${feed.name} left out: ${missing.join(', ')} not set` };
        else yield* deliverFeed(provider, feed, wanted, options, inTurn);
      }
    },
  };
}

async function* deliverFeed(
  provider: ProviderDefinition,
  feed: Feed<unknown>,
  wanted: FeedWanted,
  options: NetworkOptions,
  inTurn: InTurn,
): AsyncGenerator<Delivery> {
  const { span, today, keys } = wanted;
  const pages = span === null || feed.between === undefined ? null : toSpanPages(feed, provider, span, today);
  yield* toldBefore(feed, wanted, pages);
  const window = span === null && feed.wholeArchive === true ? windowOf(provider, today) : undefined;
  const validatorsOf = span === null ? wanted.validatorsOf : undefined;
  const limits = { ...limitsOf(feed, pages !== null), ...options.limits };
  let tokens: Keys = {};
  const onAnswer = async (answer: FeedAnswer) => options.keep?.(provider.code, answer, { keys, tokens });
  const context = { ...options, limits, passing: feed.passing ?? [], onAnswer };
  const pauseMs = Math.max(PAUSE_MS[pages === null ? 'newest' : 'span'], feed.pauseMs ?? 0, options.pauseMs ?? 0);
  const alone = <T>(url: string, task: () => Promise<T>) => inTurn(new URL(url).host, pauseMs, task);
  let asks = toAsks(feed, wanted, pages, keys);
  const { session } = feed;
  let failures = 0;
  for (let index = 0; index < asks.length; index++) {
    if (session !== undefined && index % (session.renewAfter ?? asks.length) === 0) {
      const fetch = (request: FeedRequest) => alone(request.url, () => fetchAnswer(request, context));
      const begun = await beginSession(feed, session, keys, fetch, onAnswer);
      if ('kind' in begun) {
        yield begun;
        return;
      }
      tokens = begun.keys;
      asks = toAsks(feed, wanted, pages, { ...keys, ...tokens });
    }
    const ask = asks[index];
    if (ask === undefined) throw new TypeError(`${feed.name}: the request ${index} is missing`);
    const delivery = await alone(ask.request.url, () =>
      fetchDelivery(feed, { ...ask, window, validators: validatorsOf?.(ask.request) ?? null }, keys, context),
    );
    yield delivery.kind === 'document' ? { ...delivery, tokens } : delivery;
    failures = delivery.kind === 'failed' ? failures + 1 : 0;
    const left = asks.length - index - 1;
    const isOver = failures > 0 && options.signal?.aborted === true;
    if (left === 0 || !(isOver || failures === FAILURES_MAX)) continue;
    const why = isOver ? 'because the time ran out' : 'after two failures in a row';
    yield { kind: 'note', text: `${feed.name}: ${left} further requests not made ${why}` };
    return;
  }
}

/** What a run for a span says of a feed before it asks for anything. @param pages null for the newest documents */
function* toldBefore(feed: Feed<unknown>, wanted: FeedWanted, pages: readonly Page[] | null): Generator<Delivery> {
  const { span, answeredBefore = () => null } = wanted;
  if (span !== null && pages === null) {
    yield {
      kind: 'note',
      text: `${feed.name} cannot be asked for a span of dates: asking for its newest document instead`,
    };
  }
  const answers = (pages ?? []).flatMap((page) => answeredBefore(page) ?? []);
  if (answers.length === 0) return;
  yield {
    kind: 'remembered',
    feed,
    pages: answers.length,
    of: pages?.length ?? 0,
    hadFigures: answers.includes('figures'),
  };
}

/** The requests that no earlier run has an answer to. */
function toAsks(feed: Feed<unknown>, wanted: FeedWanted, pages: readonly Page[] | null, keys: Keys): readonly Ask[] {
  const { span, today, answeredBefore = () => null } = wanted;
  if (span === null || pages === null) return feed.latest(today, keys).map((request) => ({ request, page: undefined }));
  const requests = feed.between?.(span, keys, today) ?? [];
  if (requests.length !== pages.length)
    throw new TypeError(`${feed.name}: with keys it asks for a different number of pages than without`);
  const asks = requests.map((request, index) => ({ request, page: pages[index] }));
  return asks.filter(({ page }) => page === undefined || answeredBefore(page) === null);
}

/** The newest weeks of a whole archive, and as many days more as the source publishes in arrears. */
function windowOf({ schedule }: ProviderDefinition, today: IsoDate): Span {
  const days = WINDOW_DAYS + (schedule.lagDaysMax ?? 0);
  return { from: addDays(today, -days), to: addDays(today, schedule.leadDaysMax ?? 0) };
}

function limitsOf({ wholeArchive = false }: Feed<unknown>, isSpan: boolean): Partial<FetchLimits> {
  if (isSpan) return SPAN_LIMITS;
  return wholeArchive ? ARCHIVE_LIMITS : {};
}

// One request at a time to each host, for whichever provider, and a pause before the next one. The clock is
// injected.

export interface Clock {
  nowMs(): number;
  /** Rejects as soon as the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<unknown>;
}

const STEADY_CLOCK: Clock = {
  nowMs: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
};

type InTurn = <T>(host: string, pauseMs: number, task: () => Promise<T>) => Promise<T>;

/** A pause is counted from the end of an answer, so a slow source is not asked more often. */
export function inTurns(clock: Clock, signal?: AbortSignal): InTurn {
  const last = new Map<string, Promise<unknown>>();
  const endedMs = new Map<string, number>();
  return (host, pauseMs, task) => {
    const run = async () => {
      const leftMs = (endedMs.get(host) ?? -Infinity) + pauseMs - clock.nowMs();
      if (leftMs > 0) await clock.wait(leftMs, signal).catch(() => null); // the task throws when its time is up
      try {
        return await task();
      } finally {
        endedMs.set(host, clock.nowMs());
      }
    };
    const turn = (last.get(host) ?? Promise.resolve()).then(run, run);
    last.set(host, turn);
    return turn;
  };
}
