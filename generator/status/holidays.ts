/**
 * Days on which a country's banks are closed, according to the package date-holidays: whole public and bank holidays of
 * the whole country. The result does not depend on the zone or locale of the process. The package does not know seven
 * countries of our providers.
 */
import Holidays from 'date-holidays';
import type { Span } from '../feeds/provider.ts';
import { remembered } from '../kit/once.ts';
import { addDays, parseIsoDate } from '../wire/words/calendar.ts';
import type { IsoDate } from '../wire/words/schemas.ts';

/** The ECB has no country: TARGET closes on six days a year. All of them are German holidays, under these rules. */
const TARGET = 'EU';
const TARGET_RULES = ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26'];
const TYPES = ['public', 'bank'];
const HOUR_MS = 3_600_000;

/** A night asks for two years of each of a hundred countries, some by the moon, so each year is worked out once. */
export class HolidayCalendar {
  readonly #daysOfYear = remembered(daysOfYear);

  /** Sorted. @param countryCode there are no holidays for '' and for a country that the package does not know */
  daysOf(countryCode: string, { from, to }: Span): readonly IsoDate[] {
    const days = new Set<IsoDate>();
    // A holiday may begin in one year and end in the next.
    for (let year = addDays(from, -30).slice(0, 4); year <= to.slice(0, 4); year = yearAfter(year)) {
      for (const day of this.#daysOfYear(`${countryCode} ${year}`)) if (day >= from && day <= to) days.add(day);
    }
    return [...days].sort();
  }
}

/** @param name a country and a year, as `DE 2026` */
function daysOfYear(name: string): readonly IsoDate[] {
  const [countryCode = '', year = ''] = name.split(' ');
  const holidays = calendarOf(countryCode === TARGET ? 'DE' : countryCode)
    .getHolidays(year)
    .filter(({ type, rule }) => (countryCode === TARGET ? TARGET_RULES.includes(rule) : TYPES.includes(type)));
  return holidays.flatMap(({ date, start, end }) => wholeDays(date, end.getTime() - start.getTime()));
}

/** The days that it covers from midnight to midnight (23 hours in spring). An afternoon off does not count. */
function wholeDays(start: string, lengthMs: number): IsoDate[] {
  const days: IsoDate[] = [];
  const first = parseIsoDate(start.slice(0, 10));
  const isFromMidnight = start.slice(11, 16) === '00:00';
  for (let whole = 1; isFromMidnight && lengthMs >= (24 * whole - 1) * HOUR_MS; whole++) {
    days.push(addDays(first, whole - 1));
  }
  return days;
}

function calendarOf(countryCode: string): Holidays {
  const calendar = new Holidays();
  if (countryCode in calendar.getCountries('en')) calendar.init(countryCode);
  return calendar;
}

function yearAfter(year: string): string {
  return addDays(parseIsoDate(`${year}-12-31`), 1).slice(0, 4);
}
