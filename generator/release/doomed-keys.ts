/** Keys of objects that are to be deleted, each once, in portions of one request. However many there are, few are held. */
import { KeySet } from './key-set.ts';
import { TextSpool } from './text-spool.ts';

/** As many keys as one request to a bucket may name. */
const KEYS_OF_REQUEST = 1000;

export class DoomedKeys {
  readonly #known = new KeySet();
  readonly #full = new TextSpool();
  #last: string[] = [];

  get size(): number {
    return this.#known.size;
  }

  add(key: string): void {
    if (!this.#known.add(key)) return;
    this.#last.push(key);
    if (this.#last.length === KEYS_OF_REQUEST) this.#full.add(this.#last.splice(0).join('\n'));
  }

  *portions(): Generator<readonly string[]> {
    for (const [, keys] of this.#full) yield keys.split('\n');
    if (this.#last.length > 0) yield this.#last;
  }

  close(): void {
    this.#full.close();
  }
}
