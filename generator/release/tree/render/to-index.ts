/** The index of a provider: what the tree in place has, and what this run changed. Pure. */

import { type ProviderIndex, parseInterval } from '../../../wire/answers/provider-index.ts';
import { laterOf } from '../../../wire/words/calendar.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import type { IsoDate } from '../../../wire/words/schemas.ts';
import type { PartFacts } from '../read/span-source.ts';

/**
 * @param changed for each date that changed, its period as the index writes it, or null where there is no fixing now
 * @param today the release's UTC date
 */
export function toIndex(
  { provider, references }: PartFacts,
  before: ProviderIndex | null,
  changed: ReadonlyMap<IsoDate, string | null>,
  today: IsoDate,
): ProviderIndex | null {
  const kept = before?.fixings.filter(({ date }) => !changed.has(date)) ?? [];
  const made = [...changed.values()].flatMap((text) => (text === null ? [] : [parseInterval(text)]));
  const fixings =
    made.length === 0 ? kept : [...kept, ...made].sort((left, right) => compareTexts(left.date, right.date));
  const [first, last] = [fixings[0]?.date, fixings.at(-1)?.date];
  if (first === undefined || last === undefined) return null;
  // The first reference counts before its day, too, as in `referenceOn`: an index without one cannot be read.
  const stated = references
    .filter(({ from }, place, all) => (place === 0 || from <= last) && (all[place + 1]?.from ?? last) >= first)
    .map(({ from, currency }, place) => ({ from: place === 0 ? first : laterOf(from, first), currency }));
  const latest = fixings.findLast(({ date }) => date <= today)?.date ?? null;
  return { provider, latest, references: stated, fixings };
}
