/** Answers that were made before, and what else was worked out, remembered within a bound of bytes. */
import type { Catalogue } from '../../../generator/wire/release/catalogue.ts';
import type { FileReader, ShelfEntry } from '../../trees/shelf.ts';
import type { Representation } from '../http/representation.ts';

interface Held<Value> {
  readonly value: Value;
  readonly bytes: number;
  /** Since room was last needed. Then it is spared once. */
  isUsed: boolean;
}

/** Beside the text of its key and what it weighs itself, an entry takes about so much. */
const ENTRY_BYTES = 512;

/** Values by text. When there is no room left, those that came first go, unless they were used. */
export class Memory<Value> {
  readonly #bytesMax: number;
  readonly #held = new Map<string, Held<Value>>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): Value | undefined {
    const held = this.#held.get(key);
    if (held === undefined) return undefined;
    held.isUsed = true;
    return held.value;
  }

  keep(key: string, value: Value, valueBytes: number): void {
    const bytes = ENTRY_BYTES + 2 * key.length + valueBytes;
    if (bytes > this.#bytesMax / 4) return;
    this.#drop(key);
    this.#held.set(key, { value, bytes, isUsed: false });
    this.#bytes += bytes;
    for (const [oldest, one] of this.#held) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
      if (!one.isUsed || oldest === key) continue;
      this.#held.set(oldest, { ...one, isUsed: false });
      this.#bytes += one.bytes;
    }
  }

  clear(): void {
    this.#held.clear();
    this.#bytes = 0;
  }

  #drop(key: string): void {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0;
    this.#held.delete(key);
  }
}

/** An answer, and what is needed to give it again. */
export interface Made {
  readonly representation: Representation;
  /** The code of the rule by which it was made, or null. */
  readonly rule: string | null;
  readonly files: readonly NotedFile[];
}

/** One of the files that an answer was made from. To hold the file itself would keep it when the shelf has dropped it. */
type NotedFile = Pick<ShelfEntry, 'path' | 'sinceMs'>;

/** Some answers are made from hundreds of files; the first few stand for all of them. */
const FILES_MAX = 16;

/** With its text and its codings, a body takes as much as four times its bytes. */
const COPIES = 4;

/** One object for as long as the answers to all questions stay the same. */
interface Moment {
  readonly catalogue: Catalogue | null;
}

/**
 * The answers of one release at one moment: what is late depends on the clock. An answer is given again only while the shelf
 * holds the files that it was made from, which thereby count as used.
 */
export class Answers {
  readonly #made: Memory<Made>;
  #moment: Moment | null = null;

  constructor(bytesMax: number) {
    this.#made = new Memory(bytesMax);
  }

  held(key: string, moment: Moment, shelf: FileReader): Made | null {
    if (moment !== this.#moment) this.#made.clear();
    this.#moment = moment;
    const { catalogue } = moment;
    if (catalogue === null) return null;
    const made = this.#made.get(key);
    if (made === undefined) return null;
    for (const { path, sinceMs } of made.files) if (shelf.held(catalogue.tree, path)?.sinceMs !== sinceMs) return null;
    return made;
  }

  /**
   * @param files from which the answer was made. While the store is down, some may be of an older release.
   * @param moment at which it was made: an answer that comes after the next release has come is not kept
   */
  keep(key: string, made: Omit<Made, 'files'>, files: readonly ShelfEntry[], moment: Moment): void {
    const { catalogue } = moment;
    if (moment !== this.#moment || catalogue === null) return;
    if (files.some(({ tree }) => tree !== catalogue.tree)) return;
    const noted = files.slice(0, FILES_MAX).map(({ path, sinceMs }) => ({ path, sinceMs }));
    this.#made.keep(key, { ...made, files: noted }, COPIES * made.representation.bytes);
  }
}
