/**
 * The gateway as a function from a request to a response, for platforms that answer at the edge of their network. It is
 * the same handler over the same releases; what differs is where objects, keys and counts come from.
 */

import { createGateway, type RunningGateway } from '../../gateway.ts';
import type { Answer, Request as PlainRequest } from '../../request/http/answer.ts';
import type { Counter } from '../../request/keys/limit.ts';
import { ReleaseStore } from '../../trees/release.ts';
import { type Bindings, bucketObjects, type EdgeSettings, toSettings } from './bindings.ts';

/** An instance has 128 MB for all. */
const CACHE_BYTES_MAX = 32 * 1024 * 1024;
const UNKNOWN_KEYS_PER_MINUTE = 60;
/** The period of the platform's own limiters, which do not say when it ends. */
const PERIOD_SECONDS = 60;

/** Lets work go on after the answer. */
export interface Context {
  waitUntil(work: Promise<unknown>): void;
}

export type Edge = (request: Request, context: Context) => Promise<Response>;

/** @throws InputError naming the binding that cannot be used */
export function createEdge(bindings: Bindings): Edge {
  const settings = toSettings(bindings);
  const gateway = createGateway({
    store: new ReleaseStore(bucketObjects(settings.bucket, settings.prefix), settings.trusted, settings.bounds),
    subscribers: () => settings.subscribers,
    keyCounter: platformCounter(settings.limiters),
    cacheBytesMax: CACHE_BYTES_MAX,
    unknownKeysPerMinute: UNKNOWN_KEYS_PER_MINUTE,
    keylessPerMinute: null,
    nowMs: Date.now,
    accessLog: null,
    say: (line) => console.error(`ratetree: ${line}`),
  });
  const refresh = refresher(gateway, settings.pollMs);
  return async (request, context) => {
    const work = refresh();
    if (gateway.catalogue.current === null) await work;
    else if (work !== null) context.waitUntil(work);
    return toWeb(await gateway.handler(fromWeb(request)));
  };
}

/** Looks at the pointer again when that was last done long enough ago, and returns null otherwise. */
function refresher({ catalogue }: RunningGateway, pollMs: number): () => Promise<unknown> | null {
  let lookedMs = 0;
  return () => {
    const nowMs = Date.now();
    if (nowMs - lookedMs < pollMs && catalogue.current !== null) return null;
    lookedMs = nowMs;
    return catalogue.refresh();
  };
}

/** Keys are counted by the platform, for all instances; addresses by this instance. */
function platformCounter(limiters: EdgeSettings['limiters']): Counter {
  return {
    async count(name, perMinute) {
      const found = await limiters.get(perMinute)?.limit({ key: name });
      return { perMinute, remaining: found?.success === true ? null : -1, seconds: PERIOD_SECONDS };
    },
  };
}

// The platform's requests and responses ↔ ours.

/** The header in which the platform names the client. */
const CLIENT_ADDRESS = 'cf-connecting-ip';

/** What the platform adds. It asks for codings of its own, and says here which ones the client reads. */
type PlatformRequest = Request & { readonly cf?: { readonly clientAcceptEncoding?: string } };

/** The platform has parsed and normalised the address, so `/v1/./latest` arrives as `/v1/latest`. */
function fromWeb(request: PlatformRequest): PlainRequest {
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
function toWeb({ status, headers, body }: Answer): Response {
  const named = new Headers();
  for (let place = 0; place < headers.length; place += 2) {
    named.append(headers[place] ?? '', headers[place + 1] ?? '');
  }
  const init: ResponseInit & { encodeBody: 'manual' } = { status, headers: named, encodeBody: 'manual' };
  return new Response(body, init);
}
