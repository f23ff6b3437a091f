/** Which fixings each date rule of the closed set names, by weekends, holidays, the turn of a year, and days to come. */
import { describe, expect, it } from 'vitest';
import type { Fixings } from '../../generator/wire/answers/provider-index.ts';
import { DATE_RULE_NAMES, DATE_RULES, type DateRuleName } from '../../generator/wire/answers/rule-dates.ts';
import { addDays, parseIsoDate, weekday } from '../../generator/wire/words/calendar.ts';

const day = parseIsoDate;

/** Working days from 2025 to 13 March 2026 of a bank that is closed on these days. */
const CLOSED = ['2025-01-01', '2025-01-06', '2025-04-18', '2025-04-21', '2025-05-01', '2025-12-24', '2025-12-25'];
CLOSED.push('2025-12-26', '2026-01-01', '2026-01-06');

function daily(from: string, to: string, closed: readonly string[]): Fixings {
  const dates = [];
  for (let date = day(from); date <= to; date = addDays(date, 1)) {
    if (weekday(date) < 6 && !closed.includes(date)) dates.push(date);
  }
  return { fixings: dates.map((date) => ({ date, until: date })) };
}

const BANK = daily('2025-01-01', '2026-03-13', CLOSED);
/** Figures for a month each, like those of HMRC. */
const MONTHLY: Fixings = {
  fixings: Array.from({ length: 27 }, (_, month) => {
    const first = day(`${2024 + Math.floor(month / 12)}-${`${1 + (month % 12)}`.padStart(2, '0')}-01`);
    return { date: first, until: addDays(day(`${addDays(first, 31).slice(0, 7)}-01`), -1) };
  }),
};

/** `2026-03-06` for one fixing, `2026-02-02…2026-02-27 (20)` for a mean, and what is waited for after a question mark. */
function shown(rule: DateRuleName, date: string, index: Fixings): string {
  const { fixings, needs, awaited } = DATE_RULES[rule](day(date), index);
  const [first, last] = [fixings[0], fixings.at(-1)];
  const found = fixings.length > 1 ? `${first}…${last} (${fixings.length})` : `${first ?? 'none'}`;
  if (awaited !== undefined) return `${found} ?${awaited}`;
  const isKnown = needs === null || (first !== undefined && needs.to <= '2026-03-13');
  return isKnown ? found : `${found} ?${needs.to}`;
}

