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

  it.each(readExamples('wire/zone-time.txt', 'odd moments'))(
    '%s: %s %s in %s',
    (_, date, time, zone, instant, shown) => {
      const momentMs = momentOf(parseIsoDate(date), time, zone);
      expect([toInstant(new Date(momentMs)), localText(momentMs, zone)]).toEqual([instant, shown]);
    },
  );
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
