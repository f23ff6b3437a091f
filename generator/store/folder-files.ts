/** Files that appear whole or not at all, and stay after a power cut: written and flushed under a temporary name, then moved. */

import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '../kit/files.ts';

/** Below the root, on the same filesystem as what is moved out of it; a web server hides names with a dot in front. */
export const INCOMING = '.incoming';
/** What a killed run left there: no write takes that long. */
const ABANDONED_AGE_MS = 24 * 3600 * 1000;

/** Writes and flushes; answers the temporary name. */
export async function stage(root: string, bytes: Uint8Array): Promise<string> {
  const staged = join(root, INCOMING, randomBytes(12).toString('hex'));
  try {
    const file = await open(staged, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
  return staged;
}

/** As `stage`, from a file: a copy and no link, so that damage to the one is not damage to the other. */
export async function stageCopy(root: string, from: string): Promise<string> {
  const staged = await stage(root, new Uint8Array());
  try {
    await copyFile(from, staged, constants.COPYFILE_FICLONE);
    await flush(staged);
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
  return staged;
}

/** link(2) has exactly one winner. False where the name is taken. */
export async function linkNew(staged: string, target: string): Promise<boolean> {
  let isTaken = false;
  try {
    await withFolder(target, () =>
      link(staged, target).catch((error: unknown) => {
        if (!hasCode(error, 'EEXIST')) throw error;
        isTaken = true;
      }),
    );
    return !isTaken;
  } finally {
    await rm(staged, { force: true });
  }
}

export async function moveOver(staged: string, target: string): Promise<void> {
  try {
    await withFolder(target, () => rename(staged, target));
  } finally {
    await rm(staged, { force: true });
  }
}

/** Removes a file, and the folders that it leaves empty: a bucket has no empty folders. */
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

/** Makes the place for incoming files, and clears it of what a killed run has left. */
export async function prepareIncoming(root: string, nowMs: number): Promise<void> {
  const folder = join(root, INCOMING);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const left = join(folder, name);
    const { mtimeMs } = await stat(left).catch(ifAbsent({ mtimeMs: nowMs }));
    if (nowMs - mtimeMs > ABANDONED_AGE_MS) await rm(left, { force: true });
  }
}

/** For `catch`: what is not there is no fault. */
export function ifAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return value;
    throw error;
  };
}

/** A new name lasts when its folder is flushed, and a new folder when its own is. */
async function withFolder(target: string, move: () => Promise<void>): Promise<void> {
  const folder = dirname(target);
  // Twice, because a folder that a deletion has emptied can vanish between mkdir and the move.
  for (let attempt = 1; ; attempt++) {
    try {
      await move();
      return await flush(folder);
    } catch (error) {
      if (attempt > 3 || !hasCode(error, 'ENOENT')) throw error;
    }
    const first = await mkdir(folder, { recursive: true });
    if (first === undefined) continue;
    for (let made = folder; made !== dirname(dirname(first)); made = dirname(made)) await flush(made);
  }
}

/** A file's bytes, or a folder's names. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
