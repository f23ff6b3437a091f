/** What a test needs to read a span without a gateway. */
import type { Table } from '../../../generator/wire/answers/table.ts';
import type { Tree } from '../../../generator/wire/release/tree-file.ts';
import { Places } from '../../../server/request/perform/places.ts';
import { SpanReader } from '../../../server/request/perform/span.ts';
import { Shelf } from '../../../server/trees/shelf.ts';
import type { Store } from '../../../server/trees/store.ts';

export async function treeOf(store: Store): Promise<Tree> {
  const tree = await store.current();
  if (tree === null) throw new Error('the store has no tree');
  return tree;
}

export function shelfOf(tree: Tree): Shelf {
  return new Shelf({
    bytesMax: 1e8,
    tree: () => tree,
    nowMs: () => 0,
    onDown: (error) => {
      throw error;
    },
  });
}

export function readerOf(shelf: Shelf): SpanReader {
  return new SpanReader(shelf, new Places(), { name: 'somebody', signal: new AbortController().signal });
}

export async function listOf(span: AsyncGenerator<Table>): Promise<readonly Table[]> {
  const fixings: Table[] = [];
  for await (const fixing of span) fixings.push(fixing);
  return fixings;
}
