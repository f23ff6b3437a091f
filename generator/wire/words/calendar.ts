/** Days of the calendar, without a clock or a time zone. Arithmetic on them is done in UTC. */
import type { IsoDate } from './schemas.ts';

const DAY_MS = 86_400_000;
const SHAPE = /^\d{4}-\d{2}-\d{2}$/;
/** The days that every month has. Asking the calendar about a day takes ten times as long. */
const IN_EVERY_MONTH = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/;

/** The texts of days since 1970 that were asked for: a tree asks for the same days a million times. */
const knownDays: IsoDate[] = [];
/** Up to 2106, so that no series of requests makes them many. */
const DAYS_KEPT = 50_000;

/** True for text of the shape YYYY-MM-DD, even when the calendar has no such day. */
export function hasDateShape(text: string): boolean {
  return SHAPE.test(text);
}

/** The day that the text names, or null: 2026-02-30 has the shape but is not a day. */
export function toIsoDate(text: string): IsoDate | null {
  if (IN_EVERY_MONTH.test(text)) return text as IsoDate;
  if (!SHAPE.test(text)) return null;
  const time = Date.parse(text);
  return !Number.isNaN(time) && fromTime(time) === text ? fromTime(time) : null;
}

/** @throws TypeError naming the text when it is not a day */
export function parseIsoDate(text: string): IsoDate {
  const date = toIsoDate(text);
  if (date === null) throw new TypeError(`not a date (YYYY-MM-DD): ${JSON.stringify(text.slice(0, 40))}`);
  return date;
}

/** The UTC day of a moment given in milliseconds since 1970. */
export function utcDay(timeMs: number): IsoDate {
  return fromTime(Math.floor(timeMs / DAY_MS) * DAY_MS);
}

/** The day that begins, in UTC, so many milliseconds after 1970; null if no day begins then. */
export function dayOfMidnight(milliseconds: string): IsoDate | null {
  const timeMs = /^\d{9,14}$/.test(milliseconds) ? Number(milliseconds) : Number.NaN;
  return timeMs % DAY_MS === 0 ? fromTime(timeMs) : null;
}

/** The moment in UTC with seconds, as the archive and the pointer write it: 2026-03-13T15:00:00Z. */
export function toInstant(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

/**
 * The moment as an instant, or a second after the last one where that is later: instants are whole seconds, clocks are
 * set back, and two things that happened one after the other must stay in their order.
 * @param last null if there is none
 */
export function instantAfter(last: string | null, moment: Date): string {
  const nextMs = last === null ? 0 : Date.parse(last) + 1000;
  return toInstant(new Date(Math.max(nextMs, moment.getTime())));
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return fromTime(toTime(date) + days * DAY_MS);
}

/** Days from one date to another: 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((toTime(to) - toTime(from)) / DAY_MS);
}

/** Mondays to Fridays after `from`, up to and including `to`: 1 from a Friday to the Monday after it. */
export function weekdaysBetween(from: IsoDate, to: IsoDate): number {
  const weekdaysBefore = (date: IsoDate) => {
    // 1970-01-05 was a Monday. Of the days of a week, Saturday and Sunday add nothing.
    const days = Math.round(toTime(date) / DAY_MS) - 4;
    const weeks = Math.floor(days / 7);
    return 5 * weeks + Math.min(days - 7 * weeks + 1, 5);
  };
  return weekdaysBefore(to) - weekdaysBefore(from);
}

/** Monday is 1, Sunday is 7 (ISO 8601). */
export function weekday(date: IsoDate): number {
  return new Date(toTime(date)).getUTCDay() || 7;
}

/** The week of ISO 8601, which begins on a Monday and belongs to the year of its Thursday. */
export function isoWeek(date: IsoDate): { readonly year: string; readonly week: string } {
  const thursday = addDays(date, 4 - weekday(date));
  const year = thursday.slice(0, 4);
  return { year, week: `${Math.floor(daysBetween(`${year}-01-01` as IsoDate, thursday) / 7) + 1}` };
}

export function startOfMonth(date: IsoDate): IsoDate {
  return `${date.slice(0, 8)}01` as IsoDate;
}

/** The first day of the month so many months after that of the date, or before it where `months` is negative. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1];
  return `${`${year}`.padStart(4, '0')}-${`${month}`.padStart(2, '0')}-01` as IsoDate;
}

export function endOfMonth(date: IsoDate): IsoDate {
  const day = new Date(toTime(date));
  return fromTime(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0));
}

/** The first day of the date's quarter of the calendar year. */
export function startOfQuarter(date: IsoDate): IsoDate {
  const day = new Date(toTime(date));
  return fromTime(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - (day.getUTCMonth() % 3), 1));
}

export function endOfQuarter(date: IsoDate): IsoDate {
  const day = new Date(toTime(startOfQuarter(date)));
  return fromTime(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 3, 0));
}

export function laterOf(left: IsoDate, right: IsoDate): IsoDate {
  return left < right ? right : left;
}

export function earlierOf(left: IsoDate, right: IsoDate): IsoDate {
  return left < right ? left : right;
}

/** A date alone is read as midnight in UTC, in half the time that a date with a time takes. */
function toTime(date: IsoDate): number {
  return Date.parse(date);
}

function fromTime(timeMs: number): IsoDate {
  const day = timeMs / DAY_MS;
  const known = knownDays[day];
  if (known !== undefined) return known;
  const text = toText(timeMs);
  if (day >= 0 && day < DAYS_KEPT && Number.isInteger(day)) knownDays[day] = text;
  return text;
}

function toText(timeMs: number): IsoDate {
  return new Date(timeMs).toISOString().slice(0, 10) as IsoDate;
}

// The months, quarters and years of the calendar for which averages are stated.

export const PERIOD_KINDS = ['month', 'quarter', 'year'] as const;
export type PeriodKind = (typeof PERIOD_KINDS)[number];

/** What an item of a span may be, and what is stated of one that is a period; `span` is all of the days asked for. */
export const SPAN_PERIODS = ['day', ...PERIOD_KINDS, 'span'] as const;
export type SpanPeriod = (typeof SPAN_PERIODS)[number];
export const STATISTICS = ['average', 'end', 'first'] as const;
export type Statistic = (typeof STATISTICS)[number];

export interface CalendarPeriod {
  /** `2026-02`, `2026-Q1` or `2026`; of any other days `2026-02-15/2026-04-14`. */
  readonly name: string;
  /** The first and the last day, whether or not they have a fixing. */
  readonly first: IsoDate;
  readonly last: IsoDate;
}

export function periodBetween(first: IsoDate, last: IsoDate): CalendarPeriod {
  return { name: `${first}/${last}`, first, last };
}

/** The period in which the day lies. */
export function periodOf(date: IsoDate, kind: PeriodKind): CalendarPeriod {
  const year = date.slice(0, 4);
  switch (kind) {
    case 'month':
      return { name: date.slice(0, 7), first: startOfMonth(date), last: endOfMonth(date) };
    case 'quarter': {
      const [first, last] = [startOfQuarter(date), endOfQuarter(date)];
      return { name: `${year}-Q${QUARTERS[first.slice(5, 7)]}`, first, last };
    }
    case 'year':
      return { name: year, first: parseIsoDate(`${year}-01-01`), last: parseIsoDate(`${year}-12-31`) };
    default:
      throw new TypeError(`no period ${kind satisfies never}`);
  }
}

/** By the month in which each begins. */
const QUARTERS: Readonly<Record<string, number>> = { '01': 1, '04': 2, '07': 3, '10': 4 };
