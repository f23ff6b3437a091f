/** Of which fixings the averages of one year are that the tree has as files. */
import { type PeriodKind, periodsOver } from '../words/periods.ts';
import type { IsoDate } from '../words/schemas.ts';
import { datesWithin, type ProviderIndex, referenceOn } from './provider-index.ts';

/**
 * The fixings, oldest first, of the periods that are over on the release's date. In a year in which the provider changed
 * its reference currency they are those in the newer one: two in one document would give its figures two meanings.
 */
export function averagedDates(
  index: Pick<ProviderIndex, 'fixings' | 'references'>,
  year: string,
  kind: PeriodKind,
  released: IsoDate,
): readonly IsoDate[] {
  const over = periodsOver(year, kind, released);
  const [first, last] = [over[0]?.first, over.at(-1)?.last];
  const dates = first === undefined || last === undefined ? [] : datesWithin(index, first, last);
  const newest = dates.at(-1);
  if (newest === undefined) return [];
  const reference = referenceOn(index.references, newest);
  return dates.filter((date) => referenceOn(index.references, date) === reference);
}
