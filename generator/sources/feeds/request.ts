/** What is asked of a source, and what comes back. */

import type { IsoDate } from '../../wire/words/schemas.ts';

export interface FeedRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** They replace ours of the same name: Accept and User-Agent. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A 404 or a document without figures means that nothing was published for those days. Absent: it is a failure. */
  readonly mayBeAbsent?: true;
}

/** An answer's bytes, after content decoding and before character decoding, and where they came from. */
export interface FeedAnswer {
  readonly request: FeedRequest;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Only of an answer that is kept as evidence of a failure; absent: 2xx. */
  readonly status?: number;
  /** `name=value` of each Set-Cookie, as the next request's Cookie header takes them; absent in a recording. */
  readonly cookies?: readonly string[];
  /** Absent in a recording. */
  readonly validators?: Validators;
  /** All others than cookies; absent in a recording. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** By these the next run asks whether a document has changed; '' where the source gives none. */
export interface Validators {
  readonly etag: string;
  readonly lastModified: string;
}

/** A first and a last day, both included. */
export interface Span {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Values from the environment that a feed needs, by the names that it declares in `keys`. */
export type Keys = Readonly<Record<string, string>>;

/**
 * Of services that speak SOAP 1.1: one address for all requests, and the question in the body of a POST.
 * @param action the value of the header SOAPAction, for a service that does not look at the body alone
 */
export function soapRequest(url: string, body: string, action?: string): FeedRequest {
  return {
    method: 'POST',
    url,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', ...(action === undefined ? {} : { SOAPAction: action }) },
    body:
      '<?xml version="1.0" encoding="utf-8"?>' +
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
      `<soap:Body>${body}</soap:Body></soap:Envelope>`,
  };
}

/**
 * The user agent for feeds whose firewalls admit only browsers. It replaces ours (dispatcher.ts) and still says who
 * asks.
 */
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 ratetree';
