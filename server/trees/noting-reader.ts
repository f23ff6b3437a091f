/** Reading from the shelf for one answer. */
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import type { Tree } from '../../generator/wire/release/served-tree.ts';
import type { FileReader, Shelf, ShelfEntry } from './shelf.ts';

/** Reads from the shelf, and remembers which of its files an answer was made from. */
export class NotingReader implements FileReader {
  readonly #shelf: Shelf;
  readonly files: ShelfEntry[] = [];

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  held(tree: Tree, path: TreePath): ShelfEntry | null {
    const entry = this.#shelf.held(tree, path);
    if (entry !== null) this.files.push(entry);
    return entry;
  }

  async read(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    const entry = await this.#shelf.read(tree, path);
    this.files.push(entry);
    return entry;
  }

  /** What is fetched is of this very tree and not on the shelf. */
  fetch(tree: Tree, path: TreePath): Promise<ShelfEntry> {
    return this.#shelf.fetch(tree, path);
  }
}
