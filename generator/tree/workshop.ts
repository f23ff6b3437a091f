/** Where works are made, on whichever thread: what they read, how their files are staged, and what is known then. */
import { hashOf } from '../wire/hash.ts';
import type { TreePath } from '../wire/paths.ts';
import { removeOthers, type TreeFile, type TreeInPlace } from './change.ts';
import { toContent } from './inputs.ts';

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
  /** Rows for the series, as bytes; empty for works that have none. */
  readonly series: Uint8Array;
  /** Files of the same folder in the tree in place that are no longer part of it. */
  readonly stale: readonly TreePath[];
}

/** @param folder of whose files in the tree in place the others are stale; null if there can be none */
export function stageAll(
  files: Iterable<TreeFile>,
  folder: string | null,
  shop: Pick<Workshop, 'inPlace' | 'put'>,
): Omit<Made, 'series'> {
  const hashes = new Map<string, string>();
  for (const file of files) {
    hashes.set(file.path, hashOf(file.bytes));
    shop.put(file);
  }
  const stale = folder === null ? [] : [...removeOthers(shop.inPlace, folder, hashes)];
  return { content: hashes.size === 0 ? '' : toContent(hashes), stale: stale.map(({ path }) => path) };
}
