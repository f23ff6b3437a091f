/** What a run of generate yields: the files of the new tree one by one, and the files that are no longer part of it. */

import type { TreePath } from '../../wire/answers/paths.ts';
import { hashOf } from '../../wire/words/hash.ts';

export interface TreeFile {
  readonly path: TreePath;
  readonly bytes: Buffer;
  /** True if it is known not to be the file that the tree has, which is then not read to be compared. */
  readonly isNew?: boolean;
}

/** A file of the new tree. Without bytes it is a file that the new tree no longer has. */
export interface Change {
  readonly path: TreePath;
  readonly bytes: Buffer | null;
}

/** The tree that a run starts from: the files in its folder before any new ones are moved there. */
export interface TreeInPlace {
  /** Null if there is no such file. */
  read(path: TreePath): Buffer | null;
  has(path: TreePath): boolean;
  /** The names in a folder, sorted. There are none if the folder does not exist. */
  list(folder: string): readonly string[];
}

/** SHA-256 by path. */
export type Hashes = ReadonlyMap<string, string>;

/** Passes on the files of a unit (a date, a year of series, the latest rates) and returns their hashes. */
export function* unit(files: Iterable<TreeFile>): Generator<TreeFile, Hashes> {
  const hashes = new Map<string, string>();
  for (const file of files) {
    hashes.set(file.path, hashOf(file.bytes));
    yield file;
  }
  return hashes;
}

/** Removes the files in a folder of the tree whose paths are not kept. */
export function* removeOthers(inPlace: TreeInPlace, folder: string, kept: Hashes): Generator<Change> {
  for (const name of inPlace.list(folder)) {
    const path = `${folder}/${name}` as TreePath;
    if (!kept.has(path)) yield { path, bytes: null };
  }
}

/** Removes a file if it exists. */
export function* removeIfThere(inPlace: TreeInPlace, path: TreePath): Generator<Change> {
  if (inPlace.has(path)) yield { path, bytes: null };
}
