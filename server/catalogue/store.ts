/**
 * A store holds releases: on a disk, at an HTTP origin or in a bucket. The gateway reads from a Tree, which is one
 * state of the store, so that every figure of an answer belongs to the release that the answer names.
 */
import type { TreePath } from '../../generator/wire/paths.ts';
import type { Pointer } from '../../generator/wire/pointer.ts';
import type { IsoDate } from '../../generator/wire/schemas.ts';

export interface Release {
  readonly release: string;
  /** UTC date of the release. */
  readonly date: IsoDate;
}

export interface Content {
  readonly bytes: Buffer;
  /** As stated in the release's manifest; null if there is none. */
  readonly sha256: string | null;
}

export interface Tree {
  readonly release: Release;
  /** SHA-256 of the root of its manifest; null if there is none, so that files may be newer than the release. */
  readonly root: string | null;
  /**
   * The file, or null if the tree has no such file.
   * @param held SHA-256 of the content that the reader has; `unchanged` is returned if the file still has it
   * @throws StoreDown
   */
  read(path: TreePath, held: string | null): Promise<Content | 'unchanged' | null>;
}

export interface Store {
  /** The tree in force, which stays the same object until another one is; null if there is none. @throws StoreDown */
  current(): Promise<Tree | null>;
  /** Null if the store has no pointer to follow. */
  following(): Following | null;
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

/** The store gave no answer, or not one that a store gives, so that nothing is known about the file. */
export class StoreDown extends Error {
  override readonly name: string = 'StoreDown';
}

/** The store works, but one object in it is damaged. */
export class CorruptObject extends StoreDown {
  override readonly name = 'CorruptObject';
}

/** The store works and gives the file as it was published, but the gateway cannot read it, or the tree lacks it. */
export class UnreadableFile extends StoreDown {
  override readonly name = 'UnreadableFile';
}

/** A release is in force that the gateway cannot read, so that it does not answer; the one before it goes on. */
export class UnreadableRelease extends StoreDown {
  override readonly name = 'UnreadableRelease';
  readonly release: Release;
  /** What is wrong, and with which file. */
  readonly reason: string;

  constructor(release: Release, fault: UnreadableFile | CorruptObject) {
    super(`release ${release.release} of ${release.date} cannot be read: ${fault.message}`, { cause: fault.cause });
    this.release = release;
    this.reason = fault.message;
  }
}

/** The pointer is forged, replayed or damaged; the release before it goes on answering. */
export class PointerRefused extends StoreDown {
  override readonly name = 'PointerRefused';
}
