/** Which fixings each date rule of the closed set names, by weekends, holidays, the turn of a year, and days to come. */
import { describe, expect, it } from 'vitest';
import { readRules } from '../../generator/sources/facts/rules.ts';
import type { Fixings } from '../../generator/wire/answers/provider-index.ts';
import { DATE_RULE_NAMES, DATE_RULES, type DateRuleName } from '../../generator/wire/answers/rule-dates.ts';
import { addDays, parseIsoDate, weekday } from '../../generator/wire/words/calendar.ts';
import { readExamples } from '../support/kit/examples.ts';

const day = parseIsoDate;

/** Working days from 2025 to 13 March 2026 of a bank that is closed on these days. */
const CLOSED = ['2025-01-01', '2025-01-06', '2025-04-18', '2025-04-21', '2025-05-01', '2025-10-15', '2025-12-24'];
CLOSED.push('2025-12-25', '2025-12-26', '2026-01-01', '2026-01-06');

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

type Example = readonly [rule: DateRuleName, date: string, fixing: string];

const DAILY = readExamples<Example>('wire/rule-dates.txt', 'daily');

describe('from the fixings of working days', () => {
  it.each(DAILY)('%s on %s names %s', (rule, date, expected) => {
    expect(shown(rule, date, BANK)).toBe(expected);
  });
});

describe('from any working days, the fixing whose figures the authority published', () => {
  it.each(readExamples('wire/rule-dates.txt', 'published'))('%s for %s is %s: %s', (code, date = '', fixing) => {
    const dateRule = readRules().find((rule) => rule.code === code)?.dateRule ?? 'on';
    const index = daily('2004-01-02', '2026-03-13', []);
    expect(DATE_RULES[dateRule](day(date), index).fixings).toEqual([fixing]);
  });
});

const OF_PERIODS = readExamples<Example>('wire/rule-dates.txt', 'monthly');

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
