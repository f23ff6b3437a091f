/**
 * A tree as it is served: one state of a store, so that every figure of an answer belongs to the release that the
 * answer names. The gateway reads from it, and so does a publisher before it lets a gateway read.
 */
import type { TreePath } from '../answers/paths.ts';
import type { IsoDate } from '../words/schemas.ts';

export interface ServedRelease {
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
  readonly release: ServedRelease;
  /** SHA-256 of the root of its manifest; null if there is none, so that files may be newer than the release. */
  readonly root: string | null;
  /**
   * When it was published last, in milliseconds since 1970: a night without news signs the same release again. Absent
   * where no pointer names it.
   */
  readonly signedMs?: () => number;
  /**
   * The file, or null if the tree has no such file.
   * @param held SHA-256 of the content that the reader has; `unchanged` is returned if the file still has it
   * @throws StoreDown
   */
  read(path: TreePath, held: string | null): Promise<Content | 'unchanged' | null>;
}

/** The store gave no answer, or not one that a store gives, so that nothing is known about the file. */
export class StoreDown extends Error {
  override readonly name: string = 'StoreDown';
}

/** The store works, but one object in it is damaged. */
export class CorruptObject extends StoreDown {
  override readonly name = 'CorruptObject';

  constructor(
    /** Of the object, or of the first one that shows the damage. */
    readonly key: string,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}

/** The store works and gives the file as it was published, but the gateway cannot read it, or the tree lacks it. */
export class UnreadableFile extends StoreDown {
  override readonly name = 'UnreadableFile';

  constructor(
    readonly path: TreePath,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}
