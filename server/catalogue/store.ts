/**
 * Where releases lie: a disk, an HTTP origin, a bucket. What the gateway reads it reads from a Tree, one state of the
 * store, so that every figure of an answer is of the release that the answer names.
 */
import type { TreePath } from '../../generator/wire/paths.ts';
import type { Pointer } from '../../generator/wire/pointer.ts';
import type { IsoDate } from '../../generator/wire/schemas.ts';

export interface Release {
  readonly release: string;
  /** Its UTC date. */
  readonly date: IsoDate;
}

export interface Content {
  readonly bytes: Buffer;
  /** As the release's manifest states it; null where there is no manifest. */
  readonly sha256: string | null;
}

export interface Tree {
  readonly release: Release;
  /** SHA-256 of the root of its manifest; null where a file is what lies there at the moment, which may be newer. */
  readonly root: string | null;
  /**
   * The file, or null where the tree has no such file.
   * @param held SHA-256 of what the reader has already: `unchanged` where the file is just that
   * @throws StoreDown
   */
  read(path: TreePath, held: string | null): Promise<Content | 'unchanged' | null>;
}

export interface Store {
  /** The tree in force: the same object for as long as it is; null where there is none yet. @throws StoreDown */
  current(): Promise<Tree | null>;
  /** Null where the store has no pointer to follow. */
  following(): Following | null;
  close(): Promise<void>;
}

/** How it goes with a pointer. */
export interface Following {
  /** The last that was accepted. */
  readonly pointer: Pointer | null;
  /** Pointers read and not accepted. */
  readonly refused: number;
  /** Objects that were missing, or were not what the manifest says. */
  readonly corrupted: number;
}

/** The store did not answer, or not with what a store answers: nothing is known about the file. */
export class StoreDown extends Error {
  override readonly name: string = 'StoreDown';
}

/** The store is well, and one object in it is not. */
export class CorruptObject extends StoreDown {
  override readonly name = 'CorruptObject';
}

/** A pointer that is forged, replayed or broken; the release before it goes on. */
export class PointerRefused extends StoreDown {
  override readonly name = 'PointerRefused';
}
