/** The interface to the place where releases lie: a bucket, or a folder laid out like one. */
import { type Objects, StoreError } from '../../wire/release/tree-file.ts';

/** How many requests to a store run at once. Each has a socket of its own. */
export const REQUESTS_AT_ONCE = 32;
/** The most keys that one request to a bucket may name. */
export const KEYS_AT_ONCE = 1000;

export interface ObjectFacts {
  readonly contentType: string;
  readonly cacheControl: string;
}

export interface StoredObject {
  readonly bytes: Buffer;
  /** The version's tag as the store gave it, for `replace`. */
  readonly etag: string;
}

export interface ListedObject {
  readonly key: string;
  /** When it was written, in milliseconds since 1970. */
  readonly changedMs: number;
}

/** Whether the store honours conditional writes. This is probed when it is opened for writing, never assumed. */
export interface Capabilities {
  /** If false, `create` looks and then writes, so two publishers may both win. */
  readonly createOnly: boolean;
  /** If false, `replace` compares and then writes, so one publisher may undo another's release. */
  readonly compareAndSwap: boolean;
}

export type RequestKind = 'GET' | 'HEAD' | 'PUT' | 'COPY' | 'DELETE' | 'LIST';
type RequestCounts = Record<RequestKind, number>;

export function noRequests(): RequestCounts {
  return { GET: 0, HEAD: 0, PUT: 0, COPY: 0, DELETE: 0, LIST: 0 };
}

/** Keys are relative to the prefix. Every operation retries with growing waits. @throws StoreError */
export interface ObjectStore {
  /** For messages: `s3://bucket/prefix/`. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Requests made so far, by kind; every attempt counts. */
  readonly requests: Readonly<Record<string, number>>;
  /** The time by the store's own clock, as far as its answers tell; null for a folder, whose clock is this machine's. */
  now(): Date | null;
  /** Returns null if there is no such object. */
  get(key: string): Promise<StoredObject | null>;
  /** Writes a new object. Returns `exists` if the key is taken, by any bytes. */
  create(key: string, bytes: Buffer, facts: ObjectFacts): Promise<'created' | 'exists'>;
  /** Replaces the version with that tag (null: no object yet). Returns `changed` if another process was faster. */
  replace(key: string, bytes: Buffer, facts: ObjectFacts, etag: string | null): Promise<'replaced' | 'changed'>;
  /** Writes unconditionally. */
  put(key: string, bytes: Buffer, facts: ObjectFacts): Promise<void>;
  copy(from: string, to: string, facts: ObjectFacts): Promise<void>;
  /** Ignores keys that do not exist. */
  delete(keys: readonly string[]): Promise<void>;
  /** Lists every object whose key begins with the prefix, in key order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** @param prefix '' or ends in '/'. Returns the names of the "folders" below it, without prefix and slash. */
  listFolders(prefix: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const FEW = 200_000;

/** Lists what no store has many of, as pointers and tiles, for who keeps the keys. @throws StoreError if it has */
export async function* listFew(store: ObjectStore, prefix: string): AsyncGenerator<ListedObject> {
  let left = FEW;
  for await (const object of store.list(prefix)) {
    if (left-- === 0) throw new StoreError(`${store.name}: there are more than ${FEW} objects below ${prefix}`);
    yield object;
  }
}

/** What it takes to read the objects whose keys are known. */
export type ReadStore = Pick<ObjectStore, 'name' | 'get'>;

/** As whoever reads a release needs it. */
export function objectsOf(store: ReadStore): Objects {
  return { name: store.name, read: async (key) => (await store.get(key))?.bytes ?? null };
}

export { StoreError };
