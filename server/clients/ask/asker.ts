/**
 * Asks a gateway: one in this process over a tree or releases, or another one by HTTP. So the command line computes and
 * refuses exactly as the service does, because it is the service that answers.
 */
import { randomBytes } from 'node:crypto';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { KEY_PARAMETER } from '../../../generator/wire/answers/operations.ts';
import { StoreDown } from '../../../generator/wire/release/served-tree.ts';
import { createGateway } from '../../gateway.ts';
import { type Subscribers, toSubscribers } from '../../request/keys/api-keys.ts';
import type { Store } from '../../trees/store.ts';
import type { Asker, Reply } from './answers.ts';

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
export async function treeAsker({ store, nowMs, say, pollMs, ...options }: TreeAskerOptions): Promise<Asker> {
  const ownKey = randomBytes(16).toString('hex');
  const own = toSubscribers([], ownKey);
  const failures: string[] = [];
  let isReady = false;
  const gateway = createGateway({
    store,
    subscribers: () => new Map([...(options.subscribers?.() ?? []), ...own]),
    cacheBytesMax: CACHE_BYTES_MAX,
    unknownKeysPerMinute: UNKNOWN_KEYS_PER_MINUTE,
    keylessPerMinute: null,
    nowMs,
    accessLog: null,
    say: (line) => (isReady ? say(line) : failures.push(line)),
  });
  if (!(await gateway.catalogue.refresh())) throw new StoreDown(failures.join('; '));
  isReady = true;
  if (pollMs !== undefined) gateway.catalogue.start(pollMs);
  return {
    ask: async (url, key = ownKey) => {
      const sent = key === null ? {} : { [KEY_PARAMETER]: key };
      const answer = await gateway.handler({ method: 'GET', url, headers: sent, remoteAddress: '127.0.0.1' });
      const { status, headers, body } = answer;
      const headerOf = (name: string) => headers.find((_, place) => headers[place - 1] === name);
      return toReply(status, body?.toString('utf8') ?? '', headerOf);
    },
    close: async () => {
      gateway.catalogue.stop();
      await store.close();
    },
  };
}

interface GatewayAskerOptions {
  readonly address: string;
  /** Null if there is none, which the gateway refuses in its own words. */
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly dispatcher?: Dispatcher;
}

/** @throws StoreDown later, with each question that is not answered */
export function gatewayAsker({ address, key: ownKey, timeoutMs, ...options }: GatewayAskerOptions): Asker {
  const dispatcher = options.dispatcher ?? new EnvHttpProxyAgent();
  const root = address.replace(/\/+$/, '');
  return {
    ask: async (url, key = ownKey) => {
      const sent = { accept: '*/*', ...(key === null ? {} : { [KEY_PARAMETER]: key }) };
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const { statusCode, body, headers } = await request(`${root}${url}`, { dispatcher, headers: sent, signal });
        return toReply(statusCode, await body.text(), (name) => headers[name.toLowerCase()]?.toString());
      } catch (cause) {
        throw new StoreDown(`${root} does not answer: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
    },
    close: () => dispatcher.close(),
  };
}

function toReply(status: number, body: string, headerOf: (header: string) => string | undefined): Reply {
  const names = ['Ratetree-Release', 'Ratetree-Rule', 'Ratetree-Fixed', 'Retry-After'];
  const [release, rule, fixed, retryAfter] = names.map(headerOf);
  return { status, body, release, rule, fixed, retryAfter };
}
