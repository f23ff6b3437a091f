/**
 * The gateway as a function from a request to a response, for platforms that answer at the edge of their network. It is
 * the same handler over the same releases; what differs is where objects, keys and counts come from.
 */
import { createGateway, type RunningGateway } from '../../gateway.ts';
import type { Counter } from '../../request/keys/limit.ts';
import { Problem } from '../../request/query/problem.ts';
import { ReleaseStore } from '../../trees/release.ts';
import { type Bindings, type EdgeSettings, toSettings } from './bindings.ts';
import { bucketObjects } from './r2-objects.ts';
import { fromWeb, toWeb } from './web.ts';

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
    async count(name, perMinute, toWords) {
      const found = await limiters.get(perMinute)?.limit({ key: name });
      if (found?.success !== true) throw new Problem(1429, toWords(PERIOD_SECONDS), PERIOD_SECONDS);
    },
  };
}
