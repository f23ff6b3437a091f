/**
 * The fixings that an average is made from, and whether a publication is missing among them: one that is still to come,
 * or one that was not fetched.
 */

import { addDays, addMonths, type CalendarPeriod, earlierOf, weekdaysBetween } from '../words/calendar.ts';
import { lowerBound } from '../words/order.ts';
import { isPeriodic, newestPublication, nextPeriod, publicationBefore, type Rhythm } from '../words/schedule.ts';
import type { IsoDate } from '../words/schemas.ts';
import { datesWithin, type Fixings, type ProviderIndex } from './provider-index.ts';
import type { Gap, ProviderStatus } from './status.ts';

interface DaySpan {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Weekdays in a row without a fixing. The New Year takes six of them in Russia; more than these are a hole. */
const SILENT_WEEKDAYS_MAX = 10;
/** The same before the first fixing of all: the ECB began on Monday, 4 January 1999. */
const SILENT_AT_FIRST_MAX = 3;

/**
 * Whether the average of a period is final: the period is over on the release's date, the average is of all of its
 * fixings, and no publication in it is missing.
 * @param used the first and the last day of the fixings that were averaged
 */
export function isComplete(
  period: CalendarPeriod,
  used: DaySpan,
  index: ProviderIndex,
  status: ProviderStatus,
  released: IsoDate,
): boolean {
  if (period.last >= released) return false;
  const dates = datesWithin(index, period.first, period.last);
  const isCut = (dates[0] ?? used.from) < used.from || (dates.at(-1) ?? used.to) > used.to;
  return !isCut && isWhole(period, index, status);
}

/**
 * Whether every publication of the period is among the fixings, as far as can be told: the status lists gaps of the
 * last three months only, and for older ones a hole in the index is what shows.
 */
export function isWhole({ first, last }: CalendarPeriod, index: ProviderIndex, status: ProviderStatus): boolean {
  const days = { from: first, to: last };
  if (isPeriodic(status)) return hasEachMonth(days, index, status.quarterly === true ? 3 : 1);
  // A bank that publishes days later has not stated the end of the period before it has stated a later day.
  const isLate = (status.schedule.lagDaysMax ?? 0) > 0 && !status.obsolete;
  if (isLate && (index.fixings.at(-1)?.date ?? '') <= last) return false;
  return dueWithin(days, status) === null && gapWithin(days, status) === null && holeWithin(days, index) === null;
}

/** The first gap within the days that is not known to be a time without publications. */
export function gapWithin({ from, to }: DaySpan, { gaps }: ProviderStatus): Gap | null {
  return gaps.find((gap) => gap.from <= to && from <= gap.to && UNSETTLED.has(gap.reason)) ?? null;
}

/** The first stretch without a fixing that is too long to be holidays; null if there is none. */
export function holeWithin({ from, to }: DaySpan, { fixings }: Fixings): DaySpan | null {
  const first = fixings[0]?.date ?? from;
  let known = addDays(from, -1);
  const periods = fixings.slice(
    lowerBound(fixings, ({ until }) => until < from),
    lowerBound(fixings, ({ date }) => date <= to),
  );
  for (const { date, until } of [...periods, { date: addDays(to, 1), until: to }]) {
    const silent = weekdaysBetween(known, addDays(date, -1));
    if (silent > (date === first ? SILENT_AT_FIRST_MAX : SILENT_WEEKDAYS_MAX))
      return { from: addDays(known, 1), to: addDays(date, -1) };
    known = until;
  }
  return null;
}

/** Whether each month, or each three months, from the first one on has a fixing. */
function hasEachMonth({ from, to }: DaySpan, { fixings }: Fixings, months: number): boolean {
  for (let first = from; first <= to; first = addMonths(first, months)) {
    const next = addMonths(first, months);
    const found = fixings[lowerBound(fixings, ({ date }) => date < first)];
    if (found === undefined || found.date >= next) return false;
  }
  return true;
}

// Publications that were due and have not come. The page asks this too, so nothing here parses.

/** Reasons of a gap that say that something was published, or that nobody knows. GLOBAL gives none of them. */
const UNSETTLED: ReadonlySet<string> = new Set(['fetch failed', 'not asked', 'left out']);

/**
 * The last publication that is due within the days and has neither come nor been found missing; null if there is none.
 */
export function dueWithin({ to }: { readonly to: IsoDate }, status: ProviderStatus): IsoDate | null {
  if (status.next === null || status.next > to) return null;
  if (isPeriodic(status)) return status.next;
  const rhythm = toRhythm(status);
  const isSettled = (day: IsoDate) =>
    status.gaps.some(({ from, to: until, reason }) => from <= day && day <= until && !UNSETTLED.has(reason));
  let due = publicationBefore(rhythm, addDays(to, 1));
  while (due >= status.next && isSettled(due)) due = publicationBefore(rhythm, due);
  return due >= status.next ? due : null;
}

/**
 * For a day after the newest fixing: the last publication that was due by the moment and whose fixing may count for the
 * day; null while there is none. GLOBAL has a fixing on each weekday: that it could not be made is no reason to carry on.
 */
export function overdueFor(date: IsoDate, status: ProviderStatus, nowMs: number): IsoDate | null {
  const { next, last, schedule, provider } = status;
  if (next === null) return null;
  const rhythm = toRhythm(status);
  const newest = newestPublication(rhythm, nowMs);
  if (isPeriodic(status)) return next <= newest && nextPeriod(rhythm, last) <= date ? next : null;
  const to = earlierOf(addDays(date, schedule.lagDaysMax ?? 0), newest);
  return dueWithin({ to }, provider === 'GLOBAL' ? { ...status, gaps: [] } : status);
}

export function toRhythm(status: ProviderStatus): Rhythm {
  return { ...status, holidays: new Set(status.holidays) };
}
