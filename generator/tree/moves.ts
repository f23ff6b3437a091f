/**
 * Moves what was staged into the tree. Dated files go first, and the files that name them (latest, index, status, release)
 * go last, so that a reader in between finds every file that a pointer speaks of.
 *
 * A rename costs about 10 µs and a first build has hundreds of thousands of files: a folder that is new in the tree is
 * moved whole.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../kit/files.ts';
import { releasePath } from '../wire/paths.ts';
import { namesIn, readIfThere } from './in-place.ts';

/** Where a run works, below the folder of the tree. */
export const STAGING = '.staging';
/** What is here is to be moved into the tree, by this run or by the next one. */
export const READY = join(STAGING, 'ready');
export const REMOVALS = 'removals.json';

/** Parts of the tree in the order in which they are moved; everything else goes after the first and before the last. */
const FIRST = ['v1/historical', 'v1/series', 'v1/provenance', 'tables'];
const LAST = ['v1/latest', 'index', 'v1/status.json', releasePath];

/** Does nothing where nothing is ready. */
export function finishMoves(outDir: string): void {
  const ready = join(outDir, READY);
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
    // Folders first: the memory of what was built, `inputs.csv`, goes after the tables that it speaks of.
    for (const name of names) move(join(from, name), join(to, name));
  }
}

/** The names in the folder, folders before files; null where it is a file. */
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
