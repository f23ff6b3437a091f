/** Files that may be missing, and files that are replaced whole. */
import { open, readdir, rename } from 'node:fs/promises';

/** The names in a folder; none where there is none. */
export async function listFolder(path: string): Promise<readonly string[]> {
  return (await readdir(path).catch(noneIfMissing)) ?? [];
}

/** For a `catch`: a file or folder that is not there is null, any other fault is one. */
export function noneIfMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
}

/** A reader sees the old file or the new one, never a part: not even after a power cut. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  const file = await open(partial, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, path);
}

/** Whether it is a fault of the operating system with one of these codes: ENOENT, EEXIST, … */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(`${error.code}`);
}
