/** What goes in and out of the handler: plain values, so that nearly all tests need no port. */
import type { HeaderList } from './headers.ts';

export interface Request {
  readonly method: string;
  /** The request target as sent: path and query. */
  readonly url: string;
  /** Names in lower case; a header sent several times may be a list. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly remoteAddress: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Null for HEAD, 204 and 304. */
  readonly body: Buffer | null;
  /** The same bytes as latin1 text, where it pays: node:http sends headers and a text in one write. */
  readonly text?: string;
}
