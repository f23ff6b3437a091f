/**
 * Files of the tree in memory, those not used lately dropped first, each with the tree it was read from. It also answers
 * while the store is down: an old file with its own release says more than an error.
 */
import type { TreePath } from '../../generator/wire/paths.ts';
import { CorruptObject, StoreDown, type Tree } from './store.ts';

/** What one read found; null bytes where the tree has no such file. */
export interface ShelfEntry {
  readonly path: TreePath;
  readonly tree: Tree;
  readonly bytes: Buffer | null;
  readonly sha256: string | null;
  /** Asked for since the last time that room was needed: it gets a second chance. Cheaper than moving it at each hit. */
  isUsed: boolean;
}

export interface ShelfOptions {
  readonly bytesMax: number;
  /** The tree in force. What a late answer of an older one was read for is not kept. */
  readonly tree: () => Tree | null;
  readonly nowMs: () => number;
  readonly onDown: (error: StoreDown) => void;
}

interface Reading {
  readonly tree: Tree;
  readonly entry: Promise<ShelfEntry>;
}

/** After so many failures on end nothing more is asked for a moment, so that stale answers come at once. */
const FAILURES_MAX = 3;
const PAUSE_MS = 1000;
/** A bucket that is corrupted throughout must not fill the memory. */
const CORRUPTED_MAX = 1000;

export class Shelf {
  readonly #options: ShelfOptions;
  /** In the order of arrival, or of the last second chance. */
  readonly #entries = new Map<TreePath, ShelfEntry>();
  readonly #reading = new Map<TreePath, Reading>();
  /** Until when a corrupted file is not asked for again: it is large traffic for nothing. */
  readonly #corruptedUntilMs = new Map<TreePath, number>();
  #bytes = 0;
  #failures = 0;
  #pausedUntilMs = 0;
  readonly counts = { hits: 0, misses: 0, stale: 0, failures: 0 };

  constructor(options: ShelfOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The entry where memory holds it for this tree: no promise, no disk. */
  held(tree: Tree, path: TreePath): ShelfEntry | null {
    const entry = this.#entries.get(path);
    if (entry === undefined || entry.tree !== tree) return null;
    entry.isUsed = true;
    this.counts.hits++;
    return entry;
  }

  /** From memory, else from the tree; requests for the same file share one read. @throws StoreDown */
  read(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    const entry = this.held(tree, path);
    if (entry !== null) return Promise.resolve(entry);
    const reading = this.#reading.get(path);
    if (reading?.tree === tree) return reading.entry;
    const started: Reading = {
      tree,
      entry: this.#readOrStale(tree, path).finally(() => {
        if (this.#reading.get(path) === started) this.#reading.delete(path);
      }),
    };
    this.#reading.set(path, started);
    return started.entry;
  }

  /** An entry for `keep`: of a file that is held unchanged no bytes are asked for. @throws StoreDown */
  async fetch(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    const held = this.#entries.get(path);
    const found = await tree.read(path, held?.sha256 ?? null);
    const { bytes, sha256 } = found === 'unchanged' ? toHeld(path, held) : (found ?? { bytes: null, sha256: null });
    return { path, tree, bytes, sha256, isUsed: false };
  }

  keep(entry: ShelfEntry): void {
    this.#drop(entry.path);
    this.#entries.set(entry.path, entry);
    this.#bytes += weight(entry);
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.#options.bytesMax) break;
      if (oldest === entry) continue;
      this.#entries.delete(oldest.path);
      if (oldest.isUsed) this.#entries.set(oldest.path, oldest);
      else this.#bytes -= weight(oldest);
      oldest.isUsed = false;
    }
  }

  /** Those in use first, then those that came last. */
  mostWanted(countMax: number): readonly TreePath[] {
    const latestFirst = [...this.#entries.values()].reverse();
    const wanted = [...latestFirst.filter(({ isUsed }) => isUsed), ...latestFirst.filter(({ isUsed }) => !isUsed)];
    return wanted.slice(0, countMax).map(({ path }) => path);
  }

  async #readOrStale(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    this.counts.misses++;
    try {
      this.#checkPause(path);
      const entry = await this.fetch(tree, path);
      this.#failures = 0;
      this.#corruptedUntilMs.delete(path);
      if (this.#options.tree() === tree) this.keep(entry);
      return entry;
    } catch (error) {
      if (!(error instanceof StoreDown)) throw error;
      this.#note(error, path);
      const stale = this.#entries.get(path);
      if (stale === undefined) throw error;
      this.counts.stale++;
      return stale;
    }
  }

  #checkPause(path: TreePath): void {
    const nowMs = this.#options.nowMs();
    if (nowMs < this.#pausedUntilMs) throw new Paused('the store failed a moment ago and is not asked again yet');
    if (nowMs < (this.#corruptedUntilMs.get(path) ?? 0)) {
      throw new Paused(`${path} was corrupted a moment ago and is not asked for again yet`);
    }
  }

  #note(error: StoreDown, path: TreePath): void {
    if (error instanceof Paused) return;
    const { nowMs, onDown } = this.#options;
    this.counts.failures++;
    onDown(error);
    if (error instanceof CorruptObject) {
      if (this.#corruptedUntilMs.size >= CORRUPTED_MAX) this.#corruptedUntilMs.clear();
      this.#corruptedUntilMs.set(path, nowMs() + PAUSE_MS);
    } else if (++this.#failures >= FAILURES_MAX) {
      this.#pausedUntilMs = nowMs() + PAUSE_MS;
    }
  }

  #drop(path: TreePath): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    this.#entries.delete(path);
    this.#bytes -= weight(entry);
  }
}

/** The store was not asked at all. */
class Paused extends StoreDown {}

function toHeld(path: TreePath, held: ShelfEntry | undefined): ShelfEntry {
  if (held === undefined) throw new TypeError(`${path} is called unchanged, and nothing was held`);
  return held;
}

/** An estimate: with a file live its copies (without header row, gzip, br) or, of a table, its figures as bigints. */
function weight({ path, bytes }: ShelfEntry): number {
  return 1024 + (bytes?.length ?? 0) * (path.startsWith('tables/') ? 16 : 4);
}
