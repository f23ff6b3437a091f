/**
 * The gateway as a function from a request to a response, for platforms that answer at the edge of their network. It is
 * the same handler over the same releases; what differs is where objects, keys and counts come from.
 */
import { createGateway, type RunningGateway } from '../gateway.ts';
import type { Answer, Request as PlainRequest } from '../http/answer.ts';
import { toRefusal } from '../http/refusal.ts';
import { findSubscriber, type KeyRecord } from '../keys/api-keys.ts';
import { findKey } from '../keys/find-key.ts';
import { Problem } from '../query/problem.ts';
import { toRendition, toTarget } from '../query/target.ts';
import { ReleaseStore } from '../trees/release.ts';
import { type Bindings, type EdgeSettings, toSettings } from './bindings.ts';
import { bucketObjects } from './r2-objects.ts';
import { fromWeb, toWeb } from './web.ts';

/** An instance has 128 MB for all. */
const CACHE_BYTES_MAX = 32 * 1024 * 1024;
const UNKNOWN_KEYS_PER_MINUTE = 60;

/** Lets work go on after the answer. */
export interface Context {
  waitUntil(work: Promise<unknown>): void;
}

export type Edge = (request: Request, context: Context) => Promise<Response>;

/** @throws InputError naming the binding that cannot be used */
export function createEdge(bindings: Bindings): Edge {
  const settings = toSettings(bindings);
  // The platform has counted the requests before the handler sees them.
  const uncounted = new Map([...settings.subscribers].map(([digest, key]) => [digest, withoutLimit(key)]));
  const gateway = createGateway({
    store: new ReleaseStore(bucketObjects(settings.bucket, settings.prefix), settings.trusted),
    subscribers: () => uncounted,
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
    const asked = fromWeb(request);
    return toWeb((await limited(asked, settings)) ?? (await gateway.handler(asked)));
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

/** The refusal of a key that has asked too often; null for every other request, which the handler judges. */
async function limited(request: PlainRequest, { subscribers, limiterOf }: EdgeSettings): Promise<Answer | null> {
  const target = toTarget(request.url);
  const found = keyOf(request, target, subscribers);
  const limiter = found === null ? null : limiterOf(found);
  if (found === null || limiter === null || (await limiter.limit({ key: found.name })).success) return null;
  const words = `rate limit of ${found.plan.requestsPerMinute} requests a minute is reached; ask again in 60 seconds`;
  return toRefusal(new Problem(1429, words, 60), toRendition(target.parameters), null);
}

function keyOf(
  request: PlainRequest,
  target: ReturnType<typeof toTarget>,
  subscribers: EdgeSettings['subscribers'],
): KeyRecord | null {
  try {
    const key = findKey(request, target);
    return key === null ? null : findSubscriber(subscribers, key);
  } catch (error) {
    // A key that is given twice: the handler says so.
    if (error instanceof Problem) return null;
    throw error;
  }
}

function withoutLimit(key: KeyRecord): KeyRecord {
  return { ...key, plan: { ...key.plan, requestsPerMinute: null } };
}
