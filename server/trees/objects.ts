/** Reads objects by key, wherever they lie. Stores of trees and of releases need nothing else. */
export interface FoundObject {
  readonly bytes: Buffer;
  /** To ask with next time; null if nothing tells one state of the object from another. */
  readonly etag: string | null;
}

export interface ObjectReader {
  /** For messages, which append a key: `s3://bucket/prefix/`, an address or a folder. */
  readonly name: string;
  /**
   * The object, or null if there is none.
   * @param etag of the object that is known; `unchanged` is returned if it is still the same
   * @throws StoreDown
   */
  get(key: string, etag: string | null): Promise<FoundObject | 'unchanged' | null>;
  close(): Promise<void>;
}

/** More than enough: the largest file of the tree, a provider's index of seven thousand dates, is below 200 kB. */
export const OBJECT_BYTES_MAX = 16 * 1024 * 1024;
export const CONNECTIONS_MAX = 32;
