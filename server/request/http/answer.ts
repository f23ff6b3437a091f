/** Request and answer as plain values, so that nearly all tests of the handler need no port. */
import type { PlanItem } from '../../../generator/wire/answers/operations.ts';
import type { Target } from '../query/target.ts';
import { type HeaderList, withExposed } from './headers.ts';

/** A longer one is refused. */
export const URL_LENGTH_MAX = 16 * 1024;

export type Handler = (request: Request) => Soon<Answer>;

/** Most answers lie in memory. One that need not wait for a promise costs a tenth less time. */
export type Soon<Value> = Value | Promise<Value>;

/** Uses a value at once if it is there, else when it comes. */
export function whenThere<Found, Made>(found: Soon<Found>, use: (found: Found) => Soon<Made>): Soon<Made> {
  return found instanceof Promise ? found.then(use) : use(found);
}

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
}

/** The same answer, which names the rule by which it was made and lets pages of other sites read the name. */
export function withRule(answer: Answer, code: string): Answer {
  return { ...answer, headers: withExposed(answer.headers, 'Ratetree-Rule', code) };
}
