/** Nights in which banks fall silent: the gate counts the voices behind GLOBAL, which carries old figures forward. */
import { describe, expect, it } from 'vitest';
import { toShortfalls } from '../../generator/release/gate/timeliness.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { provenancePath, statusPath } from '../../generator/wire/answers/paths.ts';
import { parseStatus } from '../../generator/wire/answers/status.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { GLOBAL } from '../../generator/wire/words/schemas.ts';
import { type DayVoices, VOICES_COLUMNS, voicesCells } from '../../generator/wire/words/voices.ts';
import { kindsOf, SilentBanks, weekdays } from '../support/trees/silent-banks.ts';

describe('a holiday of most banks is no alarm', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['Easter', '2026-03-31', '2026-04-07', ['2026-04-03', '2026-04-06']],
    ['Christmas', '2025-12-22', '2025-12-29', ['2025-12-25', '2025-12-26']],
  ])('%s, in nights that run before the lists of the day', async (_, first, last, closed) => {
    const isOpen = (place: number, date: string) => place < 2 || !closed.includes(date);
    const banks = await SilentBanks.open(first, (place, date, night) =>
      // Two banks publish early, so that GLOBAL has a date of the night's own day.
      place < 2 ? date <= night : date < night && isOpen(place, date),
    );
    const nights = await banks.nights(weekdays(first, last).slice(1));
    expect(nights.map(({ outcome, report }) => [outcome, ...kindsOf(report)].join())).toEqual(
      nights.map(() => 'published'),
    );
  });
});

it('what a night publishes says how many voices it has: status and provenance', async () => {
  const banks = await SilentBanks.open('2026-03-02', (place, date) => place < 5 || date < '2026-03-05');
  await banks.night(parseIsoDate('2026-03-06'));
  const expected: DayVoices = {
    ...{ date: parseIsoDate('2026-03-06'), contributors: 12, fresh: 12, byOne: 0, byTwo: 23, byMore: 1 },
    ...{ ageDaysMedian: 0, ageDaysMax: 2 },
  };
  const tree = await openGenerated(banks.out);
  expect(parseStatus(`${await tree.file(statusPath)}`).voices).toEqual(expected);
  const { voices } = JSON.parse(`${await tree.file(provenancePath(GLOBAL, expected.date))}`);
  expect(voices).toEqual({ columns: VOICES_COLUMNS, rows: [voicesCells(expected)] });
});

describe('against the median of the last days', () => {
  const day = (fresh: number, byTwo: number, byMore: number): DayVoices => ({
    ...{ date: parseIsoDate('2026-03-13'), contributors: fresh, fresh, byOne: 154 - byTwo - byMore, byTwo, byMore },
    ...{ ageDaysMedian: 0, ageDaysMax: 7 },
  });
  const usual = [day(57, 40, 80), day(58, 40, 80), day(59, 40, 80), day(3, 0, 0)];
  it.each<[string, DayVoices, readonly string[]]>([
    ['as many as before are well', day(58, 40, 80), []],
    ['three quarters of the contributors are well', day(44, 40, 80), []],
    ['fewer are a warning', day(43, 40, 80), ['warn 43 fresh contributors instead of 57.5']],
    ['half of them too', day(29, 40, 80), ['warn 29 fresh contributors instead of 57.5']],
    ['fewer than half are refused', day(28, 40, 80), ['refuse 28 fresh contributors instead of 57.5']],
    [
      'so are fewer than half of the currencies as well supported, by two voices or by three',
      day(58, 19, 39),
      [
        'refuse 58 currencies with two voices or more instead of 120',
        'refuse 39 currencies with three voices or more instead of 80',
      ],
    ],
    [
      'a currency for which two speak instead of three counts with those that have two',
      day(58, 61, 59),
      ['warn 59 currencies with three voices or more instead of 80'],
    ],
  ])('%s', (_, tonight, found) => {
    expect(toShortfalls(tonight, usual).map(({ level, words }) => `${level} ${words}`)).toEqual(found);
  });
});
