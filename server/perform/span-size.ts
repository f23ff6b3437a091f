/**
 * How many figures a span has at least, told before any of them is read. No index says how many currencies a fixing has,
 * but the averages of a month say on how many days each was stated, and the tree has those of every month that is over.
 * Without this, a span that is too large costs as much as the largest that is answered: a second, and not a hundredth.
 */
import { z } from 'zod';
import { averagesPath, type TreePath } from '../../generator/wire/answers/paths.ts';
import { StoreDown } from '../../generator/wire/release/served-tree.ts';
import { parseTreeFile } from '../../generator/wire/release/tree-file.ts';
import { type IsoDate, isoDate, type ProviderCode } from '../../generator/wire/words/schemas.ts';

type ReadBytes = (path: TreePath) => Promise<Buffer | null>;

/** Of each month the first and the last fixing, and on how many days each currency was stated. */
const averages = z.object({
  series: z.array(z.object({ from: isoDate, to: isoDate, days: z.record(z.string(), z.int()) })),
});

/**
 * A fixing of a month that the tree does not sum up, or that the span has only in part, counts as one figure.
 * @param years dates of fixings by year, oldest first, without a gap
 * @param enough the count ends where it exceeds this
 */
export async function figuresAtLeast(
  provider: ProviderCode,
  years: ReadonlyMap<string, readonly IsoDate[]>,
  enough: number,
  read: ReadBytes,
): Promise<number> {
  let count = [...years.values()].flat().length;
  for (const [year, dates] of years) {
    for (const { from, to, days } of await monthsOf(averagesPath(provider, year, 'month', 'standard', 'json'), read)) {
      const [first, last] = [dates.indexOf(from), dates.indexOf(to)];
      if (first < 0 || last < 0) continue;
      for (const figures of Object.values(days)) count += figures;
      count -= last + 1 - first;
    }
    if (count > enough) break;
  }
  return count;
}

/** None where the tree has no such file, or where it cannot be read now: the figures themselves will tell. */
async function monthsOf(path: TreePath, read: ReadBytes): Promise<z.infer<typeof averages>['series']> {
  try {
    const bytes = await read(path);
    return bytes === null ? [] : parseTreeFile(path, bytes, averages).series;
  } catch (error) {
    if (error instanceof StoreDown) return [];
    throw error;
  }
}
