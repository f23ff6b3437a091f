/** Puts new files into the staging area, unless the tree in place has the same. Several threads do so at once. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atPath, readIfThere } from '../../kit/files.ts';
import { isMemory, type TreePath } from '../../wire/answers/paths.ts';
import type { TreeFile, TreeInPlace } from '../read/change.ts';
import { treeIn } from '../read/in-place.ts';
import type { Workshop } from '../render/workshop.ts';
import { STAGING } from './moves.ts';
import { stagedPath } from './staged-path.ts';

export interface Counts {
  /** How many files of the tree were given, how many of them were written because the tree had no such bytes, and their size. */
  readonly rendered: number;
  readonly written: number;
  readonly bytes: number;
}

/** So many folders are known to exist. A first run makes one for each date of each provider, one after another. */
const FOLDERS_MAX = 1000;

export class StagedFiles implements Workshop {
  readonly inPlace: TreeInPlace;
  readonly folder: string;
  readonly #folders = new Set<string>();
  /** Whether the tree has a folder, by its path. */
  readonly #inTree = new Map<string, boolean>();
  #rendered = 0;
  #written = 0;
  #bytes = 0;
  #hasNews = false;

  constructor(
    readonly outDir: string,
    /** False in a first run, which has nothing to compare with. */
    readonly hasTree: boolean,
  ) {
    this.inPlace = treeIn(outDir);
    this.folder = join(outDir, STAGING, 'new');
  }

  get counts(): Counts {
    return { rendered: this.#rendered, written: this.#written, bytes: this.#bytes };
  }

  /** Whether any file was written, of the tree or of the memory. */
  get hasNews(): boolean {
    return this.#hasNews || this.#written > 0;
  }

  put({ path, bytes, isNew = false }: TreeFile): void {
    if (!isMemory(path)) this.#rendered++;
    if (this.hasTree && !isNew && this.inPlace.read(path)?.equals(bytes) === true) this.drop(path);
    else this.#write(path, bytes);
  }

  /** Takes back what was staged at the path, if anything was. */
  drop(path: TreePath): void {
    rmSync(this.#at(path), { force: true });
  }

  read(path: TreePath): Buffer | null {
    return readIfThere(this.#at(path)) ?? this.inPlace.read(path);
  }

  has(path: TreePath): boolean {
    return existsSync(this.#at(path)) || this.inPlace.has(path);
  }

  /** The counts since this was called last. */
  takeCounts(): Counts {
    const { counts } = this;
    this.#rendered = this.#written = this.#bytes = 0;
    return counts;
  }

  /** Adds what another thread has put here. */
  count({ rendered, written, bytes }: Counts): void {
    this.#rendered += rendered;
    this.#written += written;
    this.#bytes += bytes;
  }

  #at(path: TreePath): string {
    return join(this.folder, stagedPath(path, this.#hasFolder(dirname(path))));
  }

  #hasFolder(folder: string): boolean {
    const known = this.#inTree.get(folder);
    if (known !== undefined) return known;
    if (this.#inTree.size === FOLDERS_MAX) this.#inTree.clear();
    const isThere = this.hasTree && existsSync(join(this.outDir, folder));
    this.#inTree.set(folder, isThere);
    return isThere;
  }

  #write(path: TreePath, bytes: Buffer): void {
    const target = this.#at(path);
    const folder = dirname(target);
    if (!this.#folders.has(folder)) {
      if (this.#folders.size === FOLDERS_MAX) this.#folders.clear();
      mkdirSync(folder, { recursive: true });
      this.#folders.add(folder);
    }
    const file = openSync(target, 'w', 0o644);
    try {
      const written = atPath(target, () => writeSync(file, bytes));
      if (written < bytes.length)
        throw new Error(`${target}: only ${written} of ${bytes.length} bytes could be written: is the disk full?`);
    } finally {
      closeSync(file);
    }
    this.#hasNews = true;
    if (isMemory(path)) return;
    this.#written++;
    this.#bytes += bytes.length;
  }
}
