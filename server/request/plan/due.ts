/** Publications that are due and that the release lacks: which one, and the words of the refusal. */
import { overdueFor } from '../../../generator/wire/answers/overdue.ts';
import type { ProviderStatus } from '../../../generator/wire/answers/status.ts';
import type { Catalogue, KnownProvider } from '../../../generator/wire/release/catalogue.ts';
import { addDays, earlierOf } from '../../../generator/wire/words/calendar.ts';
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
