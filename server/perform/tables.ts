/** Tables of the tree, parsed once for as long as memory holds their bytes. */

import { parseTable, type Table, type TableFacts } from '../../generator/wire/answers/table.ts';
import { getOrInsert } from '../../generator/wire/words/maps.ts';
import type { CurrencyCode } from '../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import type { ShelfEntry } from '../trees/shelf.ts';

/** Keyed by their bytes, because a table is the same in many releases, while a representation names its release. */
const TABLES = new WeakMap<Buffer, Table>();

/** @throws Problem while the fixing is being replaced */
export function readTable(entry: Pick<ShelfEntry, 'bytes'>, facts: TableFacts): Table {
  const bytes = presentBytes(entry, facts);
  return getOrInsert(TABLES, bytes, () => parseTable(bytes.toString('utf8'), facts));
}

/** @throws Problem while the fixing is being replaced */
function presentBytes({ bytes }: Pick<ShelfEntry, 'bytes'>, { provider, date }: TableFacts): Buffer {
  if (bytes !== null) return bytes;
  // This happens only between two releases, when the old index names a fixing that the new tree does not have.
  const words = `the fixing of ${provider} on ${date} is being replaced; ask again in a moment`;
  throw new Problem(1503, words, 1);
}

/** @param codes of the rows that are wanted beside the reference currency, or null for all, which are parsed once */
export function readRows(entry: ShelfEntry, facts: TableFacts, codes: ReadonlySet<CurrencyCode> | null): Table {
  if (codes === null) return readTable(entry, facts);
  const text = presentBytes(entry, facts).toString('utf8');
  return parseTable(linesOf(text, new Set([...codes, facts.reference])), facts);
}

/** The header of a table and the rows of those currencies: to parse a whole table takes twenty times as long. */
function linesOf(text: string, codes: ReadonlySet<string>): string {
  const [header, ...rows] = text.trimEnd().split('\n');
  return `${[header, ...rows.filter((row) => codes.has(row.slice(0, 3)))].join('\n')}\n`;
}
