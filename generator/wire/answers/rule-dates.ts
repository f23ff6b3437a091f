/**
 * The date rules of laws: from the day of a taxable event to the fixings that a law names. The set is closed; a rule of
 * data/rules.csv names one of them. All are pure and know no clock: whether a fixing that is not known yet could still
 * change the choice is judged by whoever asks.
 *
 * The working days of a country are those on which its own authority published; a bank that publishes on each of them
 * tells its holidays better than any calendar.
 */
import {
  addDays,
  addMonths,
  endOfMonth,
  endOfQuarter,
  parseIsoDate,
  startOfMonth,
  startOfQuarter,
  weekday,
} from '../words/calendar.ts';
import { compareTexts, lowerBound } from '../words/order.ts';
import type { IsoDate } from '../words/schemas.ts';
import { datesWithin, type Fixings, fixingFor, fixingOnOrBefore } from './provider-index.ts';

export interface FixingChoice {
  /** The dates of the fixings whose mean is the rate, oldest first: one by most rules; none if a needed one is missing. */
  readonly fixings: readonly IsoDate[];
  /** A fixing within these days that is not among the known ones would change the choice; null when none could. */
  readonly needs: { readonly from: IsoDate; readonly to: IsoDate } | null;
  /** Set while the first fixing from this day on is waited for. */
  readonly awaited?: IsoDate;
}

type DateRule = (date: IsoDate, index: Fixings) => FixingChoice;

export const DATE_RULES = {
  /** The fixing of the day, or the one in force on it where the authority states for which days it holds. */
  on: counting,
  /** The newest fixing dated on the day or before it. */
  'on-or-before': upTo,
  /** The newest fixing dated before the day. */
  before: (date, index) => upTo(addDays(date, -1), index),
  /** The fixing before the newest one that is dated before the day. */
  'second-before': secondBefore,
  /** The newest fixing up to the country's last working day before the day, which is a day of publication. */
  'working-day-before': (date, index) => upTo(addDays(date, -1), index),
  /** The first fixing dated on the day or after it. */
  'on-or-after': fromOn,
  /** The first fixing dated on the last day of the calendar quarter or after it. */
  'period-end': (date, index) => fromOn(endOfQuarter(date), index),
  /** The same for a return of a calendar month. */
  'period-end-month': (date, index) => fromOn(endOfMonth(date), index),
  /** The newest fixing up to the second-last Wednesday of the month before; it holds all month. */
  'second-last-wednesday': (date, index) => upTo(secondLastWednesday(addDays(startOfMonth(date), -1)), index),
  /** The fixing of the third Wednesday of the month before, or if that was a holiday of the fourth; it holds all month. */
  'third-wednesday-before': thirdWednesdayBefore,
  /** The newest fixing up to the first day of the month before. */
  'first-of-month-before': (date, index) => upTo(addMonths(date, -1), index),
  /** The newest fixing up to the last day of the month, the calendar quarter or the calendar year: its closing rate. */
  'last-of-month': (date, index) => upTo(endOfMonth(date), index),
  'last-of-quarter': (date, index) => upTo(endOfQuarter(date), index),
  'last-of-year': (date, index) => upTo(dayOf(yearOf(date), '12-31'), index),
  /** The first fixing of the calendar quarter, and that of the day, which replaces it where they are 5 % apart. */
  'quarter-first-unless-5%': quarterFirst,
  /** The authority's own figure for the month. */
  'month-figure': counting,
  /** The authority's own figure for another period, such as a week or a quarter. */
  'period-figure': counting,
  /** The first fixing of October of the year before, which holds for the calendar year. */
  'first-of-october': (date, index) => fromOn(dayOf(yearOf(addMonths(startOfYear(date), -1)), '10-01'), index),
  'average-month': (date, index) => within(startOfMonth(date), endOfMonth(date), index),
  'average-year': (date, index) => within(startOfYear(date), dayOf(yearOf(date), '12-31'), index),
  /** The mean of the year that ends on 30 June. */
  'average-year-to-june': (date, index) => {
    const end = dayOf(yearOf(addMonths(startOfMonth(date), 6)), '06-30');
    return within(addMonths(startOfMonth(end), -11), end, index);
  },
  /**
   * The mean of what was published from the 25th of the month before last to the 24th of the last month, by an
   * authority that dates a list by the day after its publication, as the Swiss customs do.
   */
  'average-25-24': (date, index) => {
    const first = startOfMonth(date);
    return within(addDays(addMonths(first, -2), 25), addDays(addMonths(first, -1), 24), index);
  },
  /** No law names it any more: the customs of Japan did, by releases up to 0.3.0, which are still read. */
  'average-second-week-before': secondWeekBefore,
  /** The mean of the authority's figures of the twelve months of the calendar year. */
  'average-12-months': (date, index) => twelveMonths(startOfYear(date), index),
  /** The mean of the authority's figures of the twelve months that end with March. */
  'average-12-months-to-march': (date, index) => {
    const end = dayOf(yearOf(addMonths(startOfMonth(date), 9)), '03-01');
    return twelveMonths(addMonths(end, -11), index);
  },
  /** The mean of the last fixings of the twelve months of the calendar year. */
  'average-12-month-ends': twelveMonthEnds,
} as const satisfies Readonly<Record<string, DateRule>>;

