/** Files that may be missing, and files that are replaced as a whole. */
import { type Dirent, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, open, readdir, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The names in a folder; an empty list if the folder does not exist. */
export async function listFolder(path: string): Promise<readonly string[]> {
  return (await readdir(path).catch(noneIfMissing)) ?? [];
}

/** For a `catch`: returns null if the file or folder does not exist, and throws any other error again. */
export function noneIfMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
}

/**
 * For a `catch`: an object that does not exist is null, and any other fault is thrown. In a bucket `a` and `a/b` can
 * both be keys; in a folder one of them is then a file where a folder is expected, or the reverse.
 */
export function noneIfNoObject(error: unknown): null {
  return hasCode(error, 'ENOTDIR', 'EISDIR') ? null : noneIfMissing(error);
}

/** Null where there is no file of that name, or a file where a folder should be. */
export function readIfThere(path: string): Buffer | null {
  return ifThere(() => atPath(path, () => readFileSync(path)));
}

/** The names in a folder, in no order; none where there is no such folder. */
export function namesIn(folder: string): string[] {
  return entriesIn(folder).map(({ name }) => name);
}

/** The files and folders in a folder, in no order; none where there is no such folder. */
export function entriesIn(folder: string): readonly Dirent[] {
  return ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

function ifThere<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** A reader sees either the old file or the new one, never a part of it, even after a power cut. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await moveIn(path, partialOf(path), 'w', content);
}

/** Adds text at the end of a file, which must exist. Of that, too, a reader sees all or nothing. */
export async function extendFile(path: string, text: string): Promise<void> {
  const partial = partialOf(path);
  await copyFile(path, partial);
  await moveIn(path, partial, 'a', text);
}

function partialOf(path: string): string {
  return `${path}.${process.pid}.partial`;
}

async function moveIn(path: string, partial: string, mode: 'w' | 'a', content: string | Uint8Array): Promise<void> {
  const file = await open(partial, mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    throw withPath(partial, error);
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

/**
 * Names the file in an error of the operating system. Node names it if the file cannot be opened, but not if the disk
 * is full or if a folder is read as a file. Returns any other error as it is.
 */
export function withPath(path: string, error: unknown): unknown {
  const isOfFile = error instanceof Error && ('syscall' in error || hasCode(error, 'ERR_FS_FILE_TOO_LARGE'));
  if (!isOfFile || 'path' in error) return error;
  return Object.assign(error, { path, message: `${error.message} '${path}'` });
}

/** Does what reads or writes the file, and names the file in the error if that fails. */
export function atPath<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw withPath(path, error);
  }
}

/**
 * Makes a folder and those above it, one by one: Node's own recursion says of a read-only disk only that the folder does
 * not exist, and never ends below /proc.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST') || !statSync(folder).isDirectory()) throw error;
  }
}

export function highestMissing(path: string): string {
  const above = dirname(path);
  return existsSync(above) ? path : highestMissing(above);
}

/** Whether the error comes from the operating system and has one of these codes: ENOENT, EEXIST, … */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(`${error.code}`);
}
