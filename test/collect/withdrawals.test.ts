/** What a document may withdraw by leaving it out, and what shows that it was cut off at the end of a line. */
import { describe, expect, it } from 'vitest';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { bank, bankFeed, collectRecorded, readRows } from '../support/banks/recorded-bank.ts';

const CODES = ['CHF', 'EUR', 'JPY', 'USD'];
const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, place) => addDays(parseIsoDate(first), place));
const lines = (days: readonly string[], codes: readonly string[] = CODES) =>
  days.flatMap((day) => codes.map((code, place) => `${day},${code},PLN,1,${place + 1}.5${day.slice(-2)},,`));
const without = (all: readonly string[], ...gone: readonly string[]) =>
  all.filter((line) => !gone.some((start) => line.startsWith(start)));

/** Collects the first document, and a day later the second one, which takes its place. */
async function collectBoth(
  whole: readonly string[],
  next: readonly string[],
  more: Parameters<typeof collectRecorded>[2] = {},
) {
  const dir = freshFolder();
  const documents = [whole, next].map((rows, place) => ({
    url: 'https://bank.example/a/list',
    body: `${rows.join('\n')}\n`,
    recordedAt: `2026-03-1${place + 2}T15:00:00Z`,
  }));
  await collectRecorded(dir, documents.slice(0, 1), more);
  const { summaries, notes } = await collectRecorded(dir, documents, more);
  return { ...summaries[0], notes, dir };
}

const FORTY = lines(daysFrom('2026-01-20', 40));
const TEN = lines(daysFrom('2026-03-01', 10));
const USD = lines(daysFrom('2026-03-01', 4), ['USD']);
const SIX = lines(daysFrom('2026-03-01', 10), [...CODES, 'NOK', 'SEK']);
/** The first day, the last, the second, the last but one, and so on. */
const SHUFFLED = daysFrom('2026-03-01', 10).flatMap((day, place, days) =>
  lines(place % 2 === 0 ? [days[place / 2] ?? day] : [days.at(-(place + 1) / 2) ?? day]),
);
const NEW_YEAR = lines(daysFrom('2025-12-20', 24));

describe('a document that leaves out what the archive holds is refused for', () => {
  it.each<[string, readonly string[], readonly string[], string]>([
    ['half of a table whose days are in no order', SHUFFLED, SHUFFLED.slice(0, 20), '20 of the 40 figures'],
    [
      'four days of forty',
      FORTY,
      without(FORTY, '2026-01-22', '2026-01-23', '2026-02-10', '2026-02-11'),
      '16 of the 160 figures that the archive has of 2026-01-20 to 2026-02-28, and 4 of 40 days whole',
    ],
    [
      'two days of ten',
      TEN,
      without(TEN, '2026-03-02', '2026-03-03'),
      '8 of the 40 figures that the archive has of 2026-03-01 to 2026-03-10, and 2 of 10 days whole',
    ],
    [
      'most of one day, which is the last that came',
      TEN,
      TEN.slice(0, 37),
      '3 of the 40 figures that the archive has of 2026-03-01 to 2026-03-10; if',
    ],
    ['days of two years', NEW_YEAR, [...NEW_YEAR.slice(0, 40), ...NEW_YEAR.slice(-8)], '48 of the 96 figures'],
  ])('%s, and nothing of it is kept', async (_, whole, next, fault) => {
    const { failures, withdrawn, corrected, dir } = await collectBoth(whole, next);
    expect([withdrawn, corrected]).toEqual([0, 0]);
    expect(failures).toEqual([expect.stringContaining(`list: cut off, or another list: it leaves out ${fault}`)]);
    expect((await readRows(dir, '2026')).every((row) => !row.endsWith(',,,2026-03-13T15:00:00Z'))).toBe(true);
  });

  it('and the message names the way to believe the bank', async () => {
    const next = SHUFFLED.slice(0, 20);
    const refused = await collectBoth(SHUFFLED, next);
    expect(refused.failures?.[0]).toMatch(
      /^BANK: https:.*\/list: cut off, or another list: .*; if the bank means it, run again with --withdraw BANK$/,
    );
    expect(await collectBoth(SHUFFLED, next, { withdraw: ['BANK'] })).toMatchObject({ failures: [], withdrawn: 20 });
    expect(await collectBoth(SHUFFLED, next, { withdraw: ['OTHER'] })).toMatchObject({ withdrawn: 0 });
  });
});

describe('a bank may withdraw', () => {
  it.each<[string, readonly string[], readonly string[], number]>([
    ['one day of a short list', TEN.slice(0, 12), without(TEN.slice(0, 12), '2026-03-02'), 4],
    ['three days of forty', FORTY, without(FORTY, '2026-01-22', '2026-01-23', '2026-02-10'), 12],
    ['two days of a single currency', USD, without(USD, '2026-03-02', '2026-03-03'), 2],
    ['two currencies from then on', TEN, lines(daysFrom('2026-03-01', 10), ['CHF', 'EUR']), 20],
    ['three labels for which it states others', SIX, SIX.map((line) => line.replace(/(E|J|U)(UR|PY|SD)/, 'Z$1Z')), 30],
  ])('%s', async (_, whole, next, withdrawn) => {
    const currencies = new Set([...CODES, 'PLN', 'SEK', 'NOK', 'ZEZ', 'ZJZ', 'ZUZ']);
    expect(await collectBoth(whole, next, { currencies })).toMatchObject({ failures: [], withdrawn });
  });

  it('nothing with a document that lists only some currencies', async () => {
    const definition = bank({ feeds: [bankFeed('a', { partial: true })] });
    expect(await collectBoth(TEN, TEN.slice(0, 2), { definition })).toMatchObject({ failures: [], withdrawn: 0 });
  });
});
