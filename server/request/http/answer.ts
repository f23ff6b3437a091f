/** Request and answer as plain values, so that nearly all tests of the handler need no port. */
import type { PlanItem } from '../../../generator/wire/answers/operations.ts';
import type { Target } from '../query/target.ts';

/** A longer one is refused. */
export const URL_LENGTH_MAX = 16 * 1024;

export type Handler = (request: Request) => Promise<Answer>;

export interface Request {
  readonly method: string;
  /** The request target as sent: path and query. */
  readonly url: string;
  /** Names are in lower case. A header that was sent several times may be a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The client's, as far as the proxies before it are named; see proxies.ts. */
  readonly remoteAddress: string;
  /** Aborted when the client has gone away. It is made on first use, because most answers are there at once. */
  readonly signal?: () => AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Null in answers to HEAD and with status 204 and 304. */
  readonly body: Buffer | null;
  /** The same bytes as latin1 text, of a body that is not long: node:http writes headers and a text at once. */
  readonly text?: string | undefined;
}

/** What a client may still ask within the minute. */
export interface Allowance {
  readonly perMinute: number;
  /** Below 0 when this request is one too many; null where the platform does not say how many are left. */
  readonly remaining: number | null;
  /** Until the minute ends. */
  readonly seconds: number;
}

/** What is known about a request. It grows with every step and never contains the key. */
export interface Seen {
  readonly request: Request;
  readonly target: Target;
  /** A reading of performance.now. */
  readonly startedMs: number;
  operation: PlanItem | null;
  subscriber: string | null;
  status: number;
  errorCode: number | null;
  bytes: number;
  release: string | null;
  /** The rule by which the answer was made. */
  rule: string | null;
  /** What the client may still ask; null where nothing is counted. */
  allowance: Allowance | null;
}

/** The same answer, which names the rule by which it was made and lets pages of other sites read the name. */
export function withRule(answer: Answer, code: string): Answer {
  return { ...answer, headers: withExposed(answer.headers, 'Ratetree-Rule', code) };
}

// Headers that several answers share. They are flat lists of names and values, which node:http writes fastest.

export type HeaderList = readonly string[];

const toAlways = (vary: string): HeaderList => [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Retry-After, Link, RateLimit, RateLimit-Policy, Ratetree-Release',
  'Vary',
  vary,
  'X-Content-Type-Options',
  'nosniff',
];

const VARY = 'Accept-Encoding, Subscription-Key';

/** By the draft of the IETF's HTTP API group, "RateLimit header fields for HTTP". */
export function toLimitHeaders({ perMinute, remaining, seconds }: Allowance): readonly string[] {
  const policy = ['RateLimit-Policy', `"minute";q=${perMinute};w=60`];
  return remaining === null
    ? policy
    : [...policy, 'RateLimit', `"minute";r=${remaining < 0 ? 0 : remaining};t=${seconds}`];
}

/** Sent with every answer, including errors and 304. */
export const ALWAYS = toAlways(VARY);

/** The same with one more header, which pages of other sites may read. */
export function withExposed(headers: HeaderList, name: string, value: string): HeaderList {
  const exposing = headers.map((text, place) =>
    headers[place - 1] === 'Access-Control-Expose-Headers' ? `${text}, ${name}` : text,
  );
  return [name, value, ...exposing];
}

/** The same for a body that another header of the request chooses, too. */
export const alwaysVaryingBy = (header: string): HeaderList => toAlways(`${VARY}, ${header}`);

/**
 * Dated answers change only when a figure is corrected; current ones change with every release. The files of the page
 * belong together, so a browser asks each time whether its copy is still the right one.
 */
export type Freshness = 'current' | 'dated' | 'page';

/** No answer is immutable, because figures are corrected. All but the page are private, because they are given to a key. */
export const CACHE_CONTROL: Readonly<Record<Freshness, string>> = {
  current: 'private, max-age=60',
  dated: 'private, max-age=3600',
  page: 'public, no-cache',
};

export const METHODS = 'GET, HEAD, OPTIONS';

/** A name of a header (RFC 9110, 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * What a browser asks before it sends a page's request to another site. All headers are allowed by their names, because
 * programs that trace requests add some of their own; `*` means all but Authorization.
 * @param asked the header Access-Control-Request-Headers, or null
 */
export function toPreflight(asked: string | null): HeaderList {
  const names = (asked ?? '').split(',').map((name) => name.trim());
  const allowed = names.filter((name) => TOKEN.test(name)).join(', ');
  return [
    ...alwaysVaryingBy('Access-Control-Request-Headers'),
    'Access-Control-Allow-Methods',
    METHODS,
    'Access-Control-Allow-Headers',
    allowed === '' ? '*, Authorization' : allowed,
    'Access-Control-Max-Age',
    '86400',
  ];
}
