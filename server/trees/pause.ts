/**
 * Stops asking a store that fails, or for a file that is corrupted, for a moment, so that stale answers come at once.
 */
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { CorruptObject, StoreDown } from '../../generator/wire/release/served-tree.ts';

/** The store is not asked for a moment after this many failures in a row. */
const FAILURES_MAX = 3;
const PAUSE_MS = 1000;
/** A bucket in which everything is corrupted must not fill the memory. */
const CORRUPTED_MAX = 1000;

export class Pause {
  readonly #nowMs: () => number;
  /** Until when a corrupted file is not asked for again, because it would be large traffic for nothing. */
  readonly #corruptedUntilMs = new Map<TreePath, number>();
  #failures = 0;
  #untilMs = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** @throws Paused when the store should not be asked for the file now */
  check(path: TreePath): void {
    const nowMs = this.#nowMs();
    if (nowMs < this.#untilMs) throw new Paused('the store failed a moment ago and is not asked again yet');
    if (nowMs < (this.#corruptedUntilMs.get(path) ?? 0)) {
      throw new Paused(`${path} was corrupted a moment ago and is not asked for again yet`);
    }
  }

  noteAnswer(path: TreePath): void {
    this.#failures = 0;
    this.#corruptedUntilMs.delete(path);
  }

  noteFailure(error: StoreDown, path: TreePath): void {
    if (error instanceof CorruptObject) {
      if (this.#corruptedUntilMs.size >= CORRUPTED_MAX) this.#corruptedUntilMs.clear();
      this.#corruptedUntilMs.set(path, this.#nowMs() + PAUSE_MS);
    } else if (++this.#failures >= FAILURES_MAX) {
      this.#untilMs = this.#nowMs() + PAUSE_MS;
    }
  }
}

/** The store was not asked at all. */
export class Paused extends StoreDown {}
