/** Days of the calendar: which texts name one, how far apart they are, and on which weekday they fall. */
import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  earlierOf,
  endOfMonth,
  endOfQuarter,
  hasDateShape,
  isoWeek,
  laterOf,
  parseIsoDate,
  startOfQuarter,
  toIsoDate,
  utcDay,
  weekday,
} from '../../generator/wire/words/calendar.ts';
import { randomOf } from '../support/kit/random.ts';

const day = parseIsoDate;

describe('this is a day', () => {
  it.each([
    '2026-03-02',
    '1999-01-04',
    '2024-02-29',
    '2000-02-29',
    '2026-12-31',
    '1970-01-01',
    '1904-06-28',
    '9999-12-31',
  ])('%s', (text) => {
    expect([hasDateShape(text), toIsoDate(text), parseIsoDate(text)]).toEqual([true, text, text]);
  });
});

describe('the week of ISO 8601', () => {
  it.each([
    ['2026-03-13', '2026', '11'],
    ['2020-12-28', '2020', '53'],
    ['2021-01-03', '2020', '53'],
    ['2021-01-04', '2021', '1'],
    ['2025-12-28', '2025', '52'],
    ['2025-12-29', '2026', '1'],
    ['2027-01-03', '2026', '53'],
  ])('of %s is of %s, number %s', (date, year, week) => {
    expect(isoWeek(day(date))).toEqual({ year, week });
  });
});

describe('this has the shape of a day but is not one', () => {
  it.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-00-10',
    '2026-13-01',
    '2026-04-31',
    '2026-01-00',
    '2026-01-32',
  ])('%s', (text) => {
    expect([hasDateShape(text), toIsoDate(text)]).toEqual([true, null]);
    expect(() => parseIsoDate(text)).toThrow(`not a date (YYYY-MM-DD): "${text}"`);
  });
});

describe('this does not have the shape of a day', () => {
  it.each([
    '',
    '2026-3-2',
    '02.03.2026',
    '20260302',
    '2026/03/02',
    ' 2026-03-02',
    '2026-03-02\n',
    '2026-03-02T00:00:00Z',
  ])('%j', (text) => {
    expect([hasDateShape(text), toIsoDate(text)]).toEqual([false, null]);
    expect(() => parseIsoDate(text)).toThrow(TypeError);
  });

  it.each(['+12026-03-02', '-2026-03-02', '２０２６-03-02', 'today', '2026-W10-1'])('%j', (text) => {
    expect(toIsoDate(text)).toBeNull();
  });
});

describe('arithmetic on days', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-28', 2, '2026-03-30'], // a clock change in Europe
    ['2026-03-02', 0, '2026-03-02'],
    ['2000-01-01', 10_000, '2027-05-19'],
  ])('%s plus %i days is %s', (from, days, to) => {
    expect(addDays(day(from), days)).toBe(to);
    expect(daysBetween(day(from), day(to))).toBe(days);
  });

  it.each([
    ['2026-03-02', 1],
    ['2026-03-06', 5],
    ['2026-03-07', 6],
    ['2026-03-08', 7],
    ['1999-01-04', 1],
    ['1970-01-01', 4],
    ['1965-07-04', 7],
  ])('%s is weekday %i, where Monday is 1', (date, expected) => {
    expect(weekday(day(date))).toBe(expected);
  });

  it.each([
    ['2026-02-01', '2026-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['2025-12-31', '2025-12-31'],
    ['2026-04-15', '2026-04-30'],
  ])('the month of %s ends on %s', (date, end) => {
    expect(endOfMonth(day(date))).toBe(end);
  });

  it.each([
    ['2026-01-01', '2026-01-01', '2026-03-31'],
    ['2024-02-29', '2024-01-01', '2024-03-31'],
    ['2026-06-30', '2026-04-01', '2026-06-30'],
    ['2025-12-31', '2025-10-01', '2025-12-31'],
  ])('the quarter of %s begins on %s and ends on %s', (date, start, end) => {
    expect([startOfQuarter(day(date)), endOfQuarter(day(date))]).toEqual([start, end]);
  });

  it.each([
    ['1970-01-01T00:00:00Z', '1970-01-01'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31'],
    ['2026-03-02T23:59:59.999Z', '2026-03-02'],
    ['2026-03-03T00:30:00+01:00', '2026-03-02'],
  ])('the UTC day of %s is %s', (moment, expected) => {
    expect(utcDay(Date.parse(moment))).toBe(expected);
  });

  it('days added and subtracted cancel out, a week later is the same weekday, and texts sort like days', () => {
    const random = randomOf(365);
    for (let round = 0; round < 1000; round++) {
      const [start, days] = [addDays(day('1950-01-01'), random.below(40_000)), random.below(5_000)];
      const later = addDays(start, days);
      expect([addDays(later, -days), daysBetween(start, later)]).toEqual([start, days]);
      expect(weekday(addDays(start, 7))).toBe(weekday(start));
      expect([laterOf(start, later), earlierOf(later, start)]).toEqual([later, start]);
    }
  });
});
