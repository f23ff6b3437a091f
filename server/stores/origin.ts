/** Objects behind any HTTP server: kept-alive connections, short time-outs, two retries. It sends paths and nothing else. */
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { type Store, StoreDown } from '../catalogue/store.ts';
import { looseStore } from './loose.ts';
import { CONNECTIONS_MAX, type FoundObject, OBJECT_BYTES_MAX, type ObjectReader } from './objects.ts';

export interface OriginOptions {
  /** Address of the tree's root, or of the folder with the pointer. */
  readonly url: string;
  readonly timeoutMs: number;
  /** Tests and proxies bring their own; default is a pool of kept-alive connections. */
  readonly dispatcher?: Dispatcher;
}

const RETRIES_MAX = 2;
/** Of a bucket that is public for reading but not for listing, 403 is the answer for a key that is not there. */
const ABSENT_IN_BUCKETS = [403, 404, 410];
const ABSENT_IN_TREES = [404, 410];

/** A plain tree. */
export function originStore(options: OriginOptions): Store {
  return looseStore(httpObjects(options, 'tree'));
}

/**
 * @param absent of a release the manifest knows what is there, so that 403 may count as missing; in a plain tree it
 * might be a server that is refusing everything for a while, and a file is not to be taken for missing by that
 */
export function httpObjects({ url, timeoutMs, dispatcher }: OriginOptions, absent: 'bucket' | 'tree'): ObjectReader {
  const pool = dispatcher ?? toPool(timeoutMs);
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
  const absentStatuses = absent === 'bucket' ? ABSENT_IN_BUCKETS : ABSENT_IN_TREES;
  return {
    name: root,
    get: (key, etag) => fetchObject({ url: new URL(key, root), etag, absentStatuses }, retrying, timeoutMs),
    close: () => pool.close(),
  };
}

interface Wanted {
  readonly url: URL;
  readonly etag: string | null;
  readonly absentStatuses: readonly number[];
}

async function fetchObject(
  { url, etag, absentStatuses }: Wanted,
  dispatcher: Dispatcher,
  timeoutMs: number,
): Promise<FoundObject | 'unchanged' | null> {
  try {
    // The signal bounds all attempts together, so that a stale answer never waits for three time-outs.
    const signal = AbortSignal.timeout(2 * timeoutMs);
    const own = { accept: '*/*', ...(etag === null ? {} : { 'if-none-match': etag }) };
    const { statusCode, headers, body } = await request(url, { dispatcher, signal, headers: own });
    if (statusCode === 200) return { bytes: Buffer.from(await body.arrayBuffer()), etag: toText(headers.etag) };
    await body.dump();
    if (statusCode === 304 && etag !== null) return 'unchanged';
    if (absentStatuses.includes(statusCode)) return null;
    throw new StoreDown(`${url} answered with status ${statusCode}`);
  } catch (error) {
    throw error instanceof StoreDown ? error : new StoreDown(`${url} cannot be read`, { cause: error });
  }
}

function toPool(timeoutMs: number): Agent {
  return new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 30_000,
    maxResponseSize: OBJECT_BYTES_MAX,
  });
}

function toText(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}
