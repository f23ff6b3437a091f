/** Objects by key, wherever they lie: all that a store of trees or of releases asks for. */
export interface FoundObject {
  readonly bytes: Buffer;
  /** For the next question; null where nothing tells one state of the object from another. */
  readonly etag: string | null;
}

export interface ObjectReader {
  /** For messages: `s3://bucket/prefix/`, an address or a folder, so that a key can stand behind it. */
  readonly name: string;
  /**
   * The object, or null where there is none.
   * @param etag of what is known already: `unchanged` where the object is still that
   * @throws StoreDown
   */
  get(key: string, etag: string | null): Promise<FoundObject | 'unchanged' | null>;
  close(): Promise<void>;
}

/** The largest file of the tree (a provider's index of seven thousand dates) is below 200 kB. */
export const OBJECT_BYTES_MAX = 16 * 1024 * 1024;
export const CONNECTIONS_MAX = 32;
