/** A store holds releases, and reads objects by key: on a disk, at an HTTP origin or in a bucket. */
import type { Pointer } from '../../generator/wire/release/pointer.ts';
import {
  type CorruptObject,
  type ServedRelease,
  StoreError,
  type Tree,
  type UnreadableFile,
} from '../../generator/wire/release/tree-file.ts';

export interface Store {
  /** The tree in force, which stays the same object until another one is; null if there is none. @throws StoreError */
  current(): Promise<Tree | null>;
  following(): Following;
  close(): Promise<void>;
}

/** What has happened while following a pointer. */
export interface Following {
  /** The pointer that was accepted last. */
  readonly pointer: Pointer | null;
  /** How many pointers were refused. */
  readonly refused: number;
  /** How many objects were missing or not as stated in the manifest. */
  readonly corrupted: number;
}

/** A release is in force that the gateway cannot read, so that it does not answer; the one before it goes on. */
export class UnreadableRelease extends StoreError {
  override readonly name = 'UnreadableRelease';
  readonly release: ServedRelease;
  /** What is wrong, and with which file. */
  readonly reason: string;

  constructor(release: ServedRelease, fault: UnreadableFile | CorruptObject) {
    super(`release ${release.release} of ${release.date} cannot be read: ${fault.message}`, { cause: fault.cause });
    this.release = release;
    this.reason = fault.message;
  }
}

/** The pointer is forged, replayed or damaged; the release before it goes on answering. */
export class PointerRefused extends StoreError {
  override readonly name = 'PointerRefused';
}

interface FoundObject {
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
   * @throws StoreError
   */
  get(key: string, etag: string | null): Promise<FoundObject | 'unchanged' | null>;
  close(): Promise<void>;
}

/** More than enough: the largest file of the tree, a provider's index of seven thousand dates, is below 200 kB. */
export const OBJECT_BYTES_MAX = 16 * 1024 * 1024;
export const CONNECTIONS_MAX = 32;

/** The object's bytes, or null if there is none. @throws StoreError */
export async function readNow(objects: ObjectReader, key: string): Promise<Buffer | null> {
  const found = await objects.get(key, null);
  if (found === 'unchanged') throw new TypeError(`${key} is reported as unchanged, but was never read`);
  return found?.bytes ?? null;
}

// What bounds the first pointer that a gateway takes. A gateway that runs refuses whatever is older than what it
// serves; one that starts has only these bounds against a signed pointer of an earlier release that somebody put
// back.

/** What is remembered of a pointer. */
export type Taken = Pick<Pointer, 'sequence' | 'store'>;

export interface Bounds {
  /** The lowest sequence that may be served: 0 if none is known. */
  readonly sequenceMin: number;
  /** The store whose pointers may be served; null if none is known. Our key may sign for several. */
  readonly store: string | null;
  /** Where both stand, for messages: a file, or the name of a setting. */
  readonly where: string;
  /** Whether a gateway may start with a pointer that has expired. */
  readonly takesExpired: boolean;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Is told of each pointer that is taken, before its release answers. */
  readonly note: (taken: Taken) => Promise<void>;
}

/** For whoever reads one release and ends. */
export const UNBOUNDED: Bounds = {
  sequenceMin: 0,
  store: null,
  where: 'nowhere',
  takesExpired: true,
  nowMs: Date.now,
  note: async () => {},
};

/** The setting that lets a gateway start with a pointer that has expired. */
export const TAKES_EXPIRED = 'RATETREE_SERVE_EXPIRED';
