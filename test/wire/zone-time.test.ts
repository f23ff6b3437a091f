/**
 * Clocks of time zones: known instants, the two nights of a year on which an hour is missing or comes twice, odd zones.
 */
import { describe, expect, it } from 'vitest';
import { GLOBAL_SCHEDULE } from '../../generator/rates/blend/global.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate, toInstant } from '../../generator/wire/words/calendar.ts';
import { isTimeZone, localDay, localText, momentOf } from '../../generator/wire/words/zone-time.ts';

describe('the moment of an hour', () => {
  it.each([
    ['2026-03-13', '16:00', 'UTC', '2026-03-13T16:00:00Z'],
    ['2026-01-15', '16:00', 'Europe/Berlin', '2026-01-15T15:00:00Z'],
    ['2026-07-15', '16:00', 'Europe/Berlin', '2026-07-15T14:00:00Z'],
    // Clocks go forward on Sunday 29 March 2026, and in New York on 8 March: for three weeks they are an hour closer.
    ['2026-03-27', '16:00', 'Europe/Berlin', '2026-03-27T15:00:00Z'],
    ['2026-03-30', '16:00', 'Europe/Berlin', '2026-03-30T14:00:00Z'],
    ['2026-03-06', '16:15', 'America/New_York', '2026-03-06T21:15:00Z'],
    ['2026-03-09', '16:15', 'America/New_York', '2026-03-09T20:15:00Z'],
    // They go back on 25 October and on 1 November.
    ['2026-10-23', '16:00', 'Europe/Berlin', '2026-10-23T14:00:00Z'],
    ['2026-10-26', '16:00', 'Europe/Berlin', '2026-10-26T15:00:00Z'],
    // In Sydney summer time ends in April.
    ['2026-04-03', '16:00', 'Australia/Sydney', '2026-04-03T05:00:00Z'],
    ['2026-04-06', '16:00', 'Australia/Sydney', '2026-04-06T06:00:00Z'],
    // Zones whose distance from UTC is not in whole hours, and days that differ from the UTC day.
    ['2026-03-13', '00:05', 'Asia/Kathmandu', '2026-03-12T18:20:00Z'],
    ['2026-03-13', '13:30', 'Asia/Kolkata', '2026-03-13T08:00:00Z'],
    ['2026-03-13', '09:00', 'Asia/Kabul', '2026-03-13T04:30:00Z'],
    ['2026-03-13', '23:30', 'America/St_Johns', '2026-03-14T02:00:00Z'],
    ['2026-03-13', '18:00', 'Pacific/Kiritimati', '2026-03-13T04:00:00Z'],
    // Ramadan 2026 began on 18 February: Morocco put its clocks back for it on the 15th, and forward on 22 March.
    ['2026-02-13', '12:30', 'Africa/Casablanca', '2026-02-13T11:30:00Z'],
    ['2026-03-13', '12:30', 'Africa/Casablanca', '2026-03-13T12:30:00Z'],
    // Berlin had summer time as early as 1916.
    ['1916-07-03', '12:00', 'Europe/Berlin', '1916-07-03T10:00:00Z'],
  ])('%s %s in %s is %s', (date, time, zone, instant) => {
    const momentMs = momentOf(parseIsoDate(date), time, zone);
    expect(toInstant(new Date(momentMs))).toBe(instant);
    expect(localText(momentMs, zone)).toBe(`${date} ${time}`);
    expect(localDay(momentMs, zone)).toBe(date);
  });

  it.each([
    ['never shown', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29 03:30'],
    ['never shown', '2026-03-08', '02:00', 'America/New_York', '2026-03-08T07:00:00Z', '2026-03-08 03:00'],
    ['shown twice, the first', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25 02:30'],
    ['shown twice, the first', '2026-11-01', '01:15', 'America/New_York', '2026-11-01T05:15:00Z', '2026-11-01 01:15'],
    // Clocks of Lord Howe go back by half an hour on 5 April 2026 at 02:00.
    [
      'shown twice, the first',
      '2026-04-05',
      '01:45',
      'Australia/Lord_Howe',
      '2026-04-04T14:45:00Z',
      '2026-04-05 01:45',
    ],
  ])('%s: %s %s in %s', (_, date, time, zone, instant, shown) => {
    const momentMs = momentOf(parseIsoDate(date), time, zone);
    expect([toInstant(new Date(momentMs)), localText(momentMs, zone)]).toEqual([instant, shown]);
  });
});

describe('zones', () => {
  it.each([
    ['Europe/Berlin', true],
    ['Asia/Kathmandu', true],
    ['Europe/Frankfurt', false],
    ['Berlin', false],
    ['', false],
  ])('%j: %s', (name, is) => expect(isTimeZone(name)).toBe(is));

  it('of all adapters exist', () => {
    const zones = [GLOBAL_SCHEDULE, ...PROVIDERS.map(({ schedule }) => schedule)].map(({ timeZone }) => timeZone);
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });
});
