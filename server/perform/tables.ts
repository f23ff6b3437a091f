/** Tables of the tree, parsed once for as long as memory holds their bytes. */

import { parseTable, type Table, type TableFacts } from '../../generator/wire/answers/table.ts';
import { getOrInsert } from '../../generator/wire/words/maps.ts';
import { Problem } from '../query/problem.ts';
import type { ShelfEntry } from '../trees/shelf.ts';

/** Keyed by their bytes, because a table is the same in many releases, while a representation names its release. */
const TABLES = new WeakMap<Buffer, Table>();

/** @throws Problem while the fixing is being replaced */
export function readTable({ bytes }: Pick<ShelfEntry, 'bytes'>, facts: TableFacts): Table {
  if (bytes !== null) return getOrInsert(TABLES, bytes, () => parseTable(bytes.toString('utf8'), facts));
  // This happens only between two releases, when the old index names a fixing that the new tree does not have.
  const words = `the fixing of ${facts.provider} on ${facts.date} is being replaced; ask again in a moment`;
  throw new Problem(1503, words, 1);
}
