/** Where releases lie: a bucket, or a folder laid out as one. What a publisher needs of it, and no more. */
export interface ObjectFacts {
  readonly contentType: string;
  readonly cacheControl: string;
}

export interface StoredObject {
  readonly bytes: Buffer;
  /** As the store gave it, for `replace`. */
  readonly etag: string;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** MD5 in hex of a whole object, where the store says so; else null. */
  readonly md5: string | null;
}

/** Whether the store keeps its word on conditional writes: probed at start-up, never assumed. */
export interface Capabilities {
  /** False: `create` looks and then writes, so that of two publishers both may win. */
  readonly createOnly: boolean;
  /** False: `replace` compares and then writes, so that one publisher may undo another's release. */
  readonly compareAndSwap: boolean;
}

export const REQUEST_KINDS = ['GET', 'HEAD', 'PUT', 'COPY', 'DELETE', 'LIST'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export type RequestCounts = Record<RequestKind, number>;

export function noRequests(): RequestCounts {
  return { GET: 0, HEAD: 0, PUT: 0, COPY: 0, DELETE: 0, LIST: 0 };
}

/** Keys are relative to the prefix. Every operation is retried with backoff inside. @throws StoreError */
export interface ObjectStore {
  /** For messages: `s3://bucket/prefix/`. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Requests made so far, by kind: GET, PUT, COPY, DELETE, LIST, HEAD; each attempt counts. */
  readonly requests: Readonly<Record<string, number>>;
  get(key: string): Promise<StoredObject | null>;
  /** Writes what is not there yet. `exists` where the key is taken, by whatever bytes. */
  create(key: string, bytes: Buffer, facts: ObjectFacts): Promise<'created' | 'exists'>;
  /** Writes over what has that tag (null: nothing is there). `changed` where somebody else was faster. */
  replace(key: string, bytes: Buffer, facts: ObjectFacts, etag: string | null): Promise<'replaced' | 'changed'>;
  /** Writes, whatever is there. */
  put(key: string, bytes: Buffer, facts: ObjectFacts): Promise<void>;
  copy(from: string, to: string, facts: ObjectFacts): Promise<void>;
  /** Keys that are not there are no fault. */
  delete(keys: readonly string[]): Promise<void>;
  /** Every object whose key begins with the prefix, in key order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Names of the "folders" below the prefix, which is '' or ends in '/', without it and without the slash. */
  listFolders(prefix: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The store's fault, or the network's towards it: names store, operation and key, keeps its cause. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
