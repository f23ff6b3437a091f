/** What works need where they are made, and what they leave. */
import type { TreeObjects } from '../read/objects.ts';
import type { TreeFile } from '../read/tree-file.ts';

/** The text of a leaf, and how many files it lists. */
export type LeafText = readonly [sha256: string, files: number];

/** Where works are made, on whichever thread. */
export interface Workshop {
  readonly objects: TreeObjects;
  readonly writer: {
    /** Writes the files and the leaf that lists them; null if there are none. */
    putAll(files: Iterable<TreeFile>): LeafText | null;
  };
}

export interface Made {
  /** Lists the files; null if there are none. */
  readonly leaf: LeafText | null;
  /** What the stream needs of it later: of a date its rows for the series. Empty for works that leave nothing. */
  readonly rest: Uint8Array;
}

/**
 * What is left waits for the end of the year, 30 MB for a hundred banks, so it has memory of its own: a small Buffer is a
 * part of 8 KB that it would keep.
 */
export function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}
