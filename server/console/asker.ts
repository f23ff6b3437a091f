/**
 * Asks a gateway: one in this process over a tree or releases, or another one by HTTP. So the command line computes and
 * refuses exactly as the service does, because it is the service that answers.
 */
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { StoreDown } from '../../generator/wire/served-tree.ts';
import type { Store } from '../catalogue/store.ts';
import { createGateway } from '../gateway.ts';
import { toSubscribers } from '../keys/keys.ts';

export interface Reply {
  readonly status: number;
  readonly body: string;
}

export interface Asker {
  /** @param url path and query. @throws StoreDown if there is no answer at all */
  ask(url: string): Promise<Reply>;
  close(): Promise<void>;
}

interface TreeAskerOptions {
  readonly store: Store;
  readonly nowMs: () => number;
  /** Is given what an operator would be told: that the store failed, or the stack of a bug. */
  readonly say: (line: string) => void;
}

/** One question needs a few files, and a table of all dates of a provider none of them twice. */
const CACHE_BYTES_MAX = 16 * 1024 * 1024;
const OWN_KEY = 'console';

/** @throws StoreDown if the store cannot be read, or holds nothing that can be served */
export async function treeAsker({ store, nowMs, say }: TreeAskerOptions): Promise<Asker> {
  const subscribers = toSubscribers([], OWN_KEY);
  const failures: string[] = [];
  let isReady = false;
  const gateway = createGateway({
    store,
    subscribers: () => subscribers,
    cacheBytesMax: CACHE_BYTES_MAX,
    unknownKeysPerMinute: 1,
    nowMs,
    accessLog: null,
    say: (line) => {
      if (isReady) say(line);
      else failures.push(line);
    },
  });
  if (!(await gateway.catalogue.refresh())) throw new StoreDown(failures.join('; '));
  isReady = true;
  return {
    ask: async (url) => {
      const headers = { 'subscription-key': OWN_KEY };
      const { status, body } = await gateway.handler({ method: 'GET', url, headers, remoteAddress: '127.0.0.1' });
      return { status, body: body?.toString('utf8') ?? '' };
    },
    close: () => store.close(),
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
export function gatewayAsker({ address, key, timeoutMs, ...options }: GatewayAskerOptions): Asker {
  const dispatcher = options.dispatcher ?? new EnvHttpProxyAgent();
  const root = address.replace(/\/+$/, '');
  const headers = { accept: '*/*', ...(key === null ? {} : { 'subscription-key': key }) };
  return {
    ask: async (url) => {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const { statusCode, body } = await request(`${root}${url}`, { dispatcher, headers, signal });
        return { status: statusCode, body: await body.text() };
      } catch (cause) {
        throw new StoreDown(`${root} does not answer: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
    },
    close: () => dispatcher.close(),
  };
}
