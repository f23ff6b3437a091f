/**
 * When the banks of the world publish: on their weekdays, without their holidays, and now and then a day late. Chance
 * decides by name, so a list is of the same day in every case of a seed. Pure.
 */
import { addDays, daysBetween, parseIsoDate, startOfMonth, weekday } from '../../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';
import type { Bank, Table } from './banks.ts';
import { chanceOf, pickOf } from './random.ts';

const HOLIDAYS = 0.03;
/** One bank in seventeen is closed for a whole week of the two months. */
const LONG_HOLIDAYS = 0.06;
const LONG_HOLIDAY_WEEKS = ['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02'];
const LATE = 0.02;

/** Whether the table has a list for the day, if its bank is open. */
export function isDue(seed: string, { code }: Bank, { name, rhythm }: Table, day: IsoDate): boolean {
  if (rhythm === 'weekly') return weekday(day) === 1 + Math.floor(chanceOf(`${seed} weekday ${code} ${name}`) * 5);
  return rhythm === 'daily' || day === firstWeekdayOf(day);
}

export function isClosed(seed: string, { code }: Bank, day: IsoDate): boolean {
  if (weekday(day) > 5 || chanceOf(`${seed} holiday ${code} ${day}`) < HOLIDAYS) return true;
  if (chanceOf(`${seed} long holiday ${code}`) >= LONG_HOLIDAYS) return false;
  const week = pickOf(`${seed} week ${code}`, LONG_HOLIDAY_WEEKS) ?? '';
  const since = daysBetween(parseIsoDate(week), day);
  return since >= 0 && since < 5;
}

/** The day on which the list of a day can be had. */
export function arrivalOf(seed: string, { code }: Bank, day: IsoDate): IsoDate {
  return addDays(day, chanceOf(`${seed} late ${code} ${day}`) < LATE ? 1 : 0);
}

/** Some banks of which nothing can be had on a day. */
export function unreachableOn(seed: string, banks: readonly Bank[], day: IsoDate, count: number): readonly Bank[] {
  const ranked = banks.map((bank) => ({ bank, rank: chanceOf(`${seed} unreachable ${bank.code} ${day}`) }));
  return ranked
    .sort((left, right) => left.rank - right.rank)
    .slice(0, count)
    .map(({ bank }) => bank);
}

/** The last Monday to Friday before the day. */
export function weekdayBefore(day: IsoDate): IsoDate {
  let before = addDays(day, -1);
  while (weekday(before) > 5) before = addDays(before, -1);
  return before;
}

function firstWeekdayOf(day: IsoDate): IsoDate {
  let first = startOfMonth(day);
  while (weekday(first) > 5) first = addDays(first, 1);
  return first;
}

/** Every day from one to another, both included. */
export function daysFrom(first: IsoDate, last: IsoDate): readonly IsoDate[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}
