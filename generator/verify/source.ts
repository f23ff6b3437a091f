/** The places that a verification can read: a folder, a bucket, or any HTTP server. Nothing is ever written. */

import { resolve } from 'node:path';
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { FolderObjectStore } from '../store/folder.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { InputError } from '../wire/words/input-error.ts';

export interface VerifySource {
  /** For messages. The last sequence seen is remembered under this name. */
  readonly name: string;
  /** Returns null if there is no such object. @throws StoreError if that cannot be found out */
  read(key: string): Promise<Buffer | null>;
  /** Lists every object below the prefix. Null if the target cannot be listed. */
  readonly list: ((prefix: string) => AsyncIterable<{ readonly key: string }>) | null;
  close(): Promise<void>;
}

export function folderSource(dir: string): VerifySource {
  const root = resolve(dir);
  return { ...storeSource(new FolderObjectStore(root, Date.now)), name: root };
}

export function storeSource(store: ObjectStore): VerifySource {
  return {
    name: store.name,
    read: async (key) => (await store.get(key))?.bytes ?? null,
    list: (prefix) => store.list(prefix),
    close: () => store.close(),
  };
}

interface HttpSourceOptions {
  readonly userAgent: string;
  readonly timeoutMs?: number;
  /** For a gateway; null if there is none. */
  readonly key?: string | null;
  /** Given for a proxy; the default is a pool of kept-alive connections. */
  readonly dispatcher?: Dispatcher;
}

const TIMEOUT_MS = 15_000;
const CONNECTIONS_MAX = 32;
/** The largest file of the tree is below 1 MB. */
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024;
/** AWS answers 403 for a missing object if the reader may get objects but not list them. */
const ABSENT = [403, 404, 410];

/** @throws InputError if the text is not a URL */
export function httpSource(url: string, options: HttpSourceOptions): VerifySource {
  const { userAgent, timeoutMs = TIMEOUT_MS } = options;
  const own = new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: timeoutMs },
    maxResponseSize: RESPONSE_BYTES_MAX,
  });
  const dispatcher = (options.dispatcher ?? own).compose(
    interceptors.retry({ maxRetries: 3, minTimeout: 200, timeoutFactor: 2, statusCodes: [429, 500, 502, 503, 504] }),
  );
  const root = url.endsWith('/') ? url : `${url}/`;
  if (!URL.canParse(root)) throw new InputError(`not a URL: ${url}; write http://HOST/PATH or https://HOST/PATH`);
  // Caches on the way must revalidate: a copy that they keep from the last release is not a fault of the tree.
  const plain = { 'user-agent': userAgent, 'accept-encoding': 'identity', 'cache-control': 'no-cache' };
  const headers = options.key ? { ...plain, 'subscription-key': options.key } : plain;
  return {
    name: root,
    read: async (key) => {
      const address = new URL(key, root);
      const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
      return await fetchBytes(address, { dispatcher, headers, ...timeouts });
    },
    list: null,
    close: () => own.close(),
  };
}

async function fetchBytes(url: URL, options: Parameters<typeof request>[1]): Promise<Buffer | null> {
  try {
    const { statusCode, body } = await request(url, options);
    if (statusCode === 200) return Buffer.from(await body.arrayBuffer());
    await body.dump();
    if (ABSENT.includes(statusCode)) return null;
    if (statusCode === 401) throw new InputError(`${url} needs a key: set RATETREE_SUBSCRIPTION_KEY to yours`);
    throw new StoreError(`${url} answered with status ${statusCode}`);
  } catch (error) {
    throw error instanceof StoreError || error instanceof InputError
      ? error
      : new StoreError(`${url} cannot be read`, { cause: error });
  }
}
