/** Writes a unit of the tree (a date, a year of series, the latest): its files, their hashes, and nothing else left there. */

import { hashOf } from '../wire/hash.ts';
import type { TreePath } from '../wire/paths.ts';
import type { TreeFile } from './rate-files.ts';
import type { Staging } from './staging.ts';

/** SHA-256 by path. */
export type Hashes = Map<string, string>;

export class UnitWriter {
  /** Files whose bytes were made, written or found to be there already. */
  rendered = 0;

  constructor(readonly staging: Staging) {}

  write(files: Iterable<TreeFile>): Hashes {
    const hashes: Hashes = new Map();
    for (const { path, bytes } of files) {
      this.rendered++;
      this.staging.write(path, bytes);
      hashes.set(path, hashOf(bytes));
    }
    return hashes;
  }

  /** One file that is there or, with null, is no more. */
  writeOrRemove(path: TreePath, text: string | null): void {
    if (text !== null) this.write([{ path, bytes: Buffer.from(text) }]);
    else if (this.staging.readInPlace(path) !== null) this.staging.remove(path);
  }

  /** What lies in the folder of the tree and was not written again. */
  removeOthers(folder: string, kept: ReadonlyMap<string, string>): void {
    for (const name of this.staging.list(folder)) {
      const path = `${folder}/${name}` as TreePath;
      if (!kept.has(path)) this.staging.remove(path);
    }
  }
}
