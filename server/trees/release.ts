/**
 * Follows the pointer and reads from the release that it names. It checks the signature of the pointer, if there are
 * keys to trust, the sequence of the pointer, and hash and size of every object.
 */

import { inEitherFormat, textKey } from '../../generator/wire/release/keys.ts';
import { checkedReader, type ManifestReader } from '../../generator/wire/release/manifest-nodes.ts';
import {
  distrustOf,
  POINTER_KEY,
  type Pointer,
  parsePointer,
  type TrustedKeys,
} from '../../generator/wire/release/pointer.ts';
import { openReleaseTree } from '../../generator/wire/release/release-tree.ts';
import { remembering } from '../../generator/wire/release/remembered-texts.ts';
import type { Tree } from '../../generator/wire/release/served-tree.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { type Following, type ObjectReader, PointerRefused, readNow, type Store } from './store.ts';

/** @param trusted null when pointers need no signature */
export class ReleaseStore implements Store {
  readonly #objects: ObjectReader;
  readonly #trusted: TrustedKeys | null;
  readonly #manifests: ManifestReader;
  #pointer: Pointer | null = null;
  #etag: string | null = null;
  #tree: Tree | null = null;
  #refused = 0;
  #corrupted = 0;

  constructor(objects: ObjectReader, trusted: TrustedKeys | null) {
    this.#objects = objects;
    this.#trusted = trusted;
    const read = inEitherFormat((key) => readNow(objects, key));
    this.#manifests = remembering(checkedReader((sha256) => read(textKey(sha256))).read);
  }

  async current(): Promise<Tree | null> {
    const found = await this.#objects.get(POINTER_KEY, this.#etag);
    if (found === 'unchanged') return this.#tree;
    if (found === null) return null;
    const pointer = this.#judge(found.bytes);
    // A night without news signs the same release again; then the tree stays, and with it all that is in memory.
    if (this.#tree?.root !== pointer.root) this.#tree = await this.#open(pointer);
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
    const served = this.#pointer?.sequence ?? 0;
    if (pointer.sequence >= served) return pointer;
    throw this.#refusal(`its sequence is ${pointer.sequence}, and ${served} is served: an old one shown again?`);
  }

  #refusal(why: string): PointerRefused {
    this.#refused++;
    return new PointerRefused(`the pointer ${this.#objects.name}${POINTER_KEY} is refused: ${why}`);
  }

  #open(pointer: Pointer): Promise<Tree> {
    const objects = {
      name: this.#objects.name,
      read: (key: string) => readNow(this.#objects, key),
      manifests: this.#manifests,
      onCorrupt: () => {
        this.#corrupted++;
      },
    };
    return openReleaseTree(objects, pointer);
  }
}
