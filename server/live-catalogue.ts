/** Keeps the catalogue current by asking for index/release.json every so often; a failure keeps the one there is. */
import { type Catalogue, readCatalogue, readRelease } from './catalogue.ts';
import type { Store } from './store.ts';

export interface LiveCatalogueOptions {
  readonly store: Store;
  readonly nowMs: () => number;
  /** Told once per kind of failure, not at every poll while it lasts. */
  readonly onFailure: (error: Error) => void;
  readonly onRelease: (catalogue: Catalogue) => void;
}

export class LiveCatalogue {
  readonly #options: LiveCatalogueOptions;
  #current: Catalogue | null = null;
  #loadedAtMs = 0;
  #lastFailure = '';
  #timer: NodeJS.Timeout | null = null;
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

  /** False where the store failed or holds no release. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  start(pollMs: number): void {
    this.#timer = setInterval(() => void this.refresh(), pollMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #read(): Promise<boolean> {
    const { store, nowMs, onFailure, onRelease } = this.#options;
    try {
      const found = await readRelease(store);
      if (found === null) throw new Error('no index/release.json: there is no tree here, or it was taken away');
      if (found.release !== this.#current?.release.release) {
        const catalogue = await readCatalogue(store, found);
        const after = await readRelease(store);
        if (after?.release !== found.release) return this.#current !== null; // replaced meanwhile: the next poll reads it whole
        this.#current = catalogue;
        this.#loadedAtMs = nowMs();
        onRelease(catalogue);
      }
      this.#lastFailure = '';
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.message !== this.#lastFailure) onFailure(error);
      this.#lastFailure = error.message;
      return false;
    }
  }
}
