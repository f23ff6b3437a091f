/**
 * The SHA-256 of each file of a folder, remembered below it by the file's size, times and inode. 27 years of a hundred
 * banks are 1.6 GB, and a night changes a hundred files; hashing all of them takes two of the three seconds that a
 * night may cost. The list may be deleted at any time, and no release depends on it.
 */

import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../wire/words/hash.ts';
import { InputError } from '../wire/words/input-error.ts';
import { atPath, hasCode, makeFolder, readIfThere, replaceFile } from './files.ts';

/** What a run remembers for the next one in the same folder. It is neither published nor served. */
export const MEMORY_FOLDER = '.memory';
export const HASHES_FILE = join(MEMORY_FOLDER, 'hashes.txt');
const LINE = /^(\S+) (\d+ [\d.]+ [\d.]+ \d+) ([0-9a-f]{64})$/gm;
/** What was written a moment ago may be written again without a change of its times. */
const SETTLED_AFTER_MS = 2000;

/** A file: its path below the folder, its SHA-256 and its size in bytes. */
export type ListedFile = readonly [path: string, sha256: string, bytes: number];

interface Known {
  readonly signature: string;
  readonly isSettled: boolean;
  readonly sha256: string;
}

/** A night lists the archive three times, so one object lives as long as the run. */
export class KnownFiles {
  readonly #known: Map<string, Known>;
  #text: string;

  constructor(
    readonly dir: string,
    /** Milliseconds since 1970, by the clock that dates the files. */
    readonly now: () => number = Date.now,
  ) {
    this.#text = textOf(join(dir, HASHES_FILE));
    const lines = [...this.#text.matchAll(LINE)].map(([, path = '', signature = '', sha256 = '']): [string, Known] => {
      return [path, { signature, isSettled: true, sha256 }];
    });
    this.#known = new Map(lines);
  }

  /** The files of a folder below it that match, sorted by name. */
  filesIn(folder: string, pattern: RegExp): readonly ListedFile[] {
    const paths = readdirSync(join(this.dir, folder)).map((name) => `${folder}/${name}`);
    const listed = paths.filter((path) => pattern.test(path)).sort();
    return listed.map((path) => this.of(path));
  }

  of(path: string): ListedFile {
    // `join` takes five times as long as the rest of it.
    const stats = statSync(`${this.dir}/${path}`);
    const signature = signatureOf(stats);
    const known = this.#known.get(path);
    if (known?.signature === signature) return [path, known.sha256, stats.size];
    const content = atPath(`${this.dir}/${path}`, () => readFileSync(`${this.dir}/${path}`));
    const elsewhere = parseElsewhere(content);
    if (elsewhere !== null) return [path, elsewhere.sha256, elsewhere.bytes];
    const sha256 = hashOf(content);
    const isSettled = this.now() - stats.ctimeMs > SETTLED_AFTER_MS;
    this.#known.set(path, { signature, isSettled, sha256 });
    return [path, sha256, content.length];
  }

  /** Writes what is known, for the next run. A folder that cannot be written to is hashed each time. */
  async save(): Promise<void> {
    const text = [...this.#known.keys()]
      .sort()
      .map((path) => this.#line(path))
      .join('');
    if (text === this.#text) return;
    try {
      makeFolder(join(this.dir, MEMORY_FOLDER));
      await replaceFile(join(this.dir, HASHES_FILE), text);
      this.#text = text;
    } catch (error) {
      if (!hasCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
    }
  }

  #line(path: string): string {
    const known = this.#known.get(path);
    return known?.isSettled ? `${path} ${known.signature} ${known.sha256}\n` : '';
  }
}

/** A file is taken to be unchanged while this is the same. */
function signatureOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return [size, mtimeMs, ctimeMs, ino].join(' ');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

// Files of a folder that lie only elsewhere, because a run on an empty disk needs few of them. In such a file's
// place is a line with its hash and size, so that the folder can be listed; it is fetched when it is read.

const ELSEWHERE = /^ratetree-elsewhere ([0-9a-f]{64}) (\d+)\n$/;
const START = Buffer.from('ratetree-elsewhere ');

export interface Elsewhere {
  readonly sha256: string;
  readonly bytes: number;
}

export function elsewhereText(sha256: string, bytes: number): string {
  return `ratetree-elsewhere ${sha256} ${bytes}\n`;
}

/** Null for a file that is here. */
export function parseElsewhere(content: Buffer): Elsewhere | null {
  if (!content.subarray(0, START.length).equals(START)) return null;
  const [, sha256, bytes] = ELSEWHERE.exec(content.toString('latin1')) ?? [];
  return sha256 === undefined || bytes === undefined ? null : { sha256, bytes: JSON.parse(bytes) };
}

/** Puts the file at the path in place of the line. */
type FetchFile = (path: string, elsewhere: Elsewhere) => void;

const fetching = new Map<string, FetchFile>();

/** Files of the folder are fetched while the work is done. */
export async function withElsewhere<Result>(
  dir: string,
  fetch: FetchFile,
  work: () => Promise<Result>,
): Promise<Result> {
  fetching.set(dir, fetch);
  try {
    return await work();
  } finally {
    fetching.delete(dir);
  }
}

/** The content of a file, wherever it lies; null if there is none. @throws InputError if nobody can fetch it */
export function readWherever(path: string): Buffer | null {
  const content = readIfThere(path);
  const elsewhere = content === null ? null : parseElsewhere(content);
  if (elsewhere === null) return content;
  const [, fetch] = [...fetching].find(([dir]) => path.startsWith(dir)) ?? [];
  if (fetch !== undefined) fetch(path, elsewhere);
  const fetched = fetch === undefined ? null : readIfThere(path);
  if (fetched !== null && parseElsewhere(fetched) === null) return fetched;
  throw new InputError(`${path} lies only in the store: "ratetree nightly --whole" fetches the whole archive`);
}
