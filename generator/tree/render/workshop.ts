/** Where works are made, on whichever thread: what they read, how their files are staged, and what is known then. */

import type { TreePath } from '../../wire/answers/paths.ts';
import { hashOf } from '../../wire/words/hash.ts';
import type { Change, Hashes, TreeFile, TreeInPlace } from '../read/change.ts';
import { toContent } from '../read/inputs.ts';

export interface Workshop {
  /** The tree of the run before. */
  readonly inPlace: TreeInPlace;
  /** Stages one file. */
  put(file: TreeFile): void;
  /** The file as this run has staged it, or else as it lies in the tree; null if there is none. */
  read(path: TreePath): Buffer | null;
}

export interface Made {
  /** Digest of the names and hashes of the files, see `toContent`; '' if there is none. */
  readonly content: string;
  /** What the stream needs of it later: of a date its rows for the series. Empty for works that leave nothing. */
  readonly left: Uint8Array;
  /** Files of the tree in place that are no longer part of it. */
  readonly stale: readonly TreePath[];
}

/** @param staleBeside the files that are no longer part of the tree where it has these */
export function stageAll(
  files: Iterable<TreeFile>,
  staleBeside: (kept: Hashes) => Iterable<Change>,
  shop: Pick<Workshop, 'put'>,
): Omit<Made, 'left'> {
  const hashes = new Map<string, string>();
  for (const file of files) {
    hashes.set(file.path, hashOf(file.bytes));
    shop.put(file);
  }
  const stale = [...staleBeside(hashes)].map(({ path }) => path);
  return { content: hashes.size === 0 ? '' : toContent(hashes), stale };
}

/**
 * What is left waits for the end of the year, 30 MB for a hundred banks, so it has memory of its own: a small Buffer is a
 * part of 8 KB that it would keep.
 */
export function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}
