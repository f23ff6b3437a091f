/** A file of the tree, as it is made. */
import type { TreePath } from '../../wire/answers/paths.ts';

export interface TreeFile {
  readonly path: TreePath;
  readonly bytes: Buffer;
}
