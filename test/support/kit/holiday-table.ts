/** The text of data/holidays.csv: one line for each country and year. */
import Holidays from 'date-holidays';
import { addDays, parseIsoDate } from '../../../generator/wire/words/calendar.ts';
import { compareTexts } from '../../../generator/wire/words/order.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';

/** The euro's first year, and the last one whose Muslim holidays the package knows well enough. */
const [FIRST, LAST] = [1999, 2036];

/** The ECB has no country: TARGET closes on six days a year. All of them are German holidays, under these rules. */
const TARGET = 'EU';
const TARGET_RULES = ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26'];
const TYPES = ['public', 'bank'];
const HOUR_MS = 3_600_000;

/** @param countryCodes any number of times; one that the package does not know, or '', has no lines */
export function holidayTable(countryCodes: readonly string[]): string {
  const lines = [...new Set(countryCodes)].sort(compareTexts).flatMap(linesOf);
  return `${['country,year,days', ...lines].join('\n')}\n`;
}

function linesOf(countryCode: string): string[] {
  const calendar = calendarOf(countryCode === TARGET ? 'DE' : countryCode);
  // A holiday may begin in one year and end in the next.
  const years = Array.from({ length: LAST - FIRST + 2 }, (_, place) => FIRST - 1 + place);
  const days = years.flatMap((year) => daysOf(calendar, countryCode === TARGET, year));
  return years.slice(1).flatMap((year) => {
    const ofYear = new Set(days.filter((day) => day.startsWith(`${year}-`)).map((day) => day.slice(5)));
    return ofYear.size === 0 ? [] : [`${countryCode},${year},${[...ofYear].sort(compareTexts).join(' ')}`];
  });
}

function daysOf(calendar: Holidays, isTarget: boolean, year: number): IsoDate[] {
  const holidays = calendar
    .getHolidays(year)
    .filter(({ type, rule }) => (isTarget ? TARGET_RULES.includes(rule) : TYPES.includes(type)));
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
