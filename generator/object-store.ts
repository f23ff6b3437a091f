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
  readonly createOnly: boolean;
  readonly compareAndSwap: boolean;
}

/** Keys are relative to the prefix. Every operation is retried with backoff inside. @throws StoreError */
export interface ObjectStore {
  /** For messages: `s3://bucket/prefix/`. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Requests made so far, by kind: GET, PUT, COPY, DELETE, LIST, HEAD. */
  readonly requests: Readonly<Record<string, number>>;
  get(key: string): Promise<StoredObject | null>;
  /** Writes what is not there yet. `exists` where the key is taken, by whatever bytes. */
  create(key: string, bytes: Buffer, facts: ObjectFacts): Promise<'created' | 'exists'>;
  /** Writes over what has that tag (null: nothing is there). `changed` where somebody else was faster. */
  replace(key: string, bytes: Buffer, facts: ObjectFacts, etag: string | null): Promise<'replaced' | 'changed'>;
  /** Writes, whatever is there. */
  put(key: string, bytes: Buffer, facts: ObjectFacts): Promise<void>;
  copy(from: string, to: string, facts: ObjectFacts): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
  /** Every object below the prefix, in key order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Names of the "folders" below the prefix, without it and without the slash. */
  listFolders(prefix: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The store's fault, or the network's towards it: names store, operation and key, keeps its cause. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
