/** Weeks in which most banks are silent: what the gate refuses, and what an operator can let pass. */
import { describe, expect, it } from 'vitest';
import { readPointer } from '../../generator/release/pointer/published.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { type HasList, kindsOf, SilentBanks, weekdays } from '../support/trees/silent-banks.ts';

describe('of twelve banks, two publish for twelve nights', () => {
  const LAST = '2026-03-06';
  const hasList: HasList = (place, date) => place < 2 || date <= LAST;
  const twelve = weekdays('2026-03-09', '2026-03-24');

  it('and from the fourth night on every night is refused, before a week-old median is published', async () => {
    const banks = await SilentBanks.open('2026-03-02', hasList);
    expect(kindsOf((await banks.night(parseIsoDate(LAST))).report)).toEqual([]);
    const nights = await banks.nights(twelve);
    const outcomes = nights.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(twelve.map((_, place) => (place < 3 ? 'published' : 'refused')));
    const { pointer } = (await readPointer(banks.store)) ?? {};
    expect(pointer?.date).toBe('2026-03-11');
    const [first] = nights[3]?.report.refusals ?? [];
    expect(first?.fact).toMatch(/^silence GLOBAL 2026-03-12 [0-9a-f]{8}$/);
    expect(first?.words).toBe(
      'GLOBAL 2026-03-12 has 2 fresh contributors instead of 12; nothing new from BC (2026-03-06), BD (2026-03-06), ' +
        'BE (2026-03-06), BF (2026-03-06), BG (2026-03-06), BH (2026-03-06), BI (2026-03-06), BJ (2026-03-06) ' +
        'and 2 more',
    );
    expect(nights.at(-1)?.report.refusals[0]?.words).toContain(
      '2026-03-24 has 2 fresh contributors instead of 12, 0 currencies with three voices or more instead of 1',
    );
  });

  it('and an operator may let one night pass, but not the next one with it', async () => {
    const banks = await SilentBanks.open('2026-03-02', hasList);
    await banks.night(parseIsoDate('2026-03-10'));
    const [first, again, next] = [parseIsoDate('2026-03-12'), parseIsoDate('2026-03-12'), parseIsoDate('2026-03-13')];
    const passed = await banks.night(first, true);
    expect(passed.outcome).toBe('published');
    expect(passed.report.accepted.map(({ kind }) => kind)).toEqual(['silence']);
    expect((await banks.night(again)).outcome).toBe('published');
    expect((await banks.night(next)).outcome).toBe('refused');
  });
});
