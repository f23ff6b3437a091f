/**
 * The SHA-256 of each file of an archive, remembered below it by the file's size, times and inode. 27 years of a
 * hundred banks are 1.6 GB, of which a night changes a hundred files: to hash all of them takes two seconds of the
 * three that a night may cost. The list may be deleted at any time, and no release depends on it.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, makeFolder, replaceFile, signatureOf } from '../kit/files.ts';
import { hashOf } from '../wire/hash.ts';
import { MEMORY_FOLDER } from '../wire/paths.ts';

export const HASHES_FILE = join(MEMORY_FOLDER, 'hashes.txt');
const LINE = /^(\S+) (\d+ [\d.]+ [\d.]+ \d+) ([0-9a-f]{64})$/gm;
/** A file that was written a moment ago may be written again without a change of its times. */
const SETTLED_AFTER_MS = 2000;

export class KnownHashes {
  /** By path: signature and hash. */
  readonly #before: ReadonlyMap<string, readonly [signature: string, sha256: string]>;
  readonly #lines: string[] = [];
  readonly #text: string;

  constructor(
    readonly dir: string,
    /** Milliseconds since 1970, by the clock that dates the files. */
    readonly now: () => number = Date.now,
  ) {
    this.#text = textOf(join(dir, HASHES_FILE));
    const lines = this.#text.matchAll(LINE);
    this.#before = new Map([...lines].map(([, path = '', signature = '', sha256 = '']) => [path, [signature, sha256]]));
  }

  /** The SHA-256 and the size in bytes of a file of the archive. */
  of(path: string): readonly [sha256: string, bytes: number] {
    const file = join(this.dir, path);
    const stats = statSync(file);
    const signature = signatureOf(stats);
    const known = this.#before.get(path);
    const [sha256, bytes] = known?.[0] === signature ? [known[1], stats.size] : hashed(file);
    if (this.now() - stats.ctimeMs > SETTLED_AFTER_MS) this.#lines.push(`${path} ${signature} ${sha256}\n`);
    return [sha256, bytes];
  }

  /** Writes what was asked for, so that the next run knows it. An archive that cannot be written to is hashed each time. */
  async save(): Promise<void> {
    const text = this.#lines.join('');
    if (text === this.#text) return;
    try {
      makeFolder(join(this.dir, MEMORY_FOLDER));
      await replaceFile(join(this.dir, HASHES_FILE), text);
    } catch (error) {
      if (!hasCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
    }
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

function hashed(file: string): readonly [sha256: string, bytes: number] {
  const content = readFileSync(file);
  return [hashOf(content), content.length];
}
