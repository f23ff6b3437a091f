/** Fresh figures first: an older figure counts only where the newer ones are fewer than three. Pure. */
import { groupBy } from '../kit/group.ts';
import type { IsoDate } from '../wire/schemas.ts';
import { VOICES_MIN } from './consensus.ts';

interface Dated {
  readonly date: IsoDate;
}

/**
 * The figures of the newest date, and of the next older dates until there are three or more. Of one date all count, so
 * that the order of the contributors makes no difference.
 */
export function splitByAge<T extends Dated>(figures: readonly T[]): { readonly counted: T[]; readonly older: T[] } {
  const counted: T[] = [];
  const older: T[] = [];
  const byDate = groupBy(figures, ({ date }) => date);
  for (const date of [...byDate.keys()].sort().reverse()) {
    const rest = counted.length < VOICES_MIN ? counted : older;
    rest.push(...(byDate.get(date) ?? []));
  }
  return { counted, older };
}
