/** Publications that were due and have not come. The page asks this too, so nothing here parses. */
import { addDays, earlierOf } from '../words/calendar.ts';
import { isPeriodic, newestPublication, nextPeriod, publicationBefore, type Rhythm } from '../words/schedule.ts';
import type { IsoDate } from '../words/schemas.ts';
import type { ProviderStatus } from './status.ts';

/** Reasons of a gap that say that something was published, or that nobody knows. GLOBAL gives none of them. */
export const UNSETTLED: ReadonlySet<string> = new Set(['fetch failed', 'not asked', 'left out']);

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
