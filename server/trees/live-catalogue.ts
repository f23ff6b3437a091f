/** Keeps the catalogue current by asking the store at intervals which tree is in force. A failure keeps the old one. */
import { type Catalogue, CatalogueReader } from '../../generator/wire/release/catalogue.ts';
import { CorruptObject, StoreError, type Tree, UnreadableFile } from '../../generator/wire/release/tree-file.ts';
import { type Store, UnreadableRelease } from './store.ts';

interface LiveCatalogueOptions {
  readonly store: Store;
  readonly nowMs: () => number;
  /** Called once for each kind of failure, not at every poll while it lasts. */
  readonly onFailure: (error: Error) => void;
  /** Prepares the change from `now` to `next`; its result is called when `next` has begun to answer. */
  readonly prepare: (next: Catalogue, now: Catalogue) => Promise<() => void>;
  readonly onRelease: (catalogue: Catalogue) => void;
}

export class LiveCatalogue {
  readonly #options: LiveCatalogueOptions;
  readonly #reader = new CatalogueReader();
  #current: Catalogue | null = null;
  #loadedAtMs = 0;
  #lastFailure = '';
  #unreadable: UnreadableRelease | null = null;
  #unreadableCount = 0;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<boolean> | null = null;

  constructor(options: LiveCatalogueOptions) {
    this.#options = options;
  }

  get current(): Catalogue | null {
    return this.#current;
  }

  get loadedAtMs(): number {
    return this.#loadedAtMs;
  }

  /** The release in force if it cannot be read; null if the release in force answers. */
  get unreadable(): UnreadableRelease | null {
    return this.#unreadable;
  }

  /** How many releases could not be read; each counts once, however often it was tried. */
  get unreadableCount(): number {
    return this.#unreadableCount;
  }

  /** Resolves to false if the store failed or holds no release. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  start(pollMs: number): void {
    this.#timer = setInterval(() => void this.refresh(), pollMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<boolean> {
    const { store, onFailure } = this.#options;
    try {
      const tree = await store.current();
      if (tree === null) throw new StoreError('there is no release here, or it was removed');
      if (tree !== this.#current?.tree) {
        await this.#turnTo(await this.#readCatalogue(tree));
      }
      this.#lastFailure = '';
      this.#unreadable = null;
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.message !== this.#lastFailure) onFailure(error);
      this.#lastFailure = error.message;
      return false;
    }
  }

  async #readCatalogue(tree: Tree): Promise<Catalogue> {
    try {
      return await this.#reader.read(tree);
    } catch (error) {
      if (!(error instanceof UnreadableFile || error instanceof CorruptObject)) throw error;
      if (tree.release !== this.#unreadable?.release) this.#unreadableCount++;
      this.#unreadable = new UnreadableRelease(tree.release, error);
      throw this.#unreadable;
    }
  }

  async #turnTo(next: Catalogue): Promise<void> {
    const { nowMs, prepare, onRelease } = this.#options;
    const complete = this.#current === null ? null : await prepare(next, this.#current);
    this.#current = next;
    this.#loadedAtMs = nowMs();
    complete?.();
    onRelease(next);
  }
}
