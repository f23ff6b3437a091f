/** When a source publishes, by its own days, hours and holidays, and by when its next fixing is due. No clock in here. */
import { z } from 'zod';
import { addDays, earlierOf, endOfMonth, laterOf, weekday } from './calendar.ts';
import type { IsoDate } from './schemas.ts';
import { isTimeZone, localDay, momentOf } from './zone-time.ts';

export const schedule = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1).describe('Days of publication, Monday 1 to Sunday 7'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .describe('Local time of publication'),
  timeZone: z.string().refine(isTimeZone, 'no IANA time zone').describe('IANA time zone of that time'),
  leadDaysMax: z.int().nonnegative().optional().describe('Days that a fixing may be dated ahead of its publication'),
  lagDaysMax: z.int().nonnegative().optional().describe('Days after its date on which a fixing may appear'),
});

export type Schedule = z.infer<typeof schedule>;

/** When a source publishes: its days but for its holidays. */
export interface Rhythm {
  readonly schedule: Readonly<Omit<Schedule, 'days'>> & { readonly days: readonly number[] };
  readonly monthly: boolean;
  readonly holidays: ReadonlySet<IsoDate>;
}

/** Banks publish a little before their hour as well: a list of 15:58 is that of 16:00. */
const EARLY_MS = 30 * 60_000;
/** A month's figure that is stated in arrears, or a week's list, where the source gives no other lag. */
const LAG_DAYS = 1;
/** Holidays of a whole year, so that a list of them that is wrong ends in an error and not in silence. */
const DAYS_MAX = 366;

export function isPublicationDay({ schedule, holidays }: Rhythm, date: IsoDate): boolean {
  return schedule.days.includes(weekday(date)) && !holidays.has(date);
}

export function publicationAfter(rhythm: Rhythm, date: IsoDate): IsoDate {
  return find(rhythm, date, 1);
}

export function publicationBefore(rhythm: Rhythm, date: IsoDate): IsoDate {
  return find(rhythm, date, -1);
}

/** That day's hour of publication, in milliseconds since 1970. */
export function publicationMs({ schedule }: Pick<Rhythm, 'schedule'>, date: IsoDate): number {
  return momentOf(date, schedule.time, schedule.timeZone);
}

/** The day of the newest publication at a moment. */
export function newestPublication(rhythm: Rhythm, momentMs: number): IsoDate {
  const today = localDay(momentMs, rhythm.schedule.timeZone);
  const isOut = isPublicationDay(rhythm, today) && publicationMs(rhythm, today) <= momentMs;
  return isOut ? today : publicationBefore(rhythm, today);
}

/**
 * The day on which the source is to publish next, or by which it must have where it publishes in arrears.
 * @param last date of the newest fixing
 * @param seenMs when that was first seen, which tells Friday's list for Monday from one of Monday
 */
export function nextPublication(rhythm: Rhythm, last: IsoDate, seenMs: number): IsoDate {
  if (rhythm.monthly) return publicationOfMonth(rhythm, nextMonth(last));
  const { leadDaysMax: lead = 0, lagDaysMax: lag = 0 } = rhythm.schedule;
  if (lead === 0 && lag === 0) return publicationAfter(rhythm, last);
  const seen = newestPublication(rhythm, seenMs + EARLY_MS);
  const published = clamp(seen, lead > 0 ? publicationBefore(rhythm, last) : last, addDays(last, lag));
  const next = publicationAfter(rhythm, published);
  return lag === 0 ? next : laterOf(next, onOrBefore(rhythm, addDays(dayAfter(rhythm, last), lag)));
}

/** The days by which a monthly source must have published, from the one after the newest fixing's on. */
export function* monthlyPublications(rhythm: Rhythm, last: IsoDate): Generator<IsoDate> {
  for (let date = nextMonth(last); ; date = nextMonth(date)) yield publicationOfMonth(rhythm, date);
}

/** A month's rates for the month to come are published before it; an average or a month's end after it. */
function publicationOfMonth(rhythm: Rhythm, date: IsoDate): IsoDate {
  const { leadDaysMax: lead = 0, lagDaysMax: lag = LAG_DAYS } = rhythm.schedule;
  if (lead > 0) return publicationBefore(rhythm, date);
  const latest = onOrBefore(rhythm, addDays(date, lag));
  return latest < date ? publicationAfter(rhythm, date) : latest;
}

/** The date of the next month's fixing: its first day, or its last. */
function nextMonth(date: IsoDate): IsoDate {
  const first = addDays(endOfMonth(date), 1);
  return date.endsWith('-01') ? first : endOfMonth(first);
}

/** The date of the fixing after that one: a list of the week, published on Mondays, has figures of each weekday. */
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
