/**
 * The texts of a manifest that is being made, by hash. The manifest of a million files takes 200 MB, so that what goes
 * beyond a few megabytes lies in a temporary file, and of 700,000 hashes only digests are held. The file has no name
 * once it is open: however the program ends, the system removes it.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atPath } from '../../kit/files.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { KeySet } from './key-set.ts';

const MEMORY_BYTES_MAX = 4 * 1024 * 1024;

export class TextSpool implements Iterable<readonly [sha256: string, text: string]> {
  readonly #keys = new KeySet();
  /** Where each text begins, in the order in which they were added. */
  readonly #starts: number[] = [];
  /** By where they begin: the texts that are not in the file yet. */
  readonly #inMemory = new Map<number, Buffer>();
  #end = 0;
  #inFile = 0;
  #file: number | null = null;

  constructor(readonly memoryMax = MEMORY_BYTES_MAX) {}

  get size(): number {
    return this.#keys.size;
  }

  /** Returns the SHA-256 of the text. */
  add(text: string): string {
    const content = Buffer.from(text);
    const sha256 = hashOf(content);
    if (!this.#keys.add(sha256)) return sha256;
    this.#starts.push(this.#end);
    this.#inMemory.set(this.#end, content);
    this.#end += content.length;
    if (this.#end - this.#inFile > this.memoryMax) this.#flush();
    return sha256;
  }

  get(sha256: string): string | null {
    const place = this.#keys.placeOf(sha256);
    return place === null ? null : this.#read(place);
  }

  /** Yields each text in the order in which they were added. */
  *[Symbol.iterator](): Generator<readonly [sha256: string, text: string]> {
    for (let place = 0; place < this.size; place++) {
      const text = this.#read(place);
      yield [hashOf(text), text];
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #read(place: number): string {
    const start = this.#starts[place] ?? 0;
    const held = this.#inMemory.get(start);
    if (held !== undefined) return held.toString('utf8');
    if (this.#file === null) throw new TypeError('the spool is closed');
    const content = Buffer.alloc((this.#starts[place + 1] ?? this.#end) - start);
    readSync(this.#file, content, 0, content.length, start);
    return content.toString('utf8');
  }

  #flush(): void {
    this.#file ??= openNameless();
    const file = this.#file;
    const content = Buffer.concat([...this.#inMemory.values()]);
    for (let written = 0; written < content.length; ) {
      const rest = content.length - written;
      const start = written;
      written += atPath(tmpdir(), () => writeSync(file, content, start, rest, this.#inFile + start));
    }
    this.#inFile = this.#end;
    this.#inMemory.clear();
  }
}

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'ratetree-texts-'));
  try {
    return openSync(join(folder, 'texts'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
