/**
 * Makes one polite request with undici: limited in time, size and redirects, and patient with a source that asks for
 * time. Anything but a whole answer with status 2xx is an error.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request as ask, type Dispatcher, EnvHttpProxyAgent, errors } from 'undici';
import { InputError } from '../wire/input-error.ts';
import type { Answer, FeedRequest } from './provider.ts';

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

export interface FetchContext {
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  /** Limits the time of several requests together. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<FetchLimits>;
}

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
  ) {
    super(`the source answers ${status}`);
  }
}

/**
 * Connects directly, or through the proxies named by HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in capital or small letters.
 */
export function toDispatcher(env: Readonly<Record<string, string | undefined>>): Dispatcher {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const [httpProxy, httpsProxy, noProxy] = [read('HTTP_PROXY'), read('HTTPS_PROXY'), read('NO_PROXY')];
  if (httpProxy === '' && httpsProxy === '') return new Agent();
  for (const [name, address] of Object.entries({ HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy })) {
    // The address may hold a password, so it is not shown.
    if (address !== '' && !(/^https?:\/\//i.test(address) && URL.canParse(address)))
      throw new InputError(`${name} is not the address of a proxy; write http://HOST:PORT`);
  }
  return new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy });
}

/** A plain product name. It claims no address, because none of ours would answer for whoever runs the program. */
export function toUserAgent(version: string): string {
  return `ratetree/${version} (exchange rates; collects what central banks publish)`;
}

/** @throws FetchError when the last attempt has failed too */
export async function fetchAnswer(request: FeedRequest, context: FetchContext): Promise<Answer> {
  const limits = { ...FETCH_LIMITS, ...context.limits };
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const signal = context.signal === undefined ? deadline : AbortSignal.any([deadline, context.signal]);
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchFollowing(request, context, limits, signal);
    } catch (error) {
      if (deadline.aborted) throw new FetchError(`no whole answer within ${limits.timeoutMs} ms`, { cause: error });
      if (signal.aborted) throw new FetchError('the time for collecting was used up', { cause: error });
      if (attempt === limits.attemptsMax || !isPassing(error)) throw toFault(error);
      // An aborted wait needs no reason of its own: the next attempt fails with it.
      await wait(waitMsAfter(error, attempt, limits), undefined, { signal }).catch(() => null);
    }
  }
}

async function fetchFollowing(request: FeedRequest, context: FetchContext, limits: FetchLimits, signal: AbortSignal) {
  const { dispatcher, userAgent } = context;
  const headers = { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br' };
  let url = new URL(request.url);
  for (let redirects = 0; redirects <= limits.redirectsMax; redirects++) {
    // A key in a header is meant for the host of the request, not for a host to which that one redirects.
    const own = url.origin === new URL(request.url).origin ? request.headers : {};
    const options = { method: request.method, headers: { ...own, ...headers }, body: request.body ?? null };
    const answer = await ask(url, { ...options, dispatcher, signal });
    const location = redirectOf(answer);
    if (location === null) return await readAnswer(request, answer, limits.bytesMax);
    await answer.body.dump();
    if (!URL.canParse(location, url.href)) throw new FetchError('redirected to something that is not an address');
    const next = new URL(location, url);
    if (url.protocol === 'https:' && next.protocol !== 'https:') {
      throw new FetchError('redirected to an insecure address');
    }
    url = next;
  }
  throw new FetchError(`redirected more than ${limits.redirectsMax} times`);
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  const location = headers.location;
  return [301, 302, 303, 307, 308].includes(statusCode) && typeof location === 'string' ? location : null;
}

async function readAnswer(request: FeedRequest, answer: Dispatcher.ResponseData, bytesMax: number): Promise<Answer> {
  const { statusCode, headers, body } = answer;
  if (statusCode < 200 || statusCode > 299) {
    await body.dump();
    throw new StatusError(statusCode, first(headers['retry-after']) || null);
  }
  const decoder = decoderOf(first(headers['content-encoding']));
  if (decoder !== null) body.on('error', (error) => decoder.destroy(error));
  const decoded = decoder === null ? body : body.pipe(decoder);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded) {
      size += chunk.length;
      if (size > bytesMax) throw new FetchError(`the answer has more than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1).join(''));
  return { request, bytes: Buffer.concat(chunks), contentType: first(headers['content-type']), cookies };
}

function decoderOf(coding: string) {
  const name = coding.trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'deflate') return createInflate();
  if (name === 'br') return createBrotliDecompress();
  throw new FetchError(`the answer is encoded as ${JSON.stringify(coding.slice(0, 40))}, which we did not ask for`);
}

/**
 * What a connection or a decoder failed with is the source's fault. A TypeError is our own: the request was made wrong.
 */
function toFault(error: unknown): unknown {
  if (error instanceof FetchError || error instanceof TypeError || !(error instanceof Error)) return error;
  return new FetchError(error.message || error.name, { cause: error });
}

/** True for an overloaded or failing source, and for a connection that was not made or broke: worth another attempt. */
function isPassing(error: unknown): boolean {
  if (error instanceof StatusError) return error.status === 429 || error.status >= 500;
  return error instanceof errors.UndiciError || (error instanceof Error && 'code' in error && 'syscall' in error);
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
