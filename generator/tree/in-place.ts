/** The tree as it lies in a folder, read file by file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../kit/files.ts';
import type { TreeInPlace } from './change.ts';

export function treeIn(dir: string): TreeInPlace {
  return {
    read: (path) => readIfThere(join(dir, path)),
    list: (folder) => [...namesIn(join(dir, folder))].sort(),
  };
}

/** Null where there is no file of that name, or a file where a folder should be. */
export function readIfThere(path: string): Buffer | null {
  return ifThere(() => readFileSync(path));
}

/** The names in a folder, in no order; none where there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  return ifThere(() => readdirSync(folder)) ?? [];
}

function ifThere<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
