/** Objects in a directory: a tree as `generate` writes it, or releases published to a folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Store, StoreDown } from '../catalogue/store.ts';
import { looseStore } from './loose.ts';
import type { ObjectReader } from './objects.ts';

/** Parts of the path that do not exist, or are a file where a folder should be: there is no such object. */
const ABSENT: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

export function diskStore(root: string): Store {
  return looseStore(folderObjects(root));
}

/** A file has no tag, and reading a small one again costs no more than asking whether it changed. */
export function folderObjects(folder: string): ObjectReader {
  return {
    name: join(folder, '/'),
    get: async (key) => {
      try {
        return { bytes: await readFile(join(folder, key)), etag: null };
      } catch (error) {
        if (error instanceof Error && 'code' in error && ABSENT.includes(error.code)) return null;
        throw new StoreDown(`${key} cannot be read from ${folder}`, { cause: error });
      }
    },
    close: async () => {},
  };
}
