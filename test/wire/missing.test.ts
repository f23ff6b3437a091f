/** Whether a publication is missing in a month, a quarter or a year, by the dates of fixings and the status. */
import { describe, expect, it } from 'vitest';
import { isWhole } from '../../generator/wire/answers/missing.ts';
import type { ProviderIndex } from '../../generator/wire/answers/provider-index.ts';
import type { ProviderStatus } from '../../generator/wire/answers/status.ts';
import { addDays, type PeriodKind, parseIsoDate, periodOf, weekday } from '../../generator/wire/words/calendar.ts';
import { EUR, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';

const day = parseIsoDate;

/** Mondays to Fridays from one day to another, without some of them. */
function weekdays(from: string, to: string, without: readonly string[] = []): readonly IsoDate[] {
  const dates: IsoDate[] = [];
  for (let date = day(from); date <= day(to); date = addDays(date, 1)) {
    if (weekday(date) < 6 && !without.includes(date)) dates.push(date);
  }
  return dates;
}

function indexOf(dates: readonly IsoDate[]): ProviderIndex {
  const references = [{ from: day('1999-01-04'), currency: EUR }];
  return { provider: GLOBAL, latest: null, references, fixings: dates.map((date) => ({ date, until: date })) };
}

function statusOf(dates: readonly IsoDate[], more: Partial<ProviderStatus> = {}): ProviderStatus {
  const [first, last] = [dates[0] ?? day('1999-01-04'), dates.at(-1) ?? day('1999-01-04')];
  return {
    ...{ provider: GLOBAL, first, last, fixings: dates.length, next: addDays(last, 1), monthly: false },
    schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Berlin' },
    ...{ obsolete: false, holidays: [], currencies: {}, gaps: [] },
    ...more,
  };
}

function whole(dates: readonly IsoDate[], date: string, kind: PeriodKind, more: Partial<ProviderStatus> = {}): boolean {
  return isWhole(periodOf(day(date), kind), indexOf(dates), statusOf(dates, more));
}

const YEAR = weekdays('2024-12-30', '2026-01-09', ['2025-04-18', '2025-04-21', '2025-12-25']);

describe('of a bank that publishes daily, a period', () => {
  it.each(['month', 'quarter', 'year'] as const)('in which only holidays have no fixing is whole: %s', (kind) => {
    expect(whole(YEAR, '2025-04-10', kind)).toBe(true);
  });

  it('in which the bank began or ended is not', () => {
    expect(whole(weekdays('2025-04-10', '2026-01-09'), '2025-04-10', 'month')).toBe(false);
    expect(whole(weekdays('2025-01-06', '2026-01-09'), '2025-01-10', 'month')).toBe(true);
    const ended = { next: null, obsolete: true };
    expect(whole(weekdays('2024-12-30', '2025-04-10'), '2025-04-10', 'month', ended)).toBe(false);
    expect(whole(weekdays('2024-12-30', '2025-04-10'), '2025-03-10', 'month', ended)).toBe(true);
  });

  it('with a hole of three weeks is not, long after its gaps were forgotten', () => {
    const lost = weekdays('2025-05-05', '2025-05-23');
    const rest = YEAR.filter((date) => !lost.includes(date));
    expect([whole(rest, '2025-05-01', 'month'), whole(rest, '2025-05-01', 'quarter')]).toEqual([false, false]);
    expect([whole(rest, '2025-06-01', 'month'), whole(rest, '2025-01-01', 'quarter')]).toEqual([true, true]);
  });

  it('of which a fixing is still due is not, until the day is found to be a holiday', () => {
    const dates = weekdays('2025-09-01', '2025-12-30');
    const next = day('2025-12-31');
    const gap = { from: next, to: next, days: 1, reason: 'holiday' };
    expect(whole(dates, '2025-12-01', 'month', { next })).toBe(false);
    expect(whole(dates, '2025-12-01', 'month', { next, gaps: [gap] })).toBe(true);
    expect(whole(dates, '2025-11-01', 'month', { next })).toBe(true);
  });

  it('is whole although GLOBAL had too few banks on a day, which is no publication that is missing', () => {
    const on = day('2025-12-26');
    const gaps = [{ from: on, to: on, days: 1, reason: '7 currencies can be stated, 20 are needed' }];
    expect(whole(YEAR, '2025-12-01', 'month', { gaps })).toBe(true);
  });
});

it('of a bank that publishes days later, a month is whole only once a later day has come', () => {
  const schedule = { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Berlin', lagDaysMax: 9 };
  const more = { schedule, next: day('2026-01-12') };
  expect(whole(weekdays('2025-09-01', '2025-12-24'), '2025-12-01', 'month', more)).toBe(false);
  expect(whole(weekdays('2025-09-01', '2026-01-02'), '2025-12-01', 'month', more)).toBe(true);
});

describe('of a list that is monthly or quarterly, a period', () => {
  const months = ['2025-01-31', '2025-02-28', '2025-03-31', '2025-05-30', '2025-06-30'].map(day);
  const monthly = { monthly: true, next: day('2025-08-01') };

  it('is whole if each of its months has a fixing', () => {
    expect(whole(months, '2025-02-01', 'month', monthly)).toBe(true);
    expect(whole(months, '2025-02-01', 'quarter', monthly)).toBe(true);
    expect(whole(months, '2025-05-01', 'quarter', monthly)).toBe(false);
    expect(whole(months, '2025-07-01', 'month', monthly)).toBe(false);
  });

  it('is whole if each of its quarters has one, where the list is quarterly', () => {
    const quarters = ['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31'].map(day);
    const quarterly = { quarterly: true, next: day('2026-04-10') };
    expect(whole(quarters, '2025-06-01', 'year', quarterly)).toBe(true);
    expect(whole(quarters.slice(1), '2025-06-01', 'year', quarterly)).toBe(false);
  });
});
