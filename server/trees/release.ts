/**
 * Follows the pointer and reads from the release that it names. It checks the signature of the pointer, if there are
 * keys to trust, the sequence of the pointer, at the start its expiry, and hash and size of every object.
 */

import { remembering, type Texts, textsIn } from '../../generator/wire/release/manifest-nodes.ts';
import {
  distrustOf,
  isExpired,
  POINTER_KEY,
  type Pointer,
  parsePointer,
  type TrustedKeys,
} from '../../generator/wire/release/pointer.ts';
import { Release } from '../../generator/wire/release/release.ts';
import { toTree } from '../../generator/wire/release/release-tree.ts';
import { CorruptObject, type Objects, type Tree } from '../../generator/wire/release/tree-file.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import {
  type Bounds,
  type Following,
  type ObjectReader,
  PointerRefused,
  readNow,
  type Store,
  TAKES_EXPIRED,
  UNBOUNDED,
} from './store.ts';

/**
 * @param trusted null when pointers need no signature
 * @param bounds of the first pointer; they bind only if signatures are checked, since anybody can write an unsigned one
 */
export class ReleaseStore implements Store {
  readonly #objects: ObjectReader;
  readonly #trusted: TrustedKeys | null;
  readonly #bounds: Bounds;
  readonly #plain: Objects;
  /** Releases share most of their texts. */
  readonly #texts: Texts;
  #pointer: Pointer | null = null;
  #etag: string | null = null;
  #tree: Tree | null = null;
  /** When the pointer to the tree was signed. */
  #signed = { ms: 0 };
  #refused = 0;
  #corrupted = 0;

  constructor(objects: ObjectReader, trusted: TrustedKeys | null, bounds: Bounds = UNBOUNDED) {
    this.#objects = objects;
    this.#trusted = trusted;
    this.#bounds = trusted === null ? UNBOUNDED : bounds;
    this.#plain = { name: objects.name, read: (key) => readNow(objects, key) };
    this.#texts = remembering(textsIn(this.#plain));
  }

  async current(): Promise<Tree | null> {
    const found = await this.#objects.get(POINTER_KEY, this.#etag);
    if (found === 'unchanged') return this.#tree;
    if (found === null) return null;
    const pointer = this.#judge(found.bytes);
    const signedMs = Date.parse(pointer.time);
    // A night without news signs the same release again; then the tree stays, and with it all that is in memory.
    if (this.#tree?.root === pointer.root) this.#signed.ms = signedMs;
    else {
      const signed = { ms: signedMs };
      this.#tree = { ...(await this.#open(pointer)), signedMs: () => signed.ms };
      this.#signed = signed;
    }
    await this.#bounds.note(pointer);
    this.#pointer = pointer;
    this.#etag = found.etag;
    return this.#tree;
  }

  following(): Following {
    return { pointer: this.#pointer, refused: this.#refused, corrupted: this.#corrupted };
  }

  close(): Promise<void> {
    return this.#objects.close();
  }

  #judge(bytes: Buffer): Pointer {
    let pointer: Pointer;
    try {
      pointer = parsePointer(bytes.toString('utf8'));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw this.#refusal(error.message);
    }
    const distrust = this.#trusted === null ? null : distrustOf(pointer, this.#trusted);
    if (distrust !== null) throw this.#refusal(distrust);
    const old = this.#pointer === null ? this.#oldAtStart(pointer) : this.#oldBeside(this.#pointer, pointer);
    if (old === null) return pointer;
    throw this.#refusal(old);
  }

  #oldBeside(served: Pointer, { sequence, store }: Pointer): string | null {
    if (this.#trusted !== null && store !== served.store)
      return `it is of the store ${store}, and ${served.store} is served: if the store was made anew, start again`;
    if (sequence >= served.sequence) return null;
    return `its sequence is ${sequence}, and ${served.sequence} is served: an old one shown again?`;
  }

  #oldAtStart(pointer: Pointer): string | null {
    const { sequenceMin, store, where, takesExpired, nowMs } = this.#bounds;
    const { sequence, expires } = pointer;
    const fix = `if the store was made anew, write ${sequence} there and start again`;
    if (store !== null && pointer.store !== store)
      return `it is of the store ${pointer.store}, and ${where} has ${store} (${fix})`;
    if (sequence < sequenceMin) {
      return `its sequence is ${sequence}, and ${where} has ${sequenceMin}: an old one shown again? (${fix})`;
    }
    if (takesExpired || !isExpired(pointer, new Date(nowMs()))) return null;
    return `it expired at ${expires}: run a night, or set ${TAKES_EXPIRED}=true to serve it all the same`;
  }

  #refusal(why: string): PointerRefused {
    this.#refused++;
    return new PointerRefused(`the pointer ${this.#objects.name}${POINTER_KEY} is refused: ${why}`);
  }

  async #open({ root }: Pointer): Promise<Tree> {
    const onCorrupt = () => {
      this.#corrupted++;
    };
    const release = await Release.open(this.#plain, root, this.#texts).catch((error) => {
      if (error instanceof CorruptObject) onCorrupt();
      throw error;
    });
    return toTree(release, onCorrupt);
  }
}
