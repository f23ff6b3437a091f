/** One request of a feed, and one session, each with whatever comes of it as a delivery. */
import { toInstant } from '../../../wire/words/calendar.ts';
import { type Delivery, type Page, withoutKeys } from '../delivery.ts';
import { DocumentError, type Feed, type Session } from '../provider.ts';
import type { FeedAnswer, FeedRequest, Keys, Span, Validators } from '../request.ts';
import { type FetchContext, FetchError, fetchAnswer, StatusError } from './fetch.ts';
import { faultOfAnswer } from './page-kind.ts';

export interface Ask {
  readonly request: FeedRequest;
  /** Of a request for a span; absent for the newest documents. */
  readonly page: Page | undefined;
}

interface FullAsk extends Ask {
  readonly window: Span | undefined;
  readonly validators: Validators | null;
}

/** What an answer is fetched with, and what is told of it. */
interface AskContext extends FetchContext {
  readonly now: () => Date;
  readonly onAnswer: (answer: FeedAnswer) => Promise<void>;
}

/** The keys of the session, or why there are none. @param fetch waits for the host's turn */
export async function beginSession(
  feed: Feed<unknown>,
  { request, linked, toKeys }: Session,
  keys: Keys,
  fetch: (request: FeedRequest) => Promise<FeedAnswer>,
  onAnswer: AskContext['onAnswer'],
): Promise<Failed | { readonly keys: Keys }> {
  let asked = request;
  let page: FeedAnswer | null = null;
  const ask = async () => {
    page = null;
    page = await fetch(asked);
    // A page at an address of the feed would be read as one of its documents.
    if (!feed.matches.test(asked.url)) await onAnswer(page);
    return page;
  };
  try {
    const first = await ask();
    if (linked === undefined) return { keys: toKeys(first) };
    asked = linked.toRequest(first);
    return { keys: toKeys(await ask()) };
  } catch (error) {
    if (error instanceof StatusError) await onAnswer(error.answer);
    return toFailed(feed, asked, keys, error, page);
  }
}

export async function fetchDelivery(
  feed: Feed<unknown>,
  { request, page, window, validators }: FullAsk,
  keys: Keys,
  context: AskContext,
): Promise<Delivery> {
  try {
    const answer = await fetchAnswer(ifChanged(request, validators), context);
    await context.onAnswer({ ...answer, request });
    return { kind: 'document', feed, page, answer: { ...answer, request }, seen: toInstant(context.now()), window };
  } catch (error) {
    const status = error instanceof StatusError ? error.status : null;
    if (status === 304 && validators !== null) return { kind: 'unchanged', feed, request };
    if (error instanceof StatusError) await context.onAnswer({ ...error.answer, request });
    if (status === 404 && request.mayBeAbsent) return { kind: 'absent', feed, page };
    return toFailed(feed, request, keys, error);
  }
}

function ifChanged(request: FeedRequest, validators: Validators | null): FeedRequest {
  if (validators === null) return request;
  const { etag, lastModified } = validators;
  const conditions = {
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  };
  return { ...request, headers: { ...request.headers, ...conditions } };
}

/** @throws the error itself, unless it is the source's fault */
function toFailed(
  feed: Feed<unknown>,
  request: FeedRequest,
  keys: Keys,
  error: unknown,
  answer: FeedAnswer | null = null,
): Failed {
  if (!(error instanceof FetchError || error instanceof DocumentError)) throw error;
  const fault = answer === null ? error.message : faultOfAnswer(answer.bytes, error.message);
  return { kind: 'failed', feed, reason: `${withoutKeys(request.url, keys)}: ${fault}` };
}

type Failed = Extract<Delivery, { readonly kind: 'failed' }>;
