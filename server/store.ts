/** Where the tree lies. A disk, an HTTP origin or a bucket: the same question, by paths of wire/paths.ts only. */
import type { TreePath } from '../generator/wire/paths.ts';

export interface Store {
  /** The file's bytes, or null where the store is well and has no such file. @throws StoreDown */
  read(path: TreePath): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** The store did not answer, or not with what a store answers: nothing is known about the file. */
export class StoreDown extends Error {
  override readonly name = 'StoreDown';
}
