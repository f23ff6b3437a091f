/**
 * Follows the pointer and reads from the release that it names. It checks the signature of the pointer, if there are
 * keys to trust, the sequence of the pointer, and hash and size of every object.
 */

import { inEitherFormat, textKey } from '../../generator/wire/release/keys.ts';
import {
  distrustOf,
  POINTER_KEY,
  type Pointer,
  parsePointer,
  type TrustedKeys,
} from '../../generator/wire/release/pointer.ts';
import { openReleaseTree } from '../../generator/wire/release/release-tree.ts';
import type { Tree } from '../../generator/wire/release/served-tree.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { ManifestMemory } from './manifests.ts';
import type { ObjectReader } from './objects.ts';
import { type Following, PointerRefused, type Store } from './store.ts';

interface ReleaseOptions {
  readonly objects: ObjectReader;
  /** Null when pointers need no signature. */
  readonly trusted: TrustedKeys | null;
}

/** The manifest of 700,000 files has 100 MB, of which a day's requests need a few hundred texts. */
const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;

export function releaseStore(options: ReleaseOptions): Store {
  return new ReleaseStore(options);
}

class ReleaseStore implements Store {
  readonly #objects: ObjectReader;
  readonly #trusted: TrustedKeys | null;
  readonly #manifests: ManifestMemory;
  #pointer: Pointer | null = null;
  #etag: string | null = null;
  #tree: Tree | null = null;
  #refused = 0;
  #corrupted = 0;

  constructor({ objects, trusted }: ReleaseOptions) {
    this.#objects = objects;
    this.#trusted = trusted;
    const read = inEitherFormat((key) => this.#readBytes(key));
    this.#manifests = new ManifestMemory((sha256) => read(textKey(sha256)), MANIFEST_BYTES_MAX);
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
      read: (key: string) => this.#readBytes(key),
      manifests: this.#manifests,
      onCorrupt: () => {
        this.#corrupted++;
      },
    };
    return openReleaseTree(objects, pointer);
  }

  async #readBytes(key: string): Promise<Buffer | null> {
    const found = await this.#objects.get(key, null);
    if (found === 'unchanged') throw new TypeError(`${key} is called unchanged, and nothing was known of it`);
    return found?.bytes ?? null;
  }
}
