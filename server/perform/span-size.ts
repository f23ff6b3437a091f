/**
 * How many figures a span has at least, told before any of them is read. No index says how many currencies a fixing has,
 * but the averages of a month say on how many days each was stated, and the tree has those of every month that is over.
 */
import { z } from 'zod';
import { averagesPath, type TreePath } from '../../generator/wire/answers/paths.ts';
import { StoreDown, type Tree } from '../../generator/wire/release/served-tree.ts';
import { parseTreeFile } from '../../generator/wire/release/tree-file.ts';
import { getOrInsert } from '../../generator/wire/words/maps.ts';
import { lowerBound } from '../../generator/wire/words/order.ts';
import { type IsoDate, isoDate, type ProviderCode } from '../../generator/wire/words/schemas.ts';

/** The first and the last fixing of a month, and the figures of all of its fixings. */
interface Month {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly figures: number;
}

type ReadBytes = (path: TreePath) => Promise<Buffer | null>;

const averages = z.object({
  series: z.array(z.object({ from: isoDate, to: isoDate, days: z.record(z.string(), z.int()) })),
});

/** By release, and by path: a release does not change. */
const KNOWN = new WeakMap<Tree, Map<TreePath, Promise<readonly Month[]>>>();

/**
 * A fixing of a month that the tree does not sum up, or that the span has only in part, counts as one figure.
 * @param dates of fixings, oldest first, without a gap
 * @param enough the count ends where it exceeds this
 */
export async function figuresAtLeast(
  tree: Tree,
  provider: ProviderCode,
  dates: readonly IsoDate[],
  enough: number,
  read: ReadBytes,
): Promise<number> {
  let count = dates.length;
  for (const [year, ofYear] of byYear(dates)) {
    const path = averagesPath(provider, year, 'month', 'standard', 'json');
    for (const { from, to, figures } of await monthsOf(tree, path, read)) {
      const [first, last] = [ofYear.indexOf(from), ofYear.indexOf(to)];
      if (first >= 0 && last >= 0) count += figures - (last + 1 - first);
    }
    if (count > enough) break;
  }
  return count;
}

/** @param dates sorted */
export function* byYear(dates: readonly IsoDate[]): Generator<readonly [year: string, dates: readonly IsoDate[]]> {
  for (let place = 0; place < dates.length; ) {
    const year = (dates[place] as IsoDate).slice(0, 4);
    const end = lowerBound(dates, (date) => date <= `${year}-12-31`);
    yield [year, dates.slice(place, end)];
    place = end;
  }
}

function monthsOf(tree: Tree, path: TreePath, read: ReadBytes): Promise<readonly Month[]> {
  const ofTree = getOrInsert(KNOWN, tree, () => new Map<TreePath, Promise<readonly Month[]>>());
  return getOrInsert(ofTree, path, () => readMonths(path, read, () => ofTree.delete(path)));
}

/** None where the tree has no such file, or where it cannot be read now: the figures themselves will tell. */
async function readMonths(path: TreePath, read: ReadBytes, onFailure: () => void): Promise<readonly Month[]> {
  try {
    const bytes = await read(path);
    return bytes === null ? [] : parseTreeFile(path, bytes, averages).series.map(toMonth);
  } catch (error) {
    onFailure();
    if (error instanceof StoreDown) return [];
    throw error;
  }
}

function toMonth({ from, to, days }: z.infer<typeof averages>['series'][number]): Month {
  return { from, to, figures: Object.values(days).reduce((sum, one) => sum + one, 0) };
}
