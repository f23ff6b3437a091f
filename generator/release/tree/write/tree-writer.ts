/**
 * The only writer of the tree. Files and texts of the manifest become objects that are named by their hash, and nobody
 * reads them before a pointer names their root: a run that is killed leaves the tree in force as it was.
 */
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atPath, hasCode } from '../../../kit/files.ts';
import { archiveKey, fileKey, textKey } from '../../../wire/release/keys.ts';
import {
  type FileEntry,
  type ManifestNode,
  manifestText,
  type ProviderNode,
  type Reference,
  toLeaf,
  type YearNode,
} from '../../../wire/release/manifest.ts';
import { hashOf } from '../../../wire/words/hash.ts';
import type { TreeFile } from '../read/tree-options.ts';

export interface Counts {
  /** How many files of the tree were made, how many of them the store did not have, and their size. */
  readonly rendered: number;
  readonly written: number;
  readonly bytes: number;
}

export class TreeWriter {
  readonly #folders = new Set<string>();
  #rendered = 0;
  #written = 0;
  #bytes = 0;

  constructor(
    readonly dir: string,
    /** True where objects were found to be damaged: what is there is believed only if it has the same bytes. */
    readonly isDoubted: boolean,
  ) {}

  get counts(): Counts {
    return { rendered: this.#rendered, written: this.#written, bytes: this.#bytes };
  }

  put({ path, bytes }: TreeFile): FileEntry {
    const sha256 = hashOf(bytes);
    this.#rendered++;
    if (this.#write(fileKey(path, sha256), bytes)) {
      this.#written++;
      this.#bytes += bytes.length;
    }
    return { path, sha256, bytes: bytes.length };
  }

  /** Null if there are none. @param digest of what they are made from; by default of the text that lists them */
  putAll(files: Iterable<TreeFile>, digest?: string): Reference | null {
    const entries = Array.from(files, (file) => this.put(file));
    return entries.length === 0 ? null : this.leaf(entries, digest);
  }

  leaf(entries: readonly FileEntry[], digest?: string): Reference {
    const sha256 = this.text(toLeaf(entries));
    return [digest ?? sha256.slice(0, 32), sha256, entries.length];
  }

  /** Returns the SHA-256 of the text. */
  text(node: ManifestNode): string {
    const bytes = Buffer.from(manifestText(node));
    const sha256 = hashOf(bytes);
    this.#write(textKey(sha256), bytes);
    return sha256;
  }

  /** Null if it lists nothing. */
  provider(node: ProviderNode): Reference | null {
    const { files, latest, years } = node;
    const below = [files, latest, ...Object.values(years)];
    return below.every((one) => one === null) ? null : this.#node(node, below);
  }

  year(node: YearNode): Reference {
    return this.#node(node, [...Object.values(node.days), node.series]);
  }

  /** Writes an object of what this run remembers. */
  remember(sha256: string, bytes: Buffer): void {
    this.#write(archiveKey(sha256), bytes);
  }

  #node(node: ManifestNode, below: readonly (Reference | null)[]): Reference {
    const sha256 = this.text(node);
    return [sha256.slice(0, 32), sha256, below.reduce((total, reference) => total + (reference?.[2] ?? 0), 0)];
  }

  /** Returns false if the object was there. One that a killed run has left cut off is written again. */
  #write(key: string, bytes: Buffer): boolean {
    const file = join(this.dir, key);
    const folder = dirname(file);
    if (!this.#folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#folders.add(folder);
    }
    try {
      writeTo(file, 'wx', bytes);
      return true;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const isThere = statSync(file).size === bytes.length && !(this.isDoubted && !readFileSync(file).equals(bytes));
    if (isThere) return false;
    const whole = `${file}.${process.pid}.partial`;
    writeTo(whole, 'w', bytes);
    renameSync(whole, file);
    return true;
  }
}

function writeTo(path: string, mode: 'w' | 'wx', bytes: Buffer): void {
  const file = openSync(path, mode, 0o644);
  try {
    const written = atPath(path, () => writeSync(file, bytes));
    if (written < bytes.length)
      throw new Error(`${path}: only ${written} of ${bytes.length} bytes could be written: is the disk full?`);
  } finally {
    closeSync(file);
  }
}
