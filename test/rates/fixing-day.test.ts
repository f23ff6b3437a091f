/** On which day a list counts that is set on the working day before its date, in figures small enough for a calculator. */
import { describe, expect, it } from 'vitest';
import { madeOn, madeWithin } from '../../generator/rates/blend/fixing.ts';
import { toVoices } from '../../generator/rates/blend/voices.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { addDays, parseIsoDate, weekday } from '../../generator/wire/words/calendar.ts';
import { definition } from '../support/banks/archives.ts';
import { blended, figureOf, type Published, traceOf } from '../support/trees/blended.ts';

const day = parseIsoDate;
const AHEAD = definition('CBR', 'EUR', { setBefore: 'Lists are set in the afternoon before.' });
const [ECB, BNR, CNB] = [definition('ECB', 'EUR'), definition('BNR', 'EUR'), definition('CNB', 'EUR')];
const FRIDAY = day('2026-03-13');

describe('a list was made', () => {
  it.each([
    ['Tuesday', '2026-03-17', '2026-03-16'],
    ['Saturday', '2026-03-14', '2026-03-13'],
    ['Sunday', '2026-03-15', '2026-03-13'],
    ['Monday', '2026-03-16', '2026-03-13'],
    ['the first of a year', '2026-01-01', '2025-12-31'],
  ])('the working day before its date, if the bank sets it then: %s', (_, date, made) => {
    expect(madeOn(AHEAD, day(date))).toBe(made);
    expect(madeOn(ECB, day(date))).toBe(date);
  });

  it('in the window of each day on which it was made, and in no other', () => {
    const dates = Array.from({ length: 60 }, (_, place) => addDays(day('2026-01-30'), place));
    for (const [from, to] of dates.slice(0, 40).map((first) => [first, addDays(first, 9)] as const)) {
      for (const bank of [AHEAD, ECB]) {
        const expected = dates.filter((date) => from <= madeOn(bank, date) && madeOn(bank, date) <= to);
        expect(madeWithin(bank, dates, from, to)).toEqual(expected);
      }
    }
  });

  it('never on a Saturday or a Sunday, and by no bank that GLOBAL hears otherwise than the catalogue says', () => {
    const ahead = PROVIDERS.filter(({ setBefore }) => setBefore !== undefined);
    for (const bank of ahead) {
      expect(bank.schedule.leadDaysMax ?? 0, bank.code).toBeGreaterThan(0);
      for (let back = 0; back < 14; back++) expect(weekday(madeOn(bank, addDays(FRIDAY, back)))).toBeLessThan(6);
    }
    expect(ahead.length).toBeGreaterThan(10);
  });
});

describe('GLOBAL takes it as a figure of that day', () => {
  const monday: Published = [
    [ECB, ['2026-03-13 EUR/USD 1.11', '2026-03-16 EUR/USD 1.11']],
    [AHEAD, ['2026-03-13 EUR/USD 1.12', '2026-03-16 EUR/USD 1.14']],
  ];
  it.each<[string, Published, string, string]>([
    ['Monday’s list on Friday', monday, '2026-03-13', '1.125 mean'],
    ['Friday’s list on Thursday', monday, '2026-03-12', '1.12 single'],
    ['Monday’s list on Monday, until there is one of Tuesday', monday, '2026-03-16', '1.125 mean'],
    [
      'the list with the newest date, of several that were made on one day',
      [[AHEAD, ['2026-03-14 EUR/USD 1.2', '2026-03-15 EUR/USD 1.3', '2026-03-16 EUR/USD 1.4']]],
      '2026-03-13',
      '1.4 single',
    ],
    ['a list of seven days ago', [[AHEAD, ['2026-03-09 EUR/USD 1.2']]], '2026-03-13', '1.2 single'],
    ['no list of eight days ago', [[AHEAD, ['2026-03-06 EUR/USD 1.2']]], '2026-03-13', 'none'],
    ['and no list of another bank before its date', [[ECB, ['2026-03-16 EUR/USD 1.2']]], '2026-03-13', 'absent'],
  ])('%s', (_, published, date, expected) => {
    expect(figureOf(blended(published, day(date)), 'USD')).toBe(expected);
  });

  it('and three of the day itself come before one that was made the day before', () => {
    const fresh = [ECB, BNR, CNB].map((bank) => [bank, ['2026-03-13 EUR/USD 1.1']] as const);
    const made = blended([...fresh, [AHEAD, ['2026-03-13 EUR/USD 1.12']]], FRIDAY);
    expect(traceOf(made, 'USD')).toContain('CBR 2026-03-13 1.12 left out: three newer figures');
    expect(toVoices(made)).toMatchObject({ contributors: 4, fresh: 4, ageDaysMax: 1 });
  });
});
