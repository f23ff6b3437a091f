/** Query, dates of an index and today's date → the date of the fixing that answers, or why there is none. */

import { CONVERT_AGE_DAYS_MAX, fixingFor, fixingOnOrBefore } from '../../../generator/wire/answers/provider-index.ts';
import type { Catalogue, KnownProvider } from '../../../generator/wire/release/catalogue.ts';
import type { ServedRelease } from '../../../generator/wire/release/served-tree.ts';
import { addDays, daysBetween } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';
import { type Now, toDueProblem } from './due.ts';

/** For monthly figures: the month before last. */
const CONVERT_AGE_DAYS_MAX_MONTHLY = 62;

/** Which fixing answers for a day without one of its own: none, the one before it, or that one if it is recent. */
type Earlier = 'none' | 'any' | 'recent';

interface FixingQuestion {
  /** Null for the latest fixing. */
  readonly date: IsoDate | null;
  readonly earlier: Earlier;
  readonly provider: KnownProvider;
  readonly catalogue: Pick<Catalogue, 'release' | 'status'>;
  readonly now: Now;
}

/**
 * Returns a Problem instead of throwing it, because problems that take precedence name the fixing's date if there is
 * one.
 */
export function toFixingDate({ date, earlier, provider, catalogue, now }: FixingQuestion): IsoDate | Problem {
  if (date === null) return toLatestDate(provider, catalogue.release);
  const exact = fixingFor(provider.index, date) ?? toBoundsProblem('date', date, provider, now.today);
  if (exact !== null) return exact;
  const due = earlier === 'recent' ? toDueProblem(date, provider, catalogue, now) : null;
  return due ?? toEarlierFixing(earlier, provider, date);
}

export function toLatestDate({ facts, index }: KnownProvider, release: ServedRelease): IsoDate | Problem {
  if (index.latest !== null) return index.latest;
  const first = index.fixings[0]?.date ?? null;
  const words = `${facts.code} has no fixing dated on or before ${release.date}`;
  return new Problem(1007, `${words}; its first is dated ${first}: ask /v1/historical for it`);
}

/** For a day without a fixing of its own: the Problem of one too late or too early, or null. */
export function toBoundsProblem(
  name: 'date' | 'from' | 'to',
  date: IsoDate,
  { facts, index }: KnownProvider,
  today: IsoDate,
): Problem | null {
  const first = index.fixings[0]?.date ?? null;
  if (date > addDays(today, 1)) {
    return new Problem(1007, `${name} ${date} is later than tomorrow UTC, and ${facts.code} has no fixing for it`);
  }
  if (first !== null && date >= first) return null;
  return new Problem(1008, `${name} ${date} is before the first fixing of ${facts.code}, on ${first}`);
}

/** For a day without a fixing of its own. */
function toEarlierFixing(earlier: Earlier, { facts, index }: KnownProvider, date: IsoDate): IsoDate | Problem {
  const nearest = fixingOnOrBefore(index, date);
  if (nearest === null) throw new TypeError(`${facts.code}: ${date} is after the first fixing and has none before it`);
  const newest = nearest === index.fixings.at(-1)?.date ? ', the newest of this release' : '';
  if (earlier === 'recent') {
    const ageDaysMax = facts.monthly ? CONVERT_AGE_DAYS_MAX_MONTHLY : CONVERT_AGE_DAYS_MAX;
    if (daysBetween(nearest, date) <= ageDaysMax) return nearest;
    const words = `${facts.code} has no fixing in the ${ageDaysMax} days up to ${date}`;
    return new Problem(1007, `${words}; the nearest earlier one is dated ${nearest}${newest}`);
  }
  if (earlier === 'any') return nearest;
  const words = `${facts.code} has no fixing for ${date}; the nearest earlier one is dated ${nearest}${newest}`;
  return new Problem(1007, `${words} (latest=true gives it)`);
}
