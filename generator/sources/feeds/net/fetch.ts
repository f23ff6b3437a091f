/**
 * Makes one polite request with undici: limited in time, size and redirects, and patient with a source that asks for
 * time. Anything but a whole answer with status 2xx is an error.
 */

import { pipeline, type Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { request as ask, type Dispatcher, errors } from 'undici';
import type { FeedAnswer, FeedRequest } from '../provider.ts';
import { faultOfStatus } from './page-kind.ts';
import { cookiesOf, type Hop, hopAfter } from './public-addresses.ts';

export interface FetchLimits {
  /** For all attempts together, including the waits between them. */
  readonly timeoutMs: number;
  /** Counted after decoding, because a small gzip can unpack to any size. */
  readonly bytesMax: number;
  readonly attemptsMax: number;
  readonly redirectsMax: number;
  /** The wait before the second attempt; it is doubled before each further attempt. */
  readonly backoffMs: number;
  /** The longest wait, however long the source asks for. */
  readonly retryAfterMsMax: number;
}

const FETCH_LIMITS: FetchLimits = {
  timeoutMs: 90_000,
  bytesMax: 32 * 1024 * 1024,
  attemptsMax: 4,
  redirectsMax: 5,
  backoffMs: 500,
  retryAfterMsMax: 30_000,
};

/** What we offer. Not deflate: IIS sends it without the header that the standard asks for. */
const ACCEPT_ENCODING = 'gzip, br';

/** The longest that we ask for has 400, but a page may link anything. */
const ADDRESS_CHARACTERS_MAX = 2000;

/** How much is read of an answer whose status is not 2xx. */
const START_BYTES_MAX = 128 * 1024;

export interface FetchContext {
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  /** Limits the time of several requests together. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<FetchLimits>;
  /** Further statuses that are worth another attempt. */
  readonly passing?: readonly number[];
}

/** @throws FetchError when the last attempt has failed too */
export async function fetchAnswer(request: FeedRequest, context: FetchContext): Promise<FeedAnswer> {
  if (request.url.length > ADDRESS_CHARACTERS_MAX)
    throw new FetchError(`the address has more than ${ADDRESS_CHARACTERS_MAX} characters`);
  const limits = { ...FETCH_LIMITS, ...context.limits };
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const signal = context.signal === undefined ? deadline : AbortSignal.any([deadline, context.signal]);
  for (let attempt = 1; ; attempt++) {
    try {
      // undici looks at a signal only after it has connected, which takes seconds where nothing answers.
      signal.throwIfAborted();
      return await fetchFollowing(request, context, limits, signal);
    } catch (error) {
      if (deadline.aborted) throw new FetchError(`no whole answer within ${limits.timeoutMs} ms`, { cause: error });
      if (signal.aborted) throw new FetchError('the time for collecting ran out', { cause: error });
      if (attempt === limits.attemptsMax || !isPassing(error, context.passing)) throw toFault(error);
      // An aborted wait needs no reason of its own: the next attempt fails with it.
      await wait(waitMsAfter(error, attempt, limits), undefined, { signal }).catch(() => null);
    }
  }
}

async function fetchFollowing(request: FeedRequest, context: FetchContext, limits: FetchLimits, signal: AbortSignal) {
  const { dispatcher, userAgent } = context;
  const defaults = { accept: '*/*', 'user-agent': userAgent };
  let hop: Hop = { method: request.method, url: new URL(request.url), body: request.body ?? null, cookies: new Map() };
  for (let redirects = 0; redirects <= limits.redirectsMax; redirects++) {
    const { method, url, body } = hop;
    const headers = { ...defaults, ...headersOf(request, hop), 'accept-encoding': ACCEPT_ENCODING };
    const answer = await ask(url, { method, headers, body, dispatcher, signal });
    const next = hopAfter(hop, answer);
    if (next === null) return await readAnswer(request, answer, hop, limits.bytesMax);
    await answer.body.dump();
    if (typeof next === 'string') throw new FetchError(next);
    hop = next;
  }
  throw new FetchError(`redirected more than ${limits.redirectsMax} times`);
}

/**
 * The feed's own headers, in small letters so that they replace ours, and the cookies of earlier hops. A key in a
 * header is meant for the host of the request, not for a host to which that one redirects.
 */
function headersOf({ url, headers = {} }: FeedRequest, hop: Hop): Readonly<Record<string, string>> {
  const isOwn = hop.url.origin === new URL(url).origin;
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const sent = new Map(isOwn ? own.filter(([name]) => hop.body !== null || name !== 'content-type') : []);
  const cookies = [sent.get('cookie') ?? '', ...hop.cookies.values()].filter((text) => text !== '');
  if (cookies.length > 0) sent.set('cookie', cookies.join('; '));
  return Object.fromEntries(sent);
}

async function readAnswer(
  request: FeedRequest,
  answer: Dispatcher.ResponseData,
  hop: Hop,
  bytesMax: number,
): Promise<FeedAnswer> {
  const { statusCode: status, headers } = answer;
  const isSuccess = status >= 200 && status <= 299;
  const bytes = isSuccess ? await readWhole(answer, bytesMax) : await readStart(answer);
  const validators = { etag: first(headers.etag), lastModified: first(headers['last-modified']) };
  const cookies = [...new Map([...hop.cookies, ...cookiesOf(answer)]).values()];
  const others = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  const plain = Object.fromEntries(others.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
  const contentType = first(headers['content-type']);
  const received = { request, bytes, contentType, cookies, validators, headers: plain };
  if (!isSuccess) throw new StatusError(status, first(headers['retry-after']) || null, { ...received, status });
  return received;
}

/** Without its content coding. A word that names none, such as `utf-8`, is passed over: the bytes are as they are. */
function unpacked({ headers, body }: Dispatcher.ResponseData): Readable {
  const coding = first(headers['content-encoding']).trim().toLowerCase();
  const unpack = coding === 'br' ? createBrotliDecompress : /^((x-)?gzip|deflate)$/.test(coding) ? createUnzip : null;
  return unpack === null ? body : pipeline(body, unpack(), () => {});
}

async function readWhole(answer: Dispatcher.ResponseData, bytesMax: number): Promise<Uint8Array> {
  const { bytes, isWhole } = await readUpTo(answer, bytesMax);
  if (!isWhole) throw new FetchError(`the answer has more than ${bytesMax} bytes`);
  return bytes;
}

/** The beginning of a page that says why, where one comes. The status is the fault, whatever comes with it. */
async function readStart(answer: Dispatcher.ResponseData): Promise<Uint8Array> {
  const start = await readUpTo(answer, START_BYTES_MAX).catch(() => null);
  return start?.bytes ?? Buffer.alloc(0);
}

async function readUpTo(answer: Dispatcher.ResponseData, bytesMax: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked(answer)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytesMax) break;
    }
  } finally {
    answer.body.destroy();
  }
  return { bytes: Buffer.concat(chunks), isWhole: size <= bytesMax };
}

