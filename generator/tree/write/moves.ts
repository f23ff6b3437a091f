/**
 * Moves what was staged into the tree. Dated files are moved first and the files that name them (latest, index, status,
 * release) after them, and what is to be removed goes last, so that a reader who comes in between finds every file that
 * an index names.
 *
 * A rename costs about 10 µs and a first run makes hundreds of thousands of files, so a folder that is new in the tree
 * is moved as a whole.
 */
import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { entriesIn, hasCode, namesIn, readIfThere } from '../../kit/files.ts';
import { isPageFile } from '../../wire/answers/page.ts';
import { MEMORY_FOLDER, releasePath } from '../../wire/answers/paths.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { REMEDY } from '../read/in-place.ts';
import { placeOf } from './staged-path.ts';

/** The folder in which a run works, below the folder of the tree. */
export const STAGING = '.staging';
/** Files in this folder are moved into the tree, by this run or by the next one. */
export const READY = join(STAGING, 'ready');
export const REMOVALS = 'removals.json';

/** Parts of the tree in the order in which they are moved. Everything else is moved between these two groups. */
const FIRST = ['v1/historical', 'v1/series', 'v1/averages', 'v1/provenance', 'tables'];
const LAST = ['v1/latest', 'index', 'v1/status.json', releasePath, MEMORY_FOLDER];

/** Does nothing if no files are ready. */
export function finishMoves(outDir: string): void {
  const ready = join(outDir, READY);
  if (!existsSync(ready)) return;
  const removals = readIfThere(join(ready, REMOVALS));
  for (const part of FIRST) move(join(ready, part), join(outDir, part));
  for (const part of restOf(ready)) move(join(ready, part), join(outDir, part));
  for (const part of LAST) move(join(ready, part), join(outDir, part));
  // The old index names the removed files, so they must stay until the new one is in its place.
  if (removals !== null) removeAll(outDir, removals);
  rmSync(ready, { recursive: true, force: true });
}

/** The files of neither group: the page at the root, and in `v1/` the lists, corrections, openapi. */
function restOf(ready: string): readonly string[] {
  const named = new Set([...FIRST, ...LAST]);
  const lists = namesIn(join(ready, 'v1')).map((name) => `v1/${name}`);
  return [...namesIn(ready).filter(isPageFile), ...lists].filter((part) => !named.has(part));
}

function move(from: string, to: string): void {
  const facts = statSync(from, { throwIfNoEntry: false });
  if (facts === undefined) return;
  if (facts.isDirectory() && existsSync(to)) {
    moveContent(from, to);
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** Folders come first, so that `inputs.csv` is moved after the tables whose digests it has. */
function moveContent(from: string, to: string): void {
  const entries = entriesIn(from);
  for (const entry of entries) if (entry.isDirectory()) move(join(from, entry.name), join(to, entry.name));
  for (const entry of entries)
    if (!entry.isDirectory()) renameSync(join(from, entry.name), join(to, placeOf(entry.name)));
}

function removeAll(outDir: string, removals: Buffer): void {
  for (const path of parseRemovals(outDir, removals)) {
    rmSync(join(outDir, path), { force: true });
    removeEmptyFolders(outDir, dirname(path));
  }
}

function parseRemovals(outDir: string, removals: Buffer): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(removals.toString('utf8')));
  } catch (cause) {
    throw new InputError(`${join(outDir, READY, REMOVALS)} is damaged: ${REMEDY}`, { cause });
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
