/** Publications that are due and that the release lacks: which one, and the words of the refusal. */
import { overdueFor } from '../../../generator/wire/answers/missing.ts';
import { CONVERT_AGE_DAYS_MAX, fixingFor, fixingOnOrBefore } from '../../../generator/wire/answers/provider-index.ts';
import type { ProviderStatus } from '../../../generator/wire/answers/status.ts';
import type { Catalogue, KnownProvider } from '../../../generator/wire/release/catalogue.ts';
import type { ServedRelease } from '../../../generator/wire/release/tree-file.ts';
import { addDays, daysBetween, earlierOf } from '../../../generator/wire/words/calendar.ts';
import { newestPublication, publicationBefore, type Rhythm } from '../../../generator/wire/words/schedule.ts';
import { GLOBAL, type IsoDate } from '../../../generator/wire/words/schemas.ts';
import { Problem } from '../query/problem.ts';

/** The moment of a question. */
export interface Now {
  /** The UTC day. */
  readonly today: IsoDate;
  readonly ms: number;
}

/** Of a provider whose status cannot be read: it is taken to publish on each weekday. */
const WEEKDAYS: Rhythm = {
  schedule: { days: [1, 2, 3, 4, 5], time: '23:59', timeZone: 'UTC' },
  monthly: false,
  holidays: new Set(),
};

/**
 * Why the newest fixing does not answer for a day after it: a later one was due by now, and this release cannot know it.
 * Null for a day up to the newest fixing, and as long as nothing was due.
 */
export function toDueProblem(
  date: IsoDate,
  provider: KnownProvider,
  { status }: Pick<Catalogue, 'status'>,
  { ms }: Now,
): Problem | null {
  const { facts, index } = provider;
  const newest = index.fixings.at(-1);
  if (newest === undefined || date <= newest.until) return null;
  const words = `${facts.code} has no fixing for ${date} in this release`;
  const own = status?.providers.find((one) => one.provider === facts.code);
  if (own !== undefined) {
    const due = overdueFor(date, own, ms);
    return due === null ? null : new Problem(1007, `${words}: one was ${dueWords(due, own)}: ${toRun(own.provider)}`);
  }
  if (facts.monthly || facts.obsolete) return null;
  const due = publicationBefore(WEEKDAYS, addDays(earlierOf(date, newestPublication(WEEKDAYS, ms)), 1));
  if (due <= newest.date) return null;
  return new Problem(1007, `${words}: it ends on ${newest.date}, and one was due on ${due}: ${toRun(facts.code)}`);
}

/** A list that is late was not fetched, or the bank is late: whoever runs the service can fetch it. */
export function whenDue(due: IsoDate | null, status: ProviderStatus, today: IsoDate): string {
  if (due === null) return 'will not come';
  const isLate = due < today;
  return `${isLate ? 'was' : 'is'} ${dueWords(due, status)}${isLate ? `: ${toRun(status.provider)}` : ''}`;
}

function dueWords(due: IsoDate, { provider, last, schedule }: ProviderStatus): string {
  const by = (schedule.leadDaysMax ?? 0) > 0 ? 'by' : 'on';
  return `due ${by} ${due} at ${schedule.time} (${schedule.timeZone}); this release has ${provider} up to ${last}`;
}

/** What whoever runs the service can do. */
export function toRun(provider: string, from?: IsoDate, to?: IsoDate): string {
  if (provider === GLOBAL) return 'run "ratetree nightly"';
  const days = [...(from === undefined ? [] : ['--from', from]), ...(to === undefined ? [] : ['--to', to])];
  return `run "${['ratetree collect --provider', provider, ...days].join(' ')}"`;
}

// Query, dates of an index and today's date → the date of the fixing that answers, or why there is none.

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
