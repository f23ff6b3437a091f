/**
 * When a provider publishes next: ordinary ones, those that date ahead or publish in arrears, monthly ones; holidays.
 */
import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { newestPublication, nextPublication, type Rhythm } from '../../generator/wire/words/schedule.ts';
import { schedule } from '../../generator/wire/words/schedule-fields.ts';
import { readExamples } from '../support/kit/examples.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const day = parseIsoDate;

function rhythm(facts: Partial<Rhythm['schedule']>, holidays: readonly string[] = [], monthly = false): Rhythm {
  return {
    schedule: { days: WORKDAYS, time: '16:00', timeZone: 'UTC', ...facts },
    monthly,
    holidays: new Set(holidays.map(day)),
  };
}

const ECB = rhythm({ timeZone: 'Europe/Berlin' }, ['2026-04-03', '2026-04-06']);
const RHYTHMS = {
  ECB,
  MALE: rhythm({ days: [1, 2, 3, 4, 7], time: '10:00', timeZone: 'Indian/Maldives' }),
  KATHMANDU: rhythm({ days: [1, 2, 3, 4, 5, 6, 7], time: '00:05', timeZone: 'Asia/Kathmandu', leadDaysMax: 1 }),
  MOSCOW: rhythm({ timeZone: 'Europe/Moscow', leadDaysMax: 14 }, ['2026-03-09']),
  KYIV: rhythm({ time: '15:30', timeZone: 'Europe/Kyiv', leadDaysMax: 7 }),
  TBILISI: rhythm({ time: '17:00', timeZone: 'Asia/Tbilisi', leadDaysMax: 4 }),
  WARSAW: rhythm({ time: '12:15', timeZone: 'Europe/Warsaw', leadDaysMax: 5 }),
  BUCHAREST: rhythm({ time: '13:00', timeZone: 'Europe/Bucharest', leadDaysMax: 1 }),
  BOGOTA: rhythm({ time: '18:00', timeZone: 'America/Bogota', leadDaysMax: 1 }),
  TOKYO: rhythm({ time: '08:50', timeZone: 'Asia/Tokyo', lagDaysMax: 1 }),
  WASHINGTON: rhythm({ time: '16:15', timeZone: 'America/New_York', lagDaysMax: 7 }),
  MONDAYS: rhythm({ days: [1], time: '16:15', timeZone: 'America/New_York', lagDaysMax: 10 }),
  HONG_KONG: rhythm({ days: [1, 2, 3, 4, 5, 6], time: '18:00', timeZone: 'Asia/Hong_Kong', lagDaysMax: 62 }),
};

describe('the publication after the newest fixing', () => {
  type Publication = [about: string, bank: keyof typeof RHYTHMS, last: string, seen: string, next: string];
  it.each(readExamples<Publication>('wire/schedule.txt', 'next publications'))('%s', (_, bank, last, seen, next) => {
    expect(nextPublication(RHYTHMS[bank], day(last), Date.parse(seen))).toBe(next);
  });
});

describe('the publication of the next month', () => {
  const LONDON = { days: [4], time: '12:00', timeZone: 'Europe/London', leadDaysMax: 20 };
  it.each<[string, Partial<Rhythm['schedule']>, readonly string[], string, string]>([
    ['London, on a Thursday before the month', LONDON, [], '2026-03-01', '2026-03-26'],
    ['London, held ahead', LONDON, [], '2026-04-01', '2026-04-30'],
    ['London, where the first is a Thursday', LONDON, [], '2026-09-01', '2026-09-24'],
    ['London, where that Thursday is a holiday', LONDON, ['2026-12-31'], '2026-12-01', '2026-12-24'],
    ['Washington, an average in the days after', { lagDaysMax: 5 }, [], '2026-02-28', '2026-04-03'],
    ['Washington, Good Friday', { lagDaysMax: 5 }, ['2026-04-03'], '2026-02-28', '2026-04-02'],
    ['Sydney, dated the last day of business', { lagDaysMax: 7 }, ['2026-04-06'], '2026-02-27', '2026-04-07'],
    ['no lag stated', {}, [], '2026-01-31', '2026-03-02'],
    ['into the next year', {}, [], '2025-11-28', '2026-01-01'],
  ])('%s', (_, facts, holidays, last, next) => {
    expect(nextPublication(rhythm(facts, holidays, true), day(last), 0)).toBe(next);
  });
});

describe('the publication of the next quarter', () => {
  const TREASURY = { ...rhythm({ timeZone: 'America/New_York', lagDaysMax: 10 }), quarterly: true };
  it.each([
    ['2026-03-31', '2026-07-10'],
    // An amendment within the quarter moves nothing.
    ['2026-08-31', '2026-10-09'],
    ['2026-12-31', '2027-04-09'],
  ])('after %s is due on %s', (last, next) => expect(nextPublication(TREASURY, day(last), 0)).toBe(next));
});

describe('the newest publication', () => {
  it.each([
    ['2026-03-13T14:59:59Z', '2026-03-12'],
    ['2026-03-13T15:00:00Z', '2026-03-13'],
    ['2026-03-15T12:00:00Z', '2026-03-13'],
    // In summer the hour is one earlier in UTC.
    ['2026-03-30T13:59:59Z', '2026-03-27'],
    ['2026-03-30T14:00:00Z', '2026-03-30'],
    ['2026-04-06T20:00:00Z', '2026-04-02'],
  ])('of the ECB at %s is that of %s', (instant, date) => {
    expect(newestPublication(ECB, Date.parse(instant))).toBe(date);
  });

  it('is an error if a whole year has no day of publication', () => {
    const always = Array.from({ length: 400 }, (_, place) => new Date(Date.UTC(2025, 0, 1 + place)).toISOString());
    const closed = rhythm(
      {},
      always.map((text) => text.slice(0, 10)),
    );
    expect(() => newestPublication(closed, Date.parse('2026-01-20T12:00:00Z'))).toThrow(/no day of publication within/);
  });
});

describe('a schedule', () => {
  const whole = { days: WORKDAYS, time: '16:00', timeZone: 'Europe/Berlin' };
  it('is read with all its members', () =>
    expect(schedule.parse({ ...whole, leadDaysMax: 7 })).toEqual({ ...whole, leadDaysMax: 7 }));

  it.each([
    ['no days', { ...whole, days: [] }],
    ['an eighth day', { ...whole, days: [8] }],
    ['no such hour', { ...whole, time: '24:00' }],
    ['no such zone', { ...whole, timeZone: 'Europe/Frankfurt' }],
    ['a member that nobody knows', { ...whole, lag: 1 }],
  ])('with %s is refused', (_, facts) => expect(schedule.safeParse(facts).success).toBe(false));
});
