/** Fresh figures first: an older figure counts only where the newer ones are fewer than three. Pure. */
import { groupBy } from '../kit/group.ts';
import type { IsoDate } from '../wire/words/schemas.ts';
import { FIGURES_MIN } from './consensus.ts';

interface Made {
  readonly made: IsoDate;
}

/**
 * The figures of the newest day, and of the next older days until there are three or more. Of one day all count, so
 * that the order of the contributors makes no difference.
 */
export function splitByAge<T extends Made>(figures: readonly T[]): { readonly counted: T[]; readonly older: T[] } {
  const counted: T[] = [];
  const older: T[] = [];
  const byDay = groupBy(figures, ({ made }) => made);
  for (const day of [...byDay.keys()].sort().reverse()) {
    const rest = counted.length < FIGURES_MIN ? counted : older;
    rest.push(...(byDay.get(day) ?? []));
  }
  return { counted, older };
}
