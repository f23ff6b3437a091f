/**
 * The texts of a manifest that is being made, by hash. The manifest of a million files takes 200 MB, so that what goes
 * beyond a few megabytes lies in a temporary file. The file has no name once it is open: however the program ends, the
 * system removes it.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atPath } from '../kit/files.ts';

const MEMORY_BYTES_MAX = 4 * 1024 * 1024;

interface Place {
  readonly offset: number;
  readonly bytes: number;
}

export class TextSpool implements Iterable<readonly [sha256: string, text: string]> {
  readonly #places = new Map<string, Place>();
  /** By offset: the texts that are not in the file yet. */
  readonly #inMemory = new Map<number, Buffer>();
  #end = 0;
  #inFile = 0;
  #file: number | null = null;

  constructor(readonly memoryMax = MEMORY_BYTES_MAX) {}

  get size(): number {
    return this.#places.size;
  }

  add(sha256: string, text: string): void {
    if (this.#places.has(sha256)) return;
    const content = Buffer.from(text);
    this.#places.set(sha256, { offset: this.#end, bytes: content.length });
    this.#inMemory.set(this.#end, content);
    this.#end += content.length;
    if (this.#end - this.#inFile > this.memoryMax) this.#flush();
  }

  get(sha256: string): string | null {
    const place = this.#places.get(sha256);
    return place === undefined ? null : this.#read(place);
  }

  /** Yields each text in the order in which they were added. */
  *[Symbol.iterator](): Generator<readonly [sha256: string, text: string]> {
    for (const [sha256, place] of this.#places) yield [sha256, this.#read(place)];
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #read({ offset, bytes }: Place): string {
    const held = this.#inMemory.get(offset);
    if (held !== undefined) return held.toString('utf8');
    if (this.#file === null) throw new TypeError('the spool is closed');
    const content = Buffer.alloc(bytes);
    readSync(this.#file, content, 0, bytes, offset);
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
