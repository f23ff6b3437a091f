/** Objects on any HTTP server, read over kept-alive connections with short time-outs and two retries. */
import { Agent, interceptors, request } from 'undici';
import { readBounded } from '../../generator/kit/read-bounded.ts';
import { StoreError } from '../../generator/wire/release/tree-file.ts';
import { CONNECTIONS_MAX, OBJECT_BYTES_MAX, type ObjectReader } from './store.ts';

interface OriginOptions {
  /** Address of the folder with the pointer. */
  readonly url: string;
  readonly timeoutMs: number;
}

const RETRIES_MAX = 2;
/** A bucket that is public for reading but not for listing answers 403 for a key that does not exist. */
const ABSENT = [403, 404, 410];

export function httpObjects({ url, timeoutMs }: OriginOptions): ObjectReader {
  const pool = toPool(timeoutMs);
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
    name: root,
    get: async (key, etag) => {
      const address = new URL(key, root);
      const headers = { accept: '*/*', ...(etag === null ? {} : { 'if-none-match': etag }) };
      try {
        // The signal limits the time of all attempts together, so that a stale answer never waits for three time-outs.
        const signal = AbortSignal.timeout(2 * timeoutMs);
        const found = await request(address, { dispatcher: retrying, signal, headers });
        const { statusCode, body } = found;
        if (statusCode === 200) {
          const tag = found.headers.etag;
          return { bytes: await readBounded(body, OBJECT_BYTES_MAX), etag: typeof tag === 'string' ? tag : null };
        }
        await body.dump();
        if (statusCode === 304 && etag !== null) return 'unchanged';
        if (ABSENT.includes(statusCode)) return null;
        throw new StoreError(`${address} answered with status ${statusCode}`);
      } catch (error) {
        throw error instanceof StoreError ? error : new StoreError(`${address} cannot be read`, { cause: error });
      }
    },
    close: () => pool.close(),
  };
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
