/** The platform's requests and responses ↔ ours. */
import type { Answer, Request as PlainRequest } from '../../request/http/answer.ts';

/** The header in which the platform names the client. */
const CLIENT_ADDRESS = 'cf-connecting-ip';

/** What the platform adds. It asks for codings of its own, and says here which ones the client reads. */
type PlatformRequest = Request & { readonly cf?: { readonly clientAcceptEncoding?: string } };

/** The platform has parsed and normalised the address, so `/v1/./latest` arrives as `/v1/latest`. */
export function fromWeb(request: PlatformRequest): PlainRequest {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const coding = request.cf?.clientAcceptEncoding;
  if (coding !== undefined) headers['accept-encoding'] = coding;
  return {
    method: request.method,
    url: pathname + search,
    headers,
    remoteAddress: headers[CLIENT_ADDRESS] ?? '',
    signal: () => request.signal,
  };
}

/** Bodies are coded already, which the platform is told by `encodeBody`. */
export function toWeb({ status, headers, body }: Answer): Response {
  const named = new Headers();
  for (let place = 0; place < headers.length; place += 2) {
    named.append(headers[place] ?? '', headers[place + 1] ?? '');
  }
  const init: ResponseInit & { encodeBody: 'manual' } = { status, headers: named, encodeBody: 'manual' };
  return new Response(body, init);
}