/**
 * What a connection or a decoder failed with is the source's fault. A TypeError is our own: the request was made wrong.
 */
function toFault(error: unknown): unknown {
  if (error instanceof FetchError || error instanceof TypeError || !(error instanceof Error)) return error;
  return new FetchError(messageOf(error), { cause: error });
}

/** A host with several addresses fails with an error for each of them, and none of its own. */
function messageOf(error: Error): string {
  const own = error instanceof AggregateError ? error.errors.map((one: Error) => messageOf(one)).join(', ') : '';
  return own || error.message || error.name;
}

/** True for an overloaded or failing source, and for a connection that was not made or broke: worth another attempt. */
function isPassing(error: unknown, passing: readonly number[] = []): boolean {
  if (error instanceof StatusError)
    return error.status === 429 || error.status >= 500 || passing.includes(error.status);
  if (error instanceof AggregateError) return error.errors.some((one) => isPassing(one));
  if (error instanceof errors.UndiciError) return true;
  if (!(error instanceof Error && 'code' in error)) return false;
  // The end of a compressed answer is missing, as when a connection breaks whose length nobody stated.
  return 'syscall' in error || error.code === 'Z_BUF_ERROR';
}

function waitMsAfter(error: unknown, attempt: number, { backoffMs, retryAfterMsMax }: FetchLimits): number {
  const asked = error instanceof StatusError && error.retryAfter !== null ? toWaitMs(error.retryAfter) : null;
  return asked === null ? backoffMs * 2 ** (attempt - 1) : Math.min(asked, retryAfterMsMax);
}

/** Reads the header's two forms, a number of seconds and an HTTP date. */
function toWaitMs(retryAfter: string): number | null {
  if (/^\d{1,9}$/.test(retryAfter)) return Number.parseInt(retryAfter, 10) * 1000;
  const time = Date.parse(retryAfter);
  return Number.isNaN(time) ? null : Math.max(0, time - Date.now());
}

function first(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}

// Why a request brought no answer.

/** The source did not give a whole answer. */
export class FetchError extends Error {
  override readonly name: string = 'FetchError';
}

/** The source answered with a status that is not 2xx. */
export class StatusError extends FetchError {
  override readonly name = 'StatusError';

  constructor(
    readonly status: number,
    readonly retryAfter: string | null,
    /** With the beginning of the page that may say why. */
    readonly answer: FeedAnswer,
  ) {
    super(faultOfStatus(status, answer.bytes));
  }
}
