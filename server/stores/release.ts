/**
 * Follows the pointer and reads from the release that it names. It checks the signature of the pointer, if there are
 * keys to trust, the sequence of the pointer, and hash and size of every object.
 */
import { hashOf } from '../../generator/wire/hash.ts';
import { InputError } from '../../generator/wire/input-error.ts';
import { manifestKey, releaseKey } from '../../generator/wire/keys.ts';
import type { RootNode } from '../../generator/wire/manifest.ts';
import { ManifestFault, readRootNode } from '../../generator/wire/manifest-nodes.ts';
import { findEntry } from '../../generator/wire/manifest-walk.ts';
import type { TreePath } from '../../generator/wire/paths.ts';
import { distrustOf, POINTER_KEY, type Pointer, parsePointer, type TrustedKeys } from '../../generator/wire/pointer.ts';
import {
  type Content,
  CorruptObject,
  type Following,
  PointerRefused,
  type Store,
  type Tree,
} from '../catalogue/store.ts';
import { ManifestMemory } from './manifests.ts';
import type { ObjectReader } from './objects.ts';

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
    this.#manifests = new ManifestMemory((sha256) => this.#readBytes(manifestKey(sha256)), MANIFEST_BYTES_MAX);
  }

  async current(): Promise<Tree | null> {
    const found = await this.#objects.get(POINTER_KEY, this.#etag);
    if (found === 'unchanged') return this.#tree;
    if (found === null) return null;
    const pointer = this.#judge(found.bytes);
    // A night without news signs the same release again; then the tree stays, and with it all that is in memory.
    if (this.#tree?.root !== pointer.root) this.#tree = this.#toTree(pointer, await this.#readRoot(pointer));
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

  #toTree({ root: rootHash }: Pointer, root: RootNode): Tree {
    return {
      release: { release: root.release, date: root.date },
      root: rootHash,
      read: (path, held) => this.#orCorrupt(() => this.#readFile(root, path, held)),
    };
  }

  #readRoot({ root, release }: Pointer): Promise<RootNode> {
    return this.#orCorrupt(async () => {
      const node = await readRootNode(root, this.#manifests);
      if (node.release === release) return node;
      throw new CorruptObject(`manifest ${root} is of release ${node.release}, and the pointer says ${release}`);
    });
  }

  async #readFile(root: RootNode, path: TreePath, held: string | null): Promise<Content | 'unchanged' | null> {
    const entry = await findEntry(root, path, this.#manifests);
    if (entry === null) return null;
    if (entry.sha256 === held) return 'unchanged';
    const key = releaseKey(entry.release, path);
    const bytes = await this.#readBytes(key);
    if (bytes === null) throw new CorruptObject(`${this.#objects.name}${key} is missing`);
    if (bytes.length === entry.bytes && hashOf(bytes) === entry.sha256) return { bytes, sha256: entry.sha256 };
    throw new CorruptObject(`${this.#objects.name}${key} is not what the manifest says`);
  }

  async #readBytes(key: string): Promise<Buffer | null> {
    const found = await this.#objects.get(key, null);
    if (found === 'unchanged') throw new TypeError(`${key} is called unchanged, and nothing was known of it`);
    return found?.bytes ?? null;
  }

  async #orCorrupt<Found>(read: () => Promise<Found>): Promise<Found> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof CorruptObject || error instanceof ManifestFault)) throw error;
      this.#corrupted++;
      if (error instanceof CorruptObject) throw error;
      throw new CorruptObject(`${this.#objects.name}: ${error.message}`, { cause: error });
    }
  }
}
