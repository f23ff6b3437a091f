/**
 * Files that appear whole or not at all and survive a power cut: they are written and flushed under a temporary name
 * and then moved, and the folders that hold the new names are flushed as well. This is stricter than `replaceFile` of
 * kit/, which flushes no folder and has no create-only form: an object that was acknowledged must still be there after
 * a crash.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsync as fsyncWithCallback,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode, makeFolder, noneIfMissing } from '../../kit/files.ts';
import { InputError } from '../../wire/words/input-error.ts';

const fsync = promisify(fsyncWithCallback);

/** Lies below the root, on the same filesystem as the objects. Web servers hide names that begin with a dot. */
export const INCOMING = '.incoming';
/** Older files in there were left by a killed run: no write takes that long. */
const ABANDONED_AGE_MS = 24 * 3600 * 1000;
/** No other process has it, on any machine that writes into the folder. */
const OWN_NAME = randomBytes(12).toString('hex');
let stagedCount = 0;

/** A name below the root that nobody has. */
export function temporaryIn(root: string): string {
  return join(root, INCOMING, `${OWN_NAME}-${++stagedCount}`);
}

/**
 * Writes and flushes the bytes. Returns the temporary name. Only the flush waits for the disk. A night makes 100,000 of
 * the other calls, and to hand them to other threads and back took longer than the calls themselves.
 */
export function stage(root: string, bytes: Uint8Array): Promise<string> {
  return stageWith(root, async (staged) => {
    const file = openSync(staged, 'wx');
    try {
      writeFileSync(file, bytes);
      await fsync(file);
    } finally {
      closeSync(file);
    }
  });
}

/** Like `stage`, but from a file, which is copied and not linked: damage to one must not be damage to the other. */
export function stageCopy(root: string, from: string): Promise<string> {
  return stageWith(root, async (staged) => {
    copyFileSync(from, staged, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await flush(staged);
  });
}

async function stageWith(root: string, make: (staged: string) => Promise<void>): Promise<string> {
  const file = temporaryIn(root);
  try {
    await make(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  return file;
}

/** Returns false if the name is taken: link(2) has exactly one winner. */
export async function linkNew(staged: string, target: string): Promise<boolean> {
  let isTaken = false;
  try {
    await withFolder(target, () => {
      isTaken = !linked(staged, target);
    });
    return !isTaken;
  } finally {
    unlinkSync(staged);
  }
}

function linked(staged: string, target: string): boolean {
  try {
    linkSync(staged, target);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

export async function moveOver(staged: string, target: string): Promise<void> {
  try {
    await withFolder(target, () => renameSync(staged, target));
  } catch (error) {
    rmSync(staged, { force: true });
    throw error;
  }
}

/** Removes a file and the folders that it leaves empty: a bucket has no empty folders. */
export async function removeFile(root: string, file: string): Promise<void> {
  await rm(file, { force: true });
  for (let folder = dirname(file); folder !== root; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw error;
    }
  }
}

/** Makes the folder for temporary files, and removes what a killed run has left in it. */
export async function prepareIncoming(root: string, nowMs: number): Promise<void> {
  const folder = join(root, INCOMING);
  makeFolder(folder);
  // Whoever may write here could point the name at any folder of ours, whose old files would be deleted.
  if (lstatSync(folder).isSymbolicLink()) throw new InputError(`${folder} is a link to elsewhere: delete it`);
  for (const name of await readdir(folder)) {
    const left = join(folder, name);
    const facts = await stat(left).catch(noneIfMissing);
    if (facts !== null && nowMs - facts.mtimeMs > ABANDONED_AGE_MS) await rm(left, { force: true });
  }
}

/** A new name is durable once its folder is flushed, and a new folder once its parent is. */
async function withFolder(target: string, move: () => void): Promise<void> {
  const folder = dirname(target);
  // Tried again because a folder that a deletion has emptied can vanish between mkdir and the move.
  for (let attempt = 1; ; attempt++) {
    try {
      move();
      return await flushNames(folder);
    } catch (error) {
      if (attempt > 3 || !hasCode(error, 'ENOENT')) throw error;
    }
    const first = mkdirSync(folder, { recursive: true });
    if (first === undefined) continue;
    for (let made = folder; made !== dirname(dirname(first)); made = dirname(made)) await flushNames(made);
  }
}

/** Flushes of folders that are under way, and those that begin when these have ended. */
const flushing = new Map<string, Promise<void>>();
const waiting = new Map<string, Promise<void>>();

/**
 * Flushes a folder's names. One flush serves all who ask before it begins: of the 19,000 objects of a night many are
 * put into one folder together.
 */
function flushNames(folder: string): Promise<void> {
  const shared = waiting.get(folder);
  if (shared !== undefined) return shared;
  const before = flushing.get(folder) ?? Promise.resolve();
  const own = before
    .catch(() => {})
    .then(async () => {
      waiting.delete(folder);
      flushing.set(folder, own);
      try {
        await flush(folder);
      } finally {
        if (flushing.get(folder) === own) flushing.delete(folder);
      }
    });
  waiting.set(folder, own);
  return own;
}

/** Flushes a file's bytes, or a folder's names. */
async function flush(path: string): Promise<void> {
  const handle = openSync(path, 'r');
  try {
    await fsync(handle);
  } finally {
    closeSync(handle);
  }
}
