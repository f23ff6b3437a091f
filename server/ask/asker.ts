/**
 * Asks a gateway: one in this process over a tree or releases, or another one by HTTP. So the command line computes and
 * refuses exactly as the service does, because it is the service that answers.
 */
import { randomBytes } from 'node:crypto';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { KEY_PARAMETER } from '../../generator/wire/answers/operations.ts';
import { StoreDown } from '../../generator/wire/release/served-tree.ts';
import { createGateway } from '../gateway.ts';
import { type Subscribers, toSubscribers } from '../keys/api-keys.ts';
import type { Store } from '../trees/store.ts';

export interface Reply {
  readonly status: number;
  readonly body: string;
  /** The state of the tree from which the answer was made, if the gateway names it. */
  readonly release?: string | undefined;
  /** The rule by which the answer was made. A gateway that knows no rules ignores the parameter and names none. */
  readonly rule?: string | undefined;
  /** Seconds to wait before asking again, as sent. */
  readonly retryAfter?: string | undefined;
}

export interface Asker {
  /** @param url path and query. @throws StoreDown if there is no answer at all */
  ask(url: string): Promise<Reply>;
  close(): Promise<void>;
}

/** An asker that can ask in the name of another key. */
export interface KeyedAsker extends Asker {
  /** @param key null for a client that has sent none, which is refused in the words of the service */
  withKey(key: string | null): Asker;
}

export interface TreeAskerOptions {
  readonly store: Store;
  readonly nowMs: () => number;
  /** Is given what an operator would be told: that the store failed, or the stack of a bug. */
  readonly say: (line: string) => void;
  /** Who may ask besides this program itself; nobody by default. */
  readonly subscribers?: (() => Subscribers) | undefined;
  /** How often a program that runs on looks for a new release; a single question needs none. */
  readonly pollMs?: number | undefined;
}

/** One question needs a few files, and a table of all dates of a provider none of them twice. */
const CACHE_BYTES_MAX = 16 * 1024 * 1024;
const UNKNOWN_KEYS_PER_MINUTE = 60;

/** @throws StoreDown if the store cannot be read, or holds nothing that can be served */
export async function treeAsker({ store, nowMs, say, pollMs, ...options }: TreeAskerOptions): Promise<KeyedAsker> {
  const ownKey = randomBytes(16).toString('hex');
  const own = toSubscribers([], ownKey);
  const subscribers = () => new Map([...(options.subscribers?.() ?? []), ...own]);
  const failures: string[] = [];
  let isReady = false;
  const gateway = createGateway({
    store,
    subscribers,
    cacheBytesMax: CACHE_BYTES_MAX,
    unknownKeysPerMinute: UNKNOWN_KEYS_PER_MINUTE,
    keylessPerMinute: null,
    nowMs,
    accessLog: null,
    say: (line) => {
      if (isReady) say(line);
      else failures.push(line);
    },
  });
  if (!(await gateway.catalogue.refresh())) throw new StoreDown(failures.join('; '));
  isReady = true;
  if (pollMs !== undefined) gateway.catalogue.start(pollMs);
  const close = async () => {
    gateway.catalogue.stop();
    await store.close();
  };
  const withKey = (key: string | null): Asker => ({
    ask: async (url) => {
      const headers = key === null ? {} : { [KEY_PARAMETER]: key };
      const answer = await gateway.handler({ method: 'GET', url, headers, remoteAddress: '127.0.0.1' });
      const { status, body } = answer;
      const sent = (name: string) => answer.headers.find((_, place) => answer.headers[place - 1] === name);
      const [release, rule, retryAfter] = ['Ratetree-Release', 'Ratetree-Rule', 'Retry-After'].map(sent);
      return { status, body: body?.toString('utf8') ?? '', release, rule, retryAfter };
    },
    close,
  });
  return { ...withKey(ownKey), withKey };
}

interface GatewayAskerOptions {
  readonly address: string;
  /** Null if there is none, which the gateway refuses in its own words. */
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly dispatcher?: Dispatcher;
}

/** @throws StoreDown later, with each question that is not answered */
export function gatewayAsker({ address, key, timeoutMs, ...options }: GatewayAskerOptions): KeyedAsker {
  const dispatcher = options.dispatcher ?? new EnvHttpProxyAgent();
  const root = address.replace(/\/+$/, '');
  const withKey = (sent: string | null): Asker => ({
    ask: async (url) => {
      const headers = { accept: '*/*', ...(sent === null ? {} : { [KEY_PARAMETER]: sent }) };
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const { statusCode, body, headers: sent } = await request(`${root}${url}`, { dispatcher, headers, signal });
        const named = ['ratetree-release', 'ratetree-rule', 'retry-after'].map((name) => sent[name]?.toString());
        const [release, rule, retryAfter] = named;
        return { status: statusCode, body: await body.text(), release, rule, retryAfter };
      } catch (cause) {
        throw new StoreDown(`${root} does not answer: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
    },
    close: () => dispatcher.close(),
  });
  return { ...withKey(key), withKey };
}
