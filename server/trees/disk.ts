/** Objects in a directory, which holds a tree as `generate` writes it, or releases published to a folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrustedKeys } from '../../generator/wire/release/pointer.ts';
import { StoreDown } from '../../generator/wire/release/tree-file.ts';
import { ReleaseStore } from './release.ts';
import type { Bounds, ObjectReader, Store } from './store.ts';

/** A part of the path does not exist, or is a file where a folder should be. */
const ABSENT: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

export function diskStore(root: string, trusted: TrustedKeys | null = null, bounds?: Bounds): Store {
  return new ReleaseStore(folderObjects(root), trusted, bounds);
}

/** Objects have no tag, because reading a small file again costs no more than asking whether it has changed. */
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
