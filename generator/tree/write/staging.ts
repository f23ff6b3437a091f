/**
 * The only writer of the tree. New files are written below `<out>/.staging/new`, and renaming that folder to
 * `.staging/ready` commits the run. If the run is killed or the disk is full before the rename, the old tree stays
 * untouched. If it is killed after the rename, the next run finishes the moves.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { atPath, makeFolder } from '../../kit/files.ts';
import { partPath, releasePath, type TreePath } from '../../wire/answers/paths.ts';
import type { Change, TreeInPlace } from '../read/change.ts';
import { Makers } from './makers.ts';
import { finishMoves, READY, REMOVALS, STAGING } from './moves.ts';
import { type Counts, StagedFiles } from './staged-files.ts';
import { stagedNames } from './staged-path.ts';
import type { Step } from './step.ts';

/** The files of so many steps are rendered in some tens of milliseconds. */
const STEPS_BETWEEN_PAUSES = 16;

export class Staging {
  readonly #files: StagedFiles;
  readonly #makers: Makers;
  readonly #removals = new Set<TreePath>();

  private constructor(
    readonly outDir: string,
    jobs: number,
  ) {
    this.#files = new StagedFiles(
      outDir,
      [releasePath, partPath].some((path) => existsSync(join(outDir, path))),
    );
    this.#makers = new Makers(this.#files, jobs);
  }

  get counts(): Counts {
    return this.#files.counts;
  }

  /** The tree of the run before, until `commit`. */
  get inPlace(): TreeInPlace {
    return this.#files.inPlace;
  }

  /** The tree as it will be, as far as steps have been taken. */
  get after(): TreeInPlace {
    return {
      read: (path) => (this.#removals.has(path) ? null : this.#files.read(path)),
      has: (path) => !this.#removals.has(path) && this.#files.has(path),
      list: (folder) => {
        const names = new Set([...this.inPlace.list(folder), ...stagedNames(this.#files.folder, folder)]);
        return [...names].filter((name) => !this.#removals.has(`${folder}/${name}` as TreePath)).sort();
      },
    };
  }

  /**
   * Finishes the moves of a run that was killed while moving, and deletes what a run killed before that had staged.
   * @param jobs how many threads make files, this one included
   */
  static open(outDir: string, jobs = 1): Staging {
    finishMoves(outDir);
    rmSync(join(outDir, STAGING), { recursive: true, force: true });
    makeFolder(join(outDir, STAGING, 'new'));
    return new Staging(outDir, jobs);
  }

  /**
   * Takes every step of the stream, and returns the stream's result. Of two changes of a path the later counts; the
   * files of a date are in one step only. It pauses now and then, so that a signal that stops the night is heard within
   * a moment and not after the hundreds of thousands of files of a first run, and so that other threads are heard.
   */
  async take<Result>(steps: Iterator<Step, Result>): Promise<Result> {
    for (let next = steps.next(), count = 1; ; next = steps.next(), count++) {
      if (next.done) return next.value;
      if (count % STEPS_BETWEEN_PAUSES === 0) await setImmediate();
      const step = next.value;
      if ('path' in step) this.#change(step);
      else if ('work' in step) this.#makers.give(step);
      else
        for (const { stale } of await this.#makers.finished(step.until)) for (const path of stale) this.#remove(path);
    }
  }

  #change({ path, bytes }: Change): void {
    if (bytes === null) this.#remove(path);
    else {
      this.#removals.delete(path);
      this.#files.put({ path, bytes });
    }
  }

  #remove(path: TreePath): void {
    this.#removals.add(path);
    this.#files.drop(path);
  }

  /** Must be called after `close`. */
  commit(): void {
    if (this.#files.hasNews || this.#removals.size > 0) {
      const list = join(this.#files.folder, REMOVALS);
      atPath(list, () => writeFileSync(list, JSON.stringify([...this.#removals].sort())));
      syncFolder(this.#files.folder);
      renameSync(this.#files.folder, join(this.outDir, READY));
      syncFolder(join(this.outDir, STAGING));
    }
    finishMoves(this.outDir);
    rmSync(join(this.outDir, STAGING), { recursive: true, force: true });
  }

  /** Stops the other threads, which have nothing left to do or are to leave the rest undone. */
  async close(): Promise<void> {
    await this.#makers.close();
  }

  /** Deletes what was staged and leaves the tree as it was. Must be called after `close`. */
  abandon(): void {
    rmSync(join(this.outDir, STAGING), { recursive: true, force: true });
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
