/** A tree behind any HTTP server: kept-alive connections, short time-outs, two retries. It sends paths and nothing else. */
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { type Store, StoreDown } from '../store.ts';

export interface OriginOptions {
  /** Address of the tree's root. */
  readonly url: string;
  readonly timeoutMs: number;
  /** Tests and proxies bring their own; default is a pool of kept-alive connections. */
  readonly dispatcher?: Dispatcher;
}

/** The largest file of the tree (a provider's index of seven thousand dates) is below 200 kB. */
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
const CONNECTIONS_MAX = 32;
const RETRIES_MAX = 2;

export function originStore({ url, timeoutMs, dispatcher }: OriginOptions): Store {
  const pool =
    dispatcher ??
    new Agent({
      connections: CONNECTIONS_MAX,
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: 30_000,
      maxResponseSize: RESPONSE_BYTES_MAX,
    });
  const retrying = pool.compose(
    interceptors.retry({
      maxRetries: RETRIES_MAX,
      minTimeout: 50,
      maxTimeout: 250,
      timeoutFactor: 2,
      retryAfter: false,
      statusCodes: [429, 500, 502, 503, 504],
    }),
  );
  const root = url.endsWith('/') ? url : `${url}/`;
  return {
    read: (path) => fetchFile(new URL(path, root), retrying, timeoutMs),
    close: () => pool.close(),
  };
}

async function fetchFile(url: URL, dispatcher: Dispatcher, timeoutMs: number): Promise<Buffer | null> {
  try {
    // The signal bounds all attempts together, so that a stale answer never waits for three time-outs.
    const signal = AbortSignal.timeout(2 * timeoutMs);
    const { statusCode, body } = await request(url, { dispatcher, signal, headers: { accept: '*/*' } });
    if (statusCode === 200) return Buffer.from(await body.arrayBuffer());
    await body.dump();
    if (statusCode === 404 || statusCode === 410) return null;
    throw new StoreDown(`${url} answered with status ${statusCode}`);
  } catch (error) {
    throw error instanceof StoreDown ? error : new StoreDown(`${url} cannot be read`, { cause: error });
  }
}