export type DateRuleName = keyof typeof DATE_RULES;
export const DATE_RULE_NAMES = Object.keys(DATE_RULES) as readonly DateRuleName[];

function counting(date: IsoDate, index: Fixings): FixingChoice {
  const found = fixingFor(index, date);
  return found === null ? { fixings: [], needs: { from: date, to: date } } : { fixings: [found], needs: null };
}

function upTo(day: IsoDate, index: Fixings): FixingChoice {
  const found = fixingOnOrBefore(index, day);
  if (found === null) return { fixings: [], needs: { from: day, to: day } };
  return { fixings: [found], needs: fixingFor(index, day) === found ? null : { from: addDays(found, 1), to: day } };
}

function secondBefore(date: IsoDate, index: Fixings): FixingChoice {
  const day = addDays(date, -1);
  const newest = fixingOnOrBefore(index, day);
  const second = newest === null ? null : fixingOnOrBefore(index, addDays(newest, -1));
  if (second === null) {
    const lacked = newest === null ? day : addDays(newest, -1);
    return { fixings: [], needs: { from: lacked, to: lacked } };
  }
  return { fixings: [second], needs: { from: addDays(second, 1), to: day } };
}

function fromOn(day: IsoDate, { fixings }: Fixings): FixingChoice {
  const found = fixings[lowerBound(fixings, ({ date }) => date < day)];
  if (found === undefined) return { fixings: [], needs: { from: day, to: day }, awaited: day };
  return { fixings: [found.date], needs: found.date === day ? null : { from: day, to: addDays(found.date, -1) } };
}

function thirdWednesdayBefore(date: IsoDate, index: Fixings): FixingChoice {
  const first = addMonths(date, -1);
  const third = addDays(first, 14 + ((10 - weekday(first)) % 7));
  const fourth = addDays(third, 7);
  if (fixingFor(index, third) === third) return { fixings: [third], needs: null };
  if ((index.fixings.at(-1)?.date ?? '') < third) return { fixings: [], needs: { from: third, to: third } };
  return { fixings: fixingFor(index, fourth) === fourth ? [fourth] : [], needs: { from: third, to: fourth } };
}

/** On a holiday that begins a quarter, the fixing of the day is of the quarter before. */
function quarterFirst(date: IsoDate, index: Fixings): FixingChoice {
  const [first, own] = [fromOn(startOfQuarter(date), index), upTo(date, index)];
  if (first.fixings.length === 0 || own.fixings.length === 0) return first.fixings.length === 0 ? first : own;
  const from = first.needs?.from ?? own.needs?.from;
  const to = own.needs?.to ?? first.needs?.to;
  const fixings = [...new Set([...own.fixings, ...first.fixings])].sort(compareTexts);
  return { fixings, needs: from === undefined || to === undefined ? null : { from, to } };
}

function within(from: IsoDate, to: IsoDate, index: Fixings): FixingChoice {
  return { fixings: datesWithin(index, from, to), needs: { from, to } };
}

function secondWeekBefore(date: IsoDate, index: Fixings): FixingChoice {
  const saturday = addDays(date, -8 - (weekday(date) % 7));
  const newest = fixingOnOrBefore(index, saturday);
  if (newest === null) return { fixings: [], needs: { from: saturday, to: saturday } };
  const sunday = addDays(newest, -(weekday(newest) % 7));
  return { fixings: datesWithin(index, sunday, addDays(sunday, 6)), needs: { from: sunday, to: saturday } };
}

/** Figures that hold for a month: those in force on the first day of each. */
function twelveMonths(first: IsoDate, index: Fixings): FixingChoice {
  const months = monthsFrom(first);
  const found = months.map((month) => fixingFor(index, month));
  const missing = months.find((_, place) => found[place] === null);
  if (missing !== undefined) return { fixings: [], needs: { from: missing, to: missing } };
  return { fixings: found.filter((fixing) => fixing !== null), needs: null };
}

function twelveMonthEnds(date: IsoDate, index: Fixings): FixingChoice {
  const months = monthsFrom(startOfYear(date));
  const needs = { from: startOfYear(date), to: dayOf(yearOf(date), '12-31') };
  const found = months.map((month) => datesWithin(index, month, endOfMonth(month)).at(-1));
  const fixings = found.filter((fixing) => fixing !== undefined);
  return { fixings: fixings.length === months.length ? fixings : [], needs };
}

function secondLastWednesday(endOfItsMonth: IsoDate): IsoDate {
  const sinceWednesday = (weekday(endOfItsMonth) + 4) % 7;
  return addDays(endOfItsMonth, -sinceWednesday - 7);
}

function monthsFrom(first: IsoDate): readonly IsoDate[] {
  return Array.from({ length: 12 }, (_, month) => addMonths(first, month));
}

function startOfYear(date: IsoDate): IsoDate {
  return dayOf(yearOf(date), '01-01');
}

function yearOf(date: IsoDate): string {
  return date.slice(0, 4);
}

function dayOf(year: string, monthAndDay: string): IsoDate {
  return parseIsoDate(`${year}-${monthAndDay}`);
}
