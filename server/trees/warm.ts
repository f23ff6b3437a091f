/**
 * Reads the files in use from a new release before it answers, so that the store is not asked for all of them at once
 * afterwards. If the store fails meanwhile, the old release goes on answering.
 */

import { type TreePath, tablePath } from '../../generator/wire/answers/paths.ts';
import type { Catalogue } from '../../generator/wire/release/catalogue.ts';
import { CorruptObject } from '../../generator/wire/release/tree-file.ts';
import type { IsoDate, ProviderCode } from '../../generator/wire/words/schemas.ts';
import type { Shelf, ShelfEntry } from './shelf.ts';

/** Reading them takes a second at 5 ms each, and far less over 32 connections. */
const WARM_FILES_MAX = 200;

/** What the shelf should keep when `next` answers. Corrupted files are left out; old copies serve. @throws StoreError */
export async function readWarm(shelf: Shelf, next: Catalogue, now: Catalogue): Promise<readonly ShelfEntry[]> {
  const paths = withNewTables(shelf.mostWanted(WARM_FILES_MAX), next, now);
  const entries = await Promise.all(paths.map((path) => readUnlessCorrupt(shelf, next, path)));
  return entries.filter((entry) => entry !== null);
}

async function readUnlessCorrupt(shelf: Shelf, { tree }: Catalogue, path: TreePath): Promise<ShelfEntry | null> {
  try {
    return await shelf.fetch(tree, path);
  } catch (error) {
    if (error instanceof CorruptObject) return null;
    throw error;
  }
}

/** Clients that converted at the latest fixing will convert at the new one, which has another path. */
function withNewTables(paths: readonly TreePath[], next: Catalogue, now: Catalogue): readonly TreePath[] {
  const held = new Set(paths);
  for (const [code, { facts, index }] of next.byCode) {
    const before = latestTable(facts.code, now.byCode.get(code)?.index.latest ?? null);
    const after = latestTable(facts.code, index.latest);
    if (before !== null && after !== null && held.has(before)) held.add(after);
  }
  return [...held];
}

function latestTable(provider: ProviderCode, latest: IsoDate | null): TreePath | null {
  return latest === null ? null : tablePath(provider, latest);
}
