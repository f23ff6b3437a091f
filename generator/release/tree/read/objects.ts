/** The objects of a store in a folder, read by a run of generate: each is checked against the hash by which it is named. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../../kit/files.ts';
import type { TreePath } from '../../../wire/answers/paths.ts';
import { archiveKey, textKey } from '../../../wire/release/keys.ts';
import {
  type FileEntry,
  keyOf,
  leaf,
  type ProviderNode,
  providerNode,
  type Reference,
  toEntries,
  type YearNode,
  yearNode,
} from '../../../wire/release/manifest.ts';
import { hashOf } from '../../../wire/words/hash.ts';
import { InputError } from '../../../wire/words/input-error.ts';

/** An object of the tree in force is missing or damaged. It can be made again from the archive. */
export class DamagedObject extends InputError {
  override readonly name = 'DamagedObject';

  constructor(
    readonly key: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(`${key} ${what}: ${REMEDY}`, options);
  }
}

export const REMEDY = 'build the tree from scratch in an empty --out';

/** Brings objects to files, and leaves out those that it cannot find. */
export interface Upstream {
  fetch(wanted: readonly { readonly key: string; readonly file: string; readonly sha256: string }[]): void;
}

/** Each file asks for its leaf again, and the series of one year are two hundred files. */
const LEAVES_KEPT = 4;

export class TreeObjects {
  readonly #leaves = new Map<string, ReadonlyMap<TreePath, FileEntry>>();

  constructor(
    readonly dir: string,
    /** Brings objects of the tree in force that are not here; null if all of them are. */
    readonly upstream: Upstream | null = null,
  ) {}

  /** Of what the run before remembers; null if there is none. */
  remembered(sha256: string): Buffer | null {
    const key = archiveKey(sha256);
    this.#fetch([{ key, sha256 }]);
    return readIfThere(join(this.dir, key));
  }

  /** Brings the exact series of a year here together, before they are read one by one. */
  fetchSeries(series: Reference): void {
    if (this.upstream === null) return;
    const exact = [...this.leaf(series).values()].filter(({ path }) => path.startsWith('tables/'));
    this.#fetch(exact.map((entry) => ({ key: keyOf(entry), sha256: entry.sha256 })));
  }

  /** Brings texts here together. */
  fetchTexts(references: readonly Reference[]): void {
    this.#fetch(references.map(([, sha256]) => ({ key: textKey(sha256), sha256 })));
  }

  /** @throws DamagedObject, as all other methods */
  node<Node>(sha256: string, schema: { parse(value: unknown): Node }): Node {
    const key = textKey(sha256);
    return parsedFrom(key, this.#read(key, sha256), (text) => schema.parse(JSON.parse(text)));
  }

  provider([, sha256]: Reference): ProviderNode {
    return this.node(sha256, providerNode);
  }

  year([, sha256]: Reference): YearNode {
    return this.node(sha256, yearNode);
  }

  /** The files that a leaf lists, by path. */
  leaf([, sha256]: Reference): ReadonlyMap<TreePath, FileEntry> {
    const known = this.#leaves.get(sha256);
    if (known !== undefined) return known;
    const entries = new Map(toEntries(this.node(sha256, leaf)).map((entry) => [entry.path, entry]));
    const [oldest] = this.#leaves.keys();
    if (oldest !== undefined && this.#leaves.size === LEAVES_KEPT) this.#leaves.delete(oldest);
    this.#leaves.set(sha256, entries);
    return entries;
  }

  file(entry: FileEntry): Buffer {
    return this.#read(keyOf(entry), entry.sha256);
  }

  /** The text of a file of the leaf, parsed. */
  parsed<Parsed>(reference: Reference, path: TreePath, parse: (text: string) => Parsed): Parsed {
    const entry = this.leaf(reference).get(path);
    if (entry === undefined) throw new DamagedObject(path, 'is missing from the tree');
    return this.parsedFile(entry, parse);
  }

  parsedFile<Parsed>(entry: FileEntry, parse: (text: string) => Parsed): Parsed {
    return parsedFrom(entry.path, this.file(entry), parse);
  }

  #fetch(wanted: readonly { readonly key: string; readonly sha256: string }[]): void {
    const missing = this.upstream === null ? [] : wanted.filter(({ key }) => !existsSync(join(this.dir, key)));
    this.upstream?.fetch(missing.map((one) => ({ ...one, file: join(this.dir, one.key) })));
  }

  #read(key: string, sha256: string): Buffer {
    this.#fetch([{ key, sha256 }]);
    const bytes = readIfThere(join(this.dir, key));
    if (bytes === null) throw new DamagedObject(key, `is missing from ${this.dir}`);
    if (hashOf(bytes) !== sha256) throw new DamagedObject(key, `in ${this.dir} is damaged`);
    return bytes;
  }
}

function parsedFrom<Parsed>(name: string, bytes: Buffer, parse: (text: string) => Parsed): Parsed {
  try {
    return parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new DamagedObject(name, 'in the tree is damaged', { cause });
  }
}
