/** What of a provider's state depends on the clock, computed from v1/status.json and the time of the caller. */
import { addDays, daysBetween, toInstant, utcDay } from '../words/calendar.ts';
import { isPeriodic, periodicPublications, publicationAfter, publicationMs, type Rhythm } from '../words/schedule.ts';
import type { IsoDate } from '../words/schemas.ts';
import { localDay } from '../words/zone-time.ts';
import type { ProviderStatus } from './status.ts';

interface Expected {
  /** The day in the provider's time zone. */
  readonly day: IsoDate;
  /** UTC instant. */
  readonly at: string;
  /** Seconds from now; negative when the instant has passed. */
  readonly inSeconds: number;
}

export interface Punctuality {
  /** UTC days since the date of the newest fixing; negative when that date is in the future. */
  readonly ageDays: number;
  /** The publication that follows the newest fixing; null when none will. */
  readonly expected: Expected | null;
  /** True when the hour of that publication has passed. */
  readonly overdue: boolean;
  /** Days of publication that are over in the provider's time zone and have no fixing yet. */
  readonly missed: readonly IsoDate[];
}

export function punctualityAt(one: ProviderStatus, nowMs: number): Punctuality {
  const ageDays = daysBetween(one.last, utcDay(nowMs));
  if (one.next === null) return { ageDays, expected: null, overdue: false, missed: [] };
  const atMs = publicationMs(one, one.next);
  const inSeconds = (atMs - (nowMs - (nowMs % 1000))) / 1000;
  const expected = { day: one.next, at: toInstant(new Date(atMs)), inSeconds };
  return { ageDays, expected, overdue: inSeconds <= 0, missed: missedOf(one, one.next, nowMs) };
}

/** UTC instant of the first publication after the moment, whatever is missing before it; null when none will come. */
export function comingPublication(one: ProviderStatus, nowMs: number): string | null {
  if (one.next === null) return null;
  const today = localDay(nowMs, one.schedule.timeZone);
  for (const day of publications(one, one.next)) {
    // Of a day that is over no moment is to come; to work out its moment takes a hundred times as long.
    if (day < today) continue;
    const atMs = publicationMs(one, day);
    if (atMs > nowMs) return toInstant(new Date(atMs));
  }
  return null;
}

function missedOf(one: ProviderStatus, next: IsoDate, nowMs: number): readonly IsoDate[] {
  const today = localDay(nowMs, one.schedule.timeZone);
  const missed: IsoDate[] = [];
  for (const day of publications(one, next)) {
    if (day >= today) break;
    missed.push(day);
  }
  return missed;
}

/** From the one that follows the newest fixing on, without an end. */
function publications(one: ProviderStatus, next: IsoDate): Generator<IsoDate> {
  const rhythm: Rhythm = { ...one, holidays: new Set(one.holidays) };
  return isPeriodic(one) ? periodicPublications(rhythm, one.last) : publicationsFrom(rhythm, next);
}

function* publicationsFrom(rhythm: Rhythm, first: IsoDate): Generator<IsoDate> {
  for (let day = addDays(first, -1); ; ) {
    day = publicationAfter(rhythm, day);
    yield day;
  }
}