const DAILY: readonly (readonly [rule: DateRuleName, date: string, fixing: string])[] = [
  ['on', '2026-03-10', '2026-03-10'],
  ['on', '2026-03-14', 'none ?2026-03-14'],
  ['on', '2026-01-06', 'none ?2026-01-06'],
  ['on-or-before', '2026-03-10', '2026-03-10'],
  ['on-or-before', '2026-03-08', '2026-03-06'],
  ['on-or-before', '2026-01-06', '2026-01-05'],
  ['on-or-before', '2026-01-01', '2025-12-31'],
  ['on-or-before', '2025-12-28', '2025-12-23'],
  ['on-or-before', '2026-03-16', '2026-03-13 ?2026-03-16'],
  ['before', '2026-03-10', '2026-03-09'],
  ['before', '2026-03-09', '2026-03-06'],
  ['before', '2026-01-02', '2025-12-31'],
  ['before', '2026-03-01', '2026-02-27'],
  ['second-before', '2026-03-10', '2026-03-06'],
  ['second-before', '2026-01-02', '2025-12-30'],
  ['second-before', '2025-04-22', '2025-04-16'],
  ['working-day-before', '2026-03-10', '2026-03-09'],
  ['working-day-before', '2026-03-09', '2026-03-06'],
  ['working-day-before', '2026-03-08', '2026-03-06'],
  ['working-day-before', '2026-01-07', '2026-01-05'],
  ['working-day-before', '2026-01-01', '2025-12-31'],
  ['working-day-before', '2026-03-16', '2026-03-13 ?2026-03-15'],
  ['on-or-after', '2026-03-07', '2026-03-09'],
  ['on-or-after', '2025-12-24', '2025-12-29'],
  ['on-or-after', '2026-03-14', 'none ?2026-03-14'],
  ['period-end', '2025-11-03', '2025-12-31'],
  ['period-end', '2025-04-01', '2025-06-30'],
  ['period-end', '2026-03-13', 'none ?2026-03-31'],
  ['period-end-month', '2025-05-05', '2025-06-02'],
  ['period-end-month', '2026-01-31', '2026-02-02'],
  ['period-end-month', '2026-03-01', 'none ?2026-03-31'],
  ['second-last-wednesday', '2026-03-01', '2026-02-18'],
  ['second-last-wednesday', '2026-01-31', '2025-12-23'], // 24 December was no working day of this bank
  ['second-last-wednesday', '2025-05-15', '2025-04-23'],
  ['second-last-wednesday', '2026-04-01', '2026-03-13 ?2026-03-18'],
  ['average-month', '2026-02-14', '2026-02-02…2026-02-27 (20)'],
  ['average-month', '2025-12-31', '2025-12-01…2025-12-31 (20)'],
  ['average-month', '2026-03-01', '2026-03-02…2026-03-13 (10) ?2026-03-31'],
  ['average-year', '2025-07-01', '2025-01-02…2025-12-31 (253)'],
  ['average-year', '2026-01-01', '2026-01-02…2026-03-13 (50) ?2026-12-31'],
  ['average-year-to-june', '2025-06-30', '2025-01-02…2025-06-30 (124)'],
  ['average-year-to-june', '2025-07-01', '2025-07-01…2026-03-13 (179) ?2026-06-30'],
  ['average-25-24', '2026-03-31', '2026-01-26…2026-02-24 (22)'],
  ['average-25-24', '2026-01-01', '2025-11-25…2025-12-23 (21)'],
  ['average-second-week-before', '2026-03-08', '2026-02-23…2026-02-27 (5)'], // a Sunday begins its week
  ['average-second-week-before', '2026-03-07', '2026-02-16…2026-02-20 (5)'],
  ['average-second-week-before', '2026-01-10', '2025-12-22…2025-12-23 (2)'],
  ['average-12-month-ends', '2025-03-01', '2025-01-31…2025-12-31 (12)'],
  ['average-12-month-ends', '2026-03-01', 'none ?2026-12-31'],
  ['first-of-october', '2026-05-01', '2025-10-01'],
  ['first-of-october', '2027-01-01', 'none ?2026-10-01'],
];

describe('from the fixings of working days', () => {
  it.each(DAILY)('%s on %s names %s', (rule, date, expected) => {
    expect(shown(rule, date, BANK)).toBe(expected);
  });
});

const OF_PERIODS: readonly (readonly [rule: DateRuleName, date: string, fixing: string])[] = [
  ['on', '2026-02-28', '2026-02-01'],
  ['month-figure', '2026-02-28', '2026-02-01'],
  ['month-figure', '2026-03-01', '2026-03-01'],
  ['month-figure', '2026-04-01', 'none ?2026-04-01'],
  ['period-figure', '2025-12-31', '2025-12-01'],
  ['average-12-months', '2025-02-28', '2025-01-01…2025-12-01 (12)'],
  ['average-12-months', '2026-02-28', 'none ?2026-04-01'],
  ['average-12-months-to-march', '2025-03-31', '2024-04-01…2025-03-01 (12)'],
  ['average-12-months-to-march', '2025-04-01', '2025-04-01…2026-03-01 (12)'],
  ['average-12-months-to-march', '2026-04-01', 'none ?2026-04-01'],
];

describe('from figures that hold for a month', () => {
  it.each(OF_PERIODS)('%s on %s names %s', (rule, date, expected) => {
    expect(shown(rule, date, MONTHLY)).toBe(expected);
  });
});

it('each rule of the closed set has its rows here', () => {
  const covered = new Set([...DAILY, ...OF_PERIODS].map(([rule]) => rule));
  expect([...covered].sort()).toEqual([...DATE_RULE_NAMES].sort());
});

it.each(DATE_RULE_NAMES)('%s names each fixing once, oldest first', (rule) => {
  for (let date = day('2025-06-01'); date < '2026-03-01'; date = addDays(date, 1)) {
    const { fixings } = DATE_RULES[rule](date, BANK);
    expect([...fixings].sort()).toEqual(fixings);
    expect(new Set(fixings).size).toBe(fixings.length);
  }
});

describe('before the first fixing there is nothing to name', () => {
  it.each(['on-or-before', 'before', 'second-before', 'working-day-before', 'average-second-week-before'] as const)(
    '%s',
    (rule) => expect(DATE_RULES[rule](day('2025-01-02'), daily('2025-01-03', '2025-02-01', [])).fixings).toEqual([]),
  );
});
