/** What status.json means at an instant: age, expected and missed publications; and which files are refused. */
import { describe, expect, it } from 'vitest';
import { punctualityAt } from '../../generator/wire/answers/punctuality.ts';
import { gapDays, type ProviderStatus, status, statusLine, statusText } from '../../generator/wire/answers/status.ts';

const ECB = {
  ...{ provider: 'ECB', first: '1999-01-04', last: '2026-03-12', fixings: 6982, next: '2026-03-13' },
  schedule: { days: [1, 2, 3, 4, 5], time: '16:00', timeZone: 'Europe/Berlin' },
  ...{ monthly: false, obsolete: false, holidays: ['2026-04-03', '2026-04-06'], currencies: { USD: '2026-03-12' } },
  gaps: [
    { from: '2026-01-01', to: '2026-01-01', days: 1, reason: 'holiday' },
    { from: '2026-02-05', to: '2026-02-09', days: 3, reason: 'fetch failed' },
    { from: '2026-02-11', to: '2026-02-11', days: 1, reason: 'fetch failed' },
  ],
};

const HEAD = { date: '2026-03-13', voices: null, notices: [], withoutFigures: [] };

const of = (facts: object): ProviderStatus => {
  const [one] = status.parse({ ...HEAD, providers: [{ ...ECB, ...facts }] }).providers;
  if (one === undefined) throw new Error('no provider');
  return one;
};

describe('at an instant', () => {
  it.each([
    // In the bank's time zone the 13th ends at 23:00 UTC; its list was due at 15:00.
    ['the evening before', '2026-03-12T20:00:00Z', 0, 68_400, false, ''],
    ['a second before the hour', '2026-03-13T14:59:59Z', 1, 1, false, ''],
    ['at the hour', '2026-03-13T15:00:00Z', 1, 0, true, ''],
    ['in the evening', '2026-03-13T22:59:59Z', 1, -28_799, true, ''],
    ['when the day is over', '2026-03-13T23:00:00Z', 1, -28_800, true, '2026-03-13'],
    ['on Sunday', '2026-03-15T12:00:00Z', 3, -162_000, true, '2026-03-13'],
    ['on Tuesday', '2026-03-17T12:00:00Z', 5, -334_800, true, '2026-03-13 2026-03-16'],
  ])('%s', (_, now, ageDays, inSeconds, overdue, missed) => {
    const expected = { day: '2026-03-13', at: '2026-03-13T15:00:00Z', inSeconds };
    const found = punctualityAt(of({}), Date.parse(now));
    expect({ ...found, missed: found.missed.join(' ') }).toEqual({ ageDays, expected, overdue, missed });
  });

  it.each([
    // At Easter both holidays are listed, so that only Thursday and Tuesday count.
    ['holidays', { last: '2026-04-01', next: '2026-04-02' }, '2026-04-08T12:00:00Z', '2026-04-02 2026-04-07'],
    // In Kathmandu the 14th ends at 18:15 UTC.
    [
      'the bank’s own days',
      { last: '2026-03-13', next: '2026-03-14', schedule: { days: [6, 7], time: '00:05', timeZone: 'Asia/Kathmandu' } },
      '2026-03-14T18:15:00Z',
      '2026-03-14',
    ],
    [
      'months',
      {
        ...{ last: '2025-12-01', next: '2025-12-25', monthly: true },
        schedule: { days: [4], time: '12:00', timeZone: 'Europe/London', leadDaysMax: 20 },
      },
      '2026-02-27T00:00:00Z',
      '2025-12-25 2026-01-29 2026-02-26',
    ],
    [
      'quarters',
      {
        ...{ last: '2026-03-31', next: '2026-07-10', quarterly: true },
        schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'America/New_York', lagDaysMax: 10 },
      },
      '2026-12-01T00:00:00Z',
      '2026-07-10 2026-10-09',
    ],
  ])('counts missed days by %s', (_, facts, now, missed) => {
    expect(punctualityAt(of(facts), Date.parse(now)).missed.join(' ')).toBe(missed);
  });

  it.each([
    ['dated ahead: an age below zero', { last: '2026-03-16', next: '2026-03-16' }, -3],
    ['ended: nothing is expected', { last: '1998-12-30', next: null, obsolete: true }, 9935],
  ])('%s', (_, facts, ageDays) => {
    const found = punctualityAt(of(facts), Date.parse('2026-03-13T12:00:00Z'));
    expect([found.ageDays, found.overdue, found.missed]).toEqual([ageDays, false, []]);
    expect(found.expected?.day ?? null).toBe(facts.next);
  });
});

it('counts days without a fixing by reason, and any other wording as other', () => {
  const counts = gapDays(
    of({ gaps: [...ECB.gaps, { from: '2026-03-02', to: '2026-03-03', days: 2, reason: 'why not' }] }),
  );
  expect(Object.fromEntries(counts)).toEqual({
    ...{ holiday: 1, 'not published': 0, 'fetch failed': 4, 'not asked': 0, 'left out': 0, other: 2 },
  });
});

describe('the file', () => {
  it('reads back as it was written, with a line for each provider', () => {
    const whole = status.parse({ ...HEAD, providers: [ECB, { ...ECB, provider: 'NBP' }] });
    const text = statusText(whole, whole.providers.map(statusLine));
    expect(status.parse(JSON.parse(text))).toEqual(whole);
    expect(text.split('\n')).toHaveLength(5);
  });

  it.each([
    ['an age', { ageDays: 3 }],
    ['no fixing', { fixings: 0 }],
    ['a gap of no days', { gaps: [{ ...ECB.gaps[0], days: 0 }] }],
    ['a day of another shape', { last: '13.03.2026' }],
    ['an unknown time zone', { schedule: { ...ECB.schedule, timeZone: 'Europe/Frankfurt' } }],
  ])('is refused with %s', (_, facts) => {
    expect(status.safeParse({ ...HEAD, providers: [{ ...ECB, ...facts }] }).success).toBe(false);
  });
});
