/**
 * The only writer of the tree. New files are written below `<out>/.staging/new`, and renaming that folder to
 * `.staging/ready` commits the run. If the run is killed or the disk is full before the rename, the old tree stays
 * untouched. If it is killed after the rename, the next run finishes the moves.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { atPath, makeFolder } from '../kit/files.ts';
import { isMemory, releasePath, type TreePath } from '../wire/paths.ts';
import type { Change, TreeInPlace } from './change.ts';
import { treeIn } from './in-place.ts';
import { finishMoves, READY, REMOVALS, STAGING } from './moves.ts';

/** Rendering so many files takes some tens of milliseconds. */
const FILES_BETWEEN_PAUSES = 1000;

export class Staging {
  /** How many files of the tree were written, and how many bytes they have. */
  files = 0;
  bytes = 0;
  /** The tree of the run before, until `commit`. */
  readonly inPlace: TreeInPlace;
  readonly #new: string;
  readonly #removals = new Set<TreePath>();
  readonly #folders = new Set<string>();
  /** Whether any file was written, of the tree or of the memory. */
  #hasNews = false;

  private constructor(
    readonly outDir: string,
    /** False in a first run, which has nothing to compare with. */
    readonly hasTree: boolean,
  ) {
    this.inPlace = treeIn(outDir);
    this.#new = join(outDir, STAGING, 'new');
  }

  /** Finishes the moves of a run that was killed while moving, and deletes what a run killed before that had staged. */
  static open(outDir: string): Staging {
    finishMoves(outDir);
    rmSync(join(outDir, STAGING), { recursive: true, force: true });
    makeFolder(join(outDir, STAGING, 'new'));
    return new Staging(outDir, existsSync(join(outDir, releasePath)));
  }

  /**
   * Stages every change in the stream, and returns the stream's result. Of two changes of a path the later counts. It
   * pauses now and then, so that a signal that stops the night is heard within a moment and not after the hundreds of
   * thousands of files of a first run.
   */
  async take<Result>(changes: Iterator<Change, Result>): Promise<Result> {
    for (let next = changes.next(), count = 1; ; next = changes.next(), count++) {
      if (next.done) return next.value;
      if (count % FILES_BETWEEN_PAUSES === 0) await setImmediate();
      const { path, bytes } = next.value;
      if (bytes === null) this.#removals.add(path);
      else this.#removals.delete(path);
      if (bytes === null || this.#hasSame(path, bytes)) rmSync(join(this.#new, path), { force: true });
      else this.#write(path, bytes);
    }
  }

  commit(): void {
    if (this.#hasNews || this.#removals.size > 0) {
      const list = join(this.#new, REMOVALS);
      atPath(list, () => writeFileSync(list, JSON.stringify([...this.#removals].sort())));
      syncFolder(this.#new);
      renameSync(this.#new, join(this.outDir, READY));
      syncFolder(join(this.outDir, STAGING));
    }
    finishMoves(this.outDir);
    rmSync(join(this.outDir, STAGING), { recursive: true, force: true });
  }

  /** Deletes what was staged and leaves the tree as it was. */
  abandon(): void {
    rmSync(join(this.outDir, STAGING), { recursive: true, force: true });
  }

  #hasSame(path: TreePath, bytes: Buffer): boolean {
    return this.hasTree && this.inPlace.read(path)?.equals(bytes) === true;
  }

  #write(path: TreePath, bytes: Buffer): void {
    const target = join(this.#new, path);
    const folder = dirname(target);
    if (!this.#folders.has(folder)) {
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
    this.files++;
    this.bytes += bytes.length;
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
