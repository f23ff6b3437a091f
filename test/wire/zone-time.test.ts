/**
 * Clocks of time zones: known instants, the two nights of a year on which an hour is missing or comes twice, odd zones.
 */
import { describe, expect, it } from 'vitest';
import { GLOBAL_SCHEDULE } from '../../generator/rates/blend/global.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate, toInstant } from '../../generator/wire/words/calendar.ts';
import { isTimeZone, localDay, localText, momentOf } from '../../generator/wire/words/zone-time.ts';
import { readExamples } from '../support/kit/examples.ts';

describe('the moment of an hour', () => {
  it.each(readExamples('wire/zone-time.txt', 'moments'))('%s %s in %s is %s', (date, time, zone, instant) => {
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
