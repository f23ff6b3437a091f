/**
 * Files of the tree in memory, those not used lately dropped first, each under the release it was read in. It also
 * answers while the store is down: an old file with its own release says more than an error.
 */
import type { TreePath } from '../generator/wire/paths.ts';
import { type Store, StoreDown } from './store.ts';

/** What one read found; null bytes where the tree has no such file. */
export interface ShelfEntry {
  readonly path: TreePath;
  readonly release: string;
  readonly bytes: Buffer | null;
  /** Asked for since the last time that room was needed: it gets a second chance. Cheaper than moving it at each hit. */
  isUsed: boolean;
}

export interface ShelfOptions {
  readonly store: Store;
  readonly bytesMax: number;
  /** Id of the release in force. */
  readonly release: () => string;
  readonly nowMs: () => number;
  readonly onDown: (error: StoreDown) => void;
}

/** After so many failures on end nothing more is asked for a moment, so that stale answers come at once. */
const FAILURES_MAX = 3;
const PAUSE_MS = 1000;

export class Shelf {
  readonly #options: ShelfOptions;
  /** In the order of arrival, or of the last second chance. */
  readonly #entries = new Map<TreePath, ShelfEntry>();
  readonly #reading = new Map<TreePath, Promise<ShelfEntry>>();
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

  /** The entry where memory holds it for the release in force: no promise, no disk. */
  held(path: TreePath): ShelfEntry | null {
    const entry = this.#entries.get(path);
    if (entry === undefined || entry.release !== this.#options.release()) return null;
    entry.isUsed = true;
    this.counts.hits++;
    return entry;
  }

  /** From memory, else from the store; requests for the same file share one read. @throws StoreDown */
  read(path: TreePath): Promise<ShelfEntry> {
    const entry = this.held(path);
    if (entry !== null) return Promise.resolve(entry);
    const reading = this.#reading.get(path);
    if (reading !== undefined) return reading;
    const started = this.#readStore(path).finally(() => this.#reading.delete(path));
    this.#reading.set(path, started);
    return started;
  }

  async #readStore(path: TreePath): Promise<ShelfEntry> {
    const { store, nowMs, onDown } = this.#options;
    this.counts.misses++;
    const release = this.#options.release(); // before the read: a file can only be newer than its label
    try {
      if (nowMs() < this.#pausedUntilMs)
        throw new StoreDown('the store failed a moment ago and is not asked again yet');
      const entry: ShelfEntry = { path, release, bytes: await store.read(path), isUsed: false };
      this.#failures = 0;
      this.#put(entry);
      return entry;
    } catch (error) {
      if (!(error instanceof StoreDown)) throw error;
      if (nowMs() >= this.#pausedUntilMs) {
        this.counts.failures++;
        onDown(error);
        if (++this.#failures >= FAILURES_MAX) this.#pausedUntilMs = nowMs() + PAUSE_MS;
      }
      const stale = this.#entries.get(path);
      if (stale === undefined) throw error;
      this.counts.stale++;
      return stale;
    }
  }

  #put(entry: ShelfEntry): void {
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

  #drop(path: TreePath): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    this.#entries.delete(path);
    this.#bytes -= weight(entry);
  }
}

/** An estimate: with a file live its copies (without header row, gzip, br) or, of a table, its figures as bigints. */
function weight({ path, bytes }: ShelfEntry): number {
  return 1024 + (bytes?.length ?? 0) * (path.startsWith('tables/') ? 16 : 4);
}
