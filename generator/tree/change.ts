/** What a run of generate yields: the files of the new tree, one after another, and the files that are no longer part of it. */
import { hashOf } from '../wire/hash.ts';
import type { TreePath } from '../wire/paths.ts';

export interface TreeFile {
  readonly path: TreePath;
  readonly bytes: Buffer;
}

/** A file as the new tree has it; without bytes: a file that the new tree no longer has. */
export interface Change {
  readonly path: TreePath;
  readonly bytes: Buffer | null;
}

/** The tree that a run starts from: what lies in the folder before anything is moved there. */
export interface TreeInPlace {
  /** Null where there is no such file. */
  read(path: TreePath): Buffer | null;
  /** The names in a folder, sorted; none where there is no such folder. */
  list(folder: string): readonly string[];
}

/** SHA-256 by path. */
export type Hashes = ReadonlyMap<string, string>;

/** Passes the files of a unit on (a date, a year of series, the latest) and returns their hashes. */
export function* unit(files: Iterable<TreeFile>): Generator<TreeFile, Hashes> {
  const hashes = new Map<string, string>();
  for (const file of files) {
    hashes.set(file.path, hashOf(file.bytes));
    yield file;
  }
  return hashes;
}

/** Removes what lies in the folder of the tree and is not one of the kept paths. */
export function* removeOthers(inPlace: TreeInPlace, folder: string, kept: Hashes): Generator<Change> {
  for (const name of inPlace.list(folder)) {
    const path = `${folder}/${name}` as TreePath;
    if (!kept.has(path)) yield { path, bytes: null };
  }
}

/** Removes a file where there is one. */
export function* removeIfThere(inPlace: TreeInPlace, path: TreePath): Generator<Change> {
  if (inPlace.read(path) !== null) yield { path, bytes: null };
}
