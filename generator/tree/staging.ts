/**
 * Puts a new state of the tree in place. Every new byte is written below `<out>/.staging/new` first; renaming that folder
 * to `.staging/ready` decides the run: killed or out of space before it, the old tree is untouched; after it, whoever
 * comes next finishes the moves. Dated files go first, what names them (latest, index, status, release) last, so that a
 * reader in between finds every file that a pointer speaks of.
 *
 * A rename costs about 10 µs and a first build has hundreds of thousands of files: a folder that is new in the tree is
 * moved whole.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../kit/files.ts';
import type { TreePath } from '../wire/paths.ts';
import { releasePath } from '../wire/paths.ts';

const FOLDER = '.staging';
const REMOVALS = 'removals.json';

/** Parts of the tree in the order they are moved; what no part names goes before the last three. */
const FIRST = ['v1/historical', 'v1/series', 'v1/provenance', 'tables'];
const LAST = ['v1/latest', 'index', 'v1/status.json', releasePath];

export class Staging {
  files = 0;
  bytes = 0;
  readonly #new: string;
  readonly #removals = new Set<TreePath>();
  readonly #folders = new Set<string>();

  private constructor(
    readonly outDir: string,
    /** False in a first build: nothing to compare with. */
    readonly hasTree: boolean,
  ) {
    this.#new = join(outDir, FOLDER, 'new');
  }

  /** Finishes the moves of a run that was killed during them, and drops what one killed earlier had staged. */
  static open(outDir: string): Staging {
    finishMoves(outDir);
    rmSync(join(outDir, FOLDER), { recursive: true, force: true });
    mkdirSync(join(outDir, FOLDER, 'new'), { recursive: true });
    return new Staging(outDir, existsSync(join(outDir, releasePath)));
  }

  /** Stages a file, unless the tree has it with the same bytes. Returns whether it did. */
  write(path: TreePath, bytes: Buffer): boolean {
    if (this.hasTree && this.readInPlace(path)?.equals(bytes)) return false;
    const target = join(this.#new, path);
    const folder = dirname(target);
    if (!this.#folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#folders.add(folder);
    }
    const file = openSync(target, 'w', 0o644);
    try {
      if (writeSync(file, bytes) !== bytes.length) throw new Error(`${path}: not written whole: is the disk full?`);
    } finally {
      closeSync(file);
    }
    this.files++;
    this.bytes += bytes.length;
    return true;
  }

  /** A file of the tree that the new state no longer has. */
  remove(path: TreePath): void {
    this.#removals.add(path);
  }

  /** The file as the new state will have it: as staged, else as it is in place, else null. */
  read(path: TreePath): Buffer | null {
    return readIfThere(join(this.#new, path)) ?? (this.#removals.has(path) ? null : this.readInPlace(path));
  }

  readInPlace(path: TreePath): Buffer | null {
    return readIfThere(join(this.outDir, path));
  }

  /** Names in a folder of the tree as the new state will have it, sorted. */
  list(folder: string): readonly string[] {
    const staged = namesIn(join(this.#new, folder));
    const inPlace = namesIn(join(this.outDir, folder)).filter(
      (name) => !this.#removals.has(`${folder}/${name}` as TreePath),
    );
    return [...new Set([...staged, ...inPlace])].sort();
  }

  get isEmpty(): boolean {
    return this.files === 0 && this.#removals.size === 0;
  }

  commit(): void {
    if (!this.isEmpty) {
      writeFileSync(join(this.#new, REMOVALS), JSON.stringify([...this.#removals].sort()));
      syncFolder(this.#new);
      renameSync(this.#new, join(this.outDir, FOLDER, 'ready'));
      syncFolder(join(this.outDir, FOLDER));
    }
    finishMoves(this.outDir);
    rmSync(join(this.outDir, FOLDER), { recursive: true, force: true });
  }

  /** Drops what was staged; the tree stays as it was. */
  abandon(): void {
    rmSync(join(this.outDir, FOLDER), { recursive: true, force: true });
  }
}

function finishMoves(outDir: string): void {
  const ready = join(outDir, FOLDER, 'ready');
  if (!existsSync(ready)) return;
  const removals = readIfThere(join(ready, REMOVALS));
  for (const part of FIRST) move(join(ready, part), join(outDir, part));
  for (const part of restOf(ready)) move(join(ready, part), join(outDir, part));
  if (removals !== null) removeAll(outDir, removals);
  for (const part of LAST) move(join(ready, part), join(outDir, part));
  rmSync(ready, { recursive: true, force: true });
}

/** Files of `v1/` that neither list names: the lists, corrections, openapi. */
function restOf(ready: string): readonly string[] {
  const named = new Set([...FIRST, ...LAST]);
  return namesIn(join(ready, 'v1'))
    .map((name) => `v1/${name}`)
    .filter((part) => !named.has(part));
}

function move(from: string, to: string): void {
  if (!existsSync(from)) return;
  if (!existsSync(to)) {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    return;
  }
  const names = foldersAndFiles(from);
  if (names === null) renameSync(from, to);
  else {
    // The memory of what was built, `inputs.csv`, after the tables it speaks of: folders first.
    for (const name of names) move(join(from, name), join(to, name));
  }
}

/** Names in the folder, folders before files; null where it is a file. */
function foldersAndFiles(path: string): readonly string[] | null {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory());
    return [...folders, ...entries.filter((entry) => !entry.isDirectory())].map(({ name }) => name);
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return null;
    throw error;
  }
}

function removeAll(outDir: string, removals: Buffer): void {
  for (const path of z.array(z.string()).parse(JSON.parse(removals.toString('utf8')))) {
    rmSync(join(outDir, path), { force: true });
    removeEmptyFolders(outDir, dirname(path));
  }
}

function removeEmptyFolders(outDir: string, folder: string): void {
  if (folder === '.') return;
  try {
    rmdirSync(join(outDir, folder));
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'ENOENT')) return;
    throw error;
  }
  removeEmptyFolders(outDir, dirname(folder));
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
