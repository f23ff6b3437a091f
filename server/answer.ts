/** Request and answer as plain values, so that nearly all tests of the handler need no port. */
import type { HeaderList } from './headers.ts';

export interface Request {
  readonly method: string;
  /** The request target as sent: path and query. */
  readonly url: string;
  /** Names are in lower case. A header that was sent several times may be a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The client's, as far as the proxies before it are named; see proxies.ts. */
  readonly remoteAddress: string;
  /** Aborted when the client has gone away. It is made when it is asked for: most answers are there at once. */
  readonly signal?: () => AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Null in answers to HEAD and with status 204 and 304. */
  readonly body: Buffer | null;
  /** The same bytes as latin1 text, of a body that is not long: node:http writes headers and a text at once. */
  readonly text?: string;
}

/** The same answer, which names the rule by which it was made and lets pages of other sites read the name. */
export function withRule(answer: Answer, code: string): Answer {
  const headers = answer.headers.map((value, place) =>
    answer.headers[place - 1] === 'Access-Control-Expose-Headers' ? `${value}, Ratetree-Rule` : value,
  );
  return { ...answer, headers: ['Ratetree-Rule', code, ...headers] };
}
