/** A tree in a directory. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreePath } from '../../generator/wire/paths.ts';
import { type Store, StoreDown } from '../store.ts';

/** Parts of the path that do not exist, or are a file where a folder should be: the tree has no such file. */
const ABSENT: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

export function diskStore(root: string): Store {
  return {
    read: async (path: TreePath) => {
      try {
        return await readFile(join(root, path));
      } catch (error) {
        if (error instanceof Error && 'code' in error && ABSENT.includes(error.code)) return null;
        throw new StoreDown(`${path} cannot be read from ${root}`, { cause: error });
      }
    },
    close: async () => {},
  };
}
