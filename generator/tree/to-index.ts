/** The index of a part of the tree: its fixings, the newest in force, and the currencies in which they are stated. Pure. */
import { laterOf } from '../wire/calendar.ts';
import type { ProviderIndex } from '../wire/provider-index.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { PartSource } from './sources.ts';

/**
 * @param fixings oldest first
 * @param today the release's UTC date: later fixings are not the latest
 * @returns null if there is no fixing
 */
export function toIndex(source: PartSource, fixings: readonly IsoDate[], today: IsoDate): ProviderIndex | null {
  const [first, last] = [fixings[0], fixings.at(-1)];
  if (first === undefined || last === undefined) return null;
  // The first reference counts before its day, too, as in `referenceOn`: an index without one cannot be read.
  const references = source.references
    .filter(({ from }, place, all) => (place === 0 || from <= last) && (all[place + 1]?.from ?? last) >= first)
    .map(({ from, currency }, place) => ({ from: place === 0 ? first : laterOf(from, first), currency }));
  const latest = fixings.findLast((date) => date <= today) ?? null;
  return { provider: source.provider, latest, references, fixings: fixings.map((date) => source.period(date)) };
}
