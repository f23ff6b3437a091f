/** Where a verifier reads: a folder, a bucket, or any HTTP server. It only ever reads. */

import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Agent, type Dispatcher, interceptors, request } from 'undici';
import { hasCode } from '../kit/files.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';

export interface VerifySource {
  /** For messages, and the name under which its last sequence is remembered. */
  readonly name: string;
  /** null where there is no such object. @throws StoreError when nothing is known about it */
  read(key: string): Promise<Buffer | null>;
  /** Every object below the prefix; null where the target cannot be listed. */
  readonly list: ((prefix: string) => AsyncIterable<{ readonly key: string }>) | null;
  /** The folder, where it is one. */
  readonly folder: string | null;
  close(): Promise<void>;
}

export function folderSource(dir: string): VerifySource {
  const root = resolve(dir);
  return {
    name: root,
    read: (key) => readFolderFile(root, key),
    list: (prefix) => listFolder(root, prefix.replace(/\/$/, '')),
    folder: root,
    close: async () => {},
  };
}

export function storeSource(store: ObjectStore): VerifySource {
  return {
    name: store.name,
    read: async (key) => (await store.get(key))?.bytes ?? null,
    list: (prefix) => store.list(prefix),
    folder: null,
    close: () => store.close(),
  };
}

export interface HttpSourceOptions {
  readonly userAgent: string;
  readonly timeoutMs?: number;
  /** Proxies bring their own; default is a pool of kept-alive connections. */
  readonly dispatcher?: Dispatcher;
}

const TIMEOUT_MS = 15_000;
const CONNECTIONS_MAX = 32;
/** The largest file of the tree is below 1 MB. */
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024;
/** A store that shows objects and not lists answers 403 for a missing one, as AWS does. */
const ABSENT = [403, 404, 410];

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
  // Caches on the way are asked to look again: a copy kept from the last release is no fault of the tree.
  const headers = { 'user-agent': userAgent, 'accept-encoding': 'identity', 'cache-control': 'no-cache' };
  return {
    name: root,
    read: async (key) => {
      const address = new URL(key, root);
      const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
      return await fetchBytes(address, { dispatcher, headers, ...timeouts });
    },
    list: null,
    folder: null,
    close: () => own.close(),
  };
}

async function fetchBytes(url: URL, options: Parameters<typeof request>[1]): Promise<Buffer | null> {
  try {
    const { statusCode, body } = await request(url, options);
    if (statusCode === 200) return Buffer.from(await body.arrayBuffer());
    await body.dump();
    if (ABSENT.includes(statusCode)) return null;
    throw new StoreError(`${url} answered with status ${statusCode}`);
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError(`${url} cannot be read`, { cause: error });
  }
}

async function readFolderFile(root: string, key: string): Promise<Buffer | null> {
  try {
    return await readFile(join(root, key));
  } catch (cause) {
    if (isAbsence(cause)) return null;
    throw new StoreError(`${join(root, key)} cannot be read`, { cause });
  }
}

async function* listFolder(root: string, folder: string): AsyncGenerator<{ readonly key: string }> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(root, key);
    else yield { key };
  }
}

/** No such name, or a file where a folder should be, or the reverse: there is no such object. */
function isAbsence(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR');
}
