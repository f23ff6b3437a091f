/** When a provider publishes, by its own days, hours and holidays, and when its next fixing is due. Uses no clock. */
import { addDays, earlierOf, endOfMonth, endOfQuarter, laterOf, weekday } from './calendar.ts';
import type { Schedule } from './schedule-fields.ts';
import type { IsoDate } from './schemas.ts';
import { localDay, momentOf } from './zone-time.ts';

/** A provider publishes on the days of its schedule that are not holidays. */
export interface Rhythm {
  readonly schedule: Readonly<Omit<Schedule, 'days'>> & { readonly days: readonly number[] };
  readonly monthly: boolean;
  readonly quarterly?: boolean | undefined;
  readonly holidays: ReadonlySet<IsoDate>;
}

/** Banks may publish a little before their hour: a list seen at 15:58 is the list of 16:00. */
const EARLY_MS = 30 * 60_000;
/** The lag of figures of a month or a quarter that are published in arrears, when the schedule states none. */
const LAG_DAYS = 1;
/** The search ends after a year, so that a wrong list of holidays causes an error and not an endless loop. */
const DAYS_MAX = 366;

function isPublicationDay({ schedule, holidays }: Rhythm, date: IsoDate): boolean {
  return schedule.days.includes(weekday(date)) && !holidays.has(date);
}

export function publicationAfter(rhythm: Rhythm, date: IsoDate): IsoDate {
  return find(rhythm, date, 1);
}

export function publicationBefore(rhythm: Rhythm, date: IsoDate): IsoDate {
  return find(rhythm, date, -1);
}

/** The moment of publication on that day, in milliseconds since 1970. */
export function publicationMs({ schedule }: Pick<Rhythm, 'schedule'>, date: IsoDate): number {
  return momentOf(date, schedule.time, schedule.timeZone);
}

/** The day of the newest publication at the moment. */
export function newestPublication(rhythm: Rhythm, momentMs: number): IsoDate {
  const today = localDay(momentMs, rhythm.schedule.timeZone);
  const isOut = isPublicationDay(rhythm, today) && publicationMs(rhythm, today) <= momentMs;
  return isOut ? today : publicationBefore(rhythm, today);
}

/**
 * The day on which the provider should publish next; when it publishes in arrears, the last day on which it may.
 * @param last date of the newest fixing
 * @param seenMs when that fixing was first seen, which tells Friday's list for Monday from Monday's list
 */
export function nextPublication(rhythm: Rhythm, last: IsoDate, seenMs: number): IsoDate {
  if (isPeriodic(rhythm)) return publicationOfPeriod(rhythm, nextPeriod(rhythm, last));
  const { leadDaysMax: lead = 0, lagDaysMax: lag = 0 } = rhythm.schedule;
  if (lead === 0 && lag === 0) return publicationAfter(rhythm, last);
  const seen = newestPublication(rhythm, seenMs + EARLY_MS);
  const published = clamp(seen, lead > 0 ? publicationBefore(rhythm, last) : last, addDays(last, lag));
  const next = publicationAfter(rhythm, published);
  return lag === 0 ? next : laterOf(next, onOrBefore(rhythm, addDays(dayAfter(rhythm, last), lag)));
}

/** Whether the provider publishes by the month or by the quarter, and not on each day of its schedule. */
export function isPeriodic({ monthly, quarterly = false }: Pick<Rhythm, 'monthly' | 'quarterly'>): boolean {
  return monthly || quarterly;
}

/** The last days on which such a provider may publish, one for each period after that of the newest fixing. */
export function* periodicPublications(rhythm: Rhythm, last: IsoDate): Generator<IsoDate> {
  for (let date = nextPeriod(rhythm, last); ; date = nextPeriod(rhythm, date)) yield publicationOfPeriod(rhythm, date);
}

/**
 * Rates for the month to come are published before it; an average or the rates of a month's end are published after it.
 */
function publicationOfPeriod(rhythm: Rhythm, date: IsoDate): IsoDate {
  const { leadDaysMax: lead = 0, lagDaysMax: lag = LAG_DAYS } = rhythm.schedule;
  if (lead > 0) return publicationBefore(rhythm, date);
  const latest = onOrBefore(rhythm, addDays(date, lag));
  return latest < date ? publicationAfter(rhythm, date) : latest;
}

/**
 * The date of the next month's fixing: its first day if that of `date` is a first day, else its last. Quarters have
 * theirs on the last day, whatever was amended since.
 */
export function nextPeriod({ quarterly = false }: Rhythm, date: IsoDate): IsoDate {
  if (quarterly) return endOfQuarter(addDays(date, 1));
  const first = addDays(endOfMonth(date), 1);
  return date.endsWith('-01') ? first : endOfMonth(first);
}

/** The date of the next fixing: a weekly list published on Mondays has figures for each weekday. */
function dayAfter({ schedule, holidays }: Rhythm, last: IsoDate): IsoDate {
  let date = addDays(last, 1);
  while (holidays.has(date) || (weekday(date) > 5 && !schedule.days.includes(weekday(date)))) date = addDays(date, 1);
  return date;
}

function onOrBefore(rhythm: Rhythm, date: IsoDate): IsoDate {
  return publicationBefore(rhythm, addDays(date, 1));
}

function clamp(date: IsoDate, from: IsoDate, to: IsoDate): IsoDate {
  return laterOf(from, earlierOf(date, to));
}

function find(rhythm: Rhythm, from: IsoDate, step: 1 | -1): IsoDate {
  for (let days = 1; days <= DAYS_MAX; days++) {
    const date = addDays(from, step * days);
    if (isPublicationDay(rhythm, date)) return date;
  }
  throw new TypeError(`no day of publication within a year of ${from}`);
}
