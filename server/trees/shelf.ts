/**
 * Files of the tree in memory, each with the tree from which it was read; those that have not been used lately are
 * dropped first. It answers even while the store is down: an old file with its own release is better than an error.
 */
import { releaseListPath, type TreePath } from '../../generator/wire/answers/paths.ts';
import { CHECKPOINT_KEY } from '../../generator/wire/release/keys.ts';
import { POINTER_KEY } from '../../generator/wire/release/pointer.ts';
import { CorruptObject, StoreError, type Tree } from '../../generator/wire/release/tree-file.ts';

/** What one read found. The bytes are null if the tree has no such file. */
export interface ShelfEntry {
  readonly path: TreePath;
  readonly tree: Tree;
  readonly bytes: Buffer | null;
  readonly sha256: string | null;
  /** When it was read, by the clock of the shelf. */
  readonly sinceMs: number;
  /** Asked for since room was last needed. Then it is spared once, which is cheaper than to move it at each hit. */
  isUsed: boolean;
}

/** Objects that belong to no tree: they change beside the release, and when old releases are deleted. */
const CHANGING: ReadonlySet<string> = new Set([releaseListPath, POINTER_KEY, CHECKPOINT_KEY]);
const CHANGING_MS = 30_000;
/** The store is not asked for a moment after this many failures in a row. */
const FAILURES_MAX = 3;
const PAUSE_MS = 1000;
/** A bucket in which everything is corrupted must not fill the memory. */
const CORRUPTED_MAX = 1000;

interface ShelfOptions {
  readonly bytesMax: number;
  /** The tree in force. A file that arrives late, from an older tree, is not kept. */
  readonly tree: () => Tree | null;
  readonly nowMs: () => number;
  readonly onDown: (error: StoreError) => void;
}

interface Reading {
  readonly tree: Tree;
  readonly entry: Promise<ShelfEntry>;
}

/** What reads files for answers. */
export type FileReader = Pick<Shelf, 'held' | 'read' | 'fetch'>;

export class Shelf {
  readonly #options: ShelfOptions;
  /** In the order of arrival, or of the last time that an entry was spared. */
  readonly #entries = new Map<TreePath, ShelfEntry>();
  readonly #reading = new Map<TreePath, Reading>();
  /** Until when a corrupted file is not asked for again, because it would be large traffic for nothing. */
  readonly #corruptedUntilMs = new Map<TreePath, number>();
  /** Until when the store is not asked at all, so that stale answers come at once. */
  #downUntilMs = 0;
  #failures = 0;
  #bytes = 0;
  readonly counts = { hits: 0, misses: 0, stale: 0, failures: 0 };

  constructor(options: ShelfOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The entry if memory holds it for this tree, without a promise or a read. */
  held(tree: Tree, path: TreePath): ShelfEntry | null {
    const entry = this.#entries.get(path);
    if (entry === undefined || entry.tree !== tree || this.#isOver(entry)) return null;
    entry.isUsed = true;
    this.counts.hits++;
    return entry;
  }

  /** Reads from memory, else from the tree. Requests for the same file share one read. @throws StoreError */
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

  /** Reads an entry for `keep`. If the file held is unchanged, its bytes are not read again. @throws StoreError */
  async fetch(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    const held = this.#entries.get(path);
    const found = await tree.read(path, held?.sha256 ?? null);
    if (found === 'unchanged' && held === undefined) throw new TypeError(`${path} was never held, so it has changed`);
    const { bytes = null, sha256 = null } = (found === 'unchanged' ? held : found) ?? {};
    return { path, tree, bytes, sha256, sinceMs: this.#options.nowMs(), isUsed: false };
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

  /** The files in use first, then the others, those that came last first. */
  mostWanted(countMax: number): readonly TreePath[] {
    const latestFirst = [...this.#entries.values()].reverse();
    const wanted = [...latestFirst.filter(({ isUsed }) => isUsed), ...latestFirst.filter(({ isUsed }) => !isUsed)];
    return wanted.slice(0, countMax).map(({ path }) => path);
  }

  #isOver({ path, sinceMs }: ShelfEntry): boolean {
    return CHANGING.has(path) && this.#options.nowMs() - sinceMs >= CHANGING_MS;
  }

  async #readOrStale(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    this.counts.misses++;
    const nowMs = this.#options.nowMs();
    if (nowMs < this.#downUntilMs || nowMs < (this.#corruptedUntilMs.get(path) ?? 0)) {
      return this.#staleOr(
        new StoreError(`${path} could not be read a moment ago and is not asked for again yet`),
        path,
      );
    }
    try {
      const entry = await this.fetch(tree, path);
      this.#failures = 0;
      this.#corruptedUntilMs.delete(path);
      if (this.#options.tree() === tree) this.keep(entry);
      return entry;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#noteFailure(error, path);
      return this.#staleOr(error, path);
    }
  }

  #noteFailure(error: StoreError, path: TreePath): void {
    const untilMs = this.#options.nowMs() + PAUSE_MS;
    this.counts.failures++;
    this.#options.onDown(error);
    if (error instanceof CorruptObject) {
      if (this.#corruptedUntilMs.size >= CORRUPTED_MAX) this.#corruptedUntilMs.clear();
      this.#corruptedUntilMs.set(path, untilMs);
    } else if (++this.#failures >= FAILURES_MAX) {
      this.#downUntilMs = untilMs;
    }
  }

  #staleOr(error: StoreError, path: TreePath): ShelfEntry {
    const stale = this.#entries.get(path);
    if (stale === undefined) throw error;
    this.counts.stale++;
    return stale;
  }

  #drop(path: TreePath): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    this.#entries.delete(path);
    this.#bytes -= weight(entry);
  }
}

/** An estimate: with a file it holds its copies (without header row, gzip, br) or a table's figures as bigints. */
function weight({ path, bytes }: ShelfEntry): number {
  return 1024 + (bytes?.length ?? 0) * (path.startsWith('tables/') ? 16 : 4);
}

// Reading from the shelf for one answer.

/** Reads from the shelf, and remembers which of its files an answer was made from. */
export class NotingReader implements FileReader {
  readonly #shelf: Shelf;
  readonly files: ShelfEntry[] = [];

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  held(tree: Tree, path: TreePath): ShelfEntry | null {
    const entry = this.#shelf.held(tree, path);
    if (entry !== null) this.files.push(entry);
    return entry;
  }

  async read(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    const entry = await this.#shelf.read(tree, path);
    this.files.push(entry);
    return entry;
  }

  /** What is fetched is of this very tree and not on the shelf. */
  fetch(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    return this.#shelf.fetch(tree, path);
  }
}
