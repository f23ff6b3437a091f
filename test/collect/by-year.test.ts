/** A document of many years is merged one year after another, and nobody can tell from the archive. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../generator/sources/archive/archive.ts';
import { toMerged, toYears } from '../../generator/sources/collect/merge.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { BANK, collectRecorded, readRows } from '../support/banks/recorded-bank.ts';
import { EMPTY, merged, statement } from '../support/banks/statements.ts';
import { randomOf } from '../support/kit/random.ts';

describe('what a document states about each year', () => {
  it.each<[string, readonly [string, string], readonly string[]]>([
    ['a day', ['2026-03-02', '2026-03-02'], ['2026-03-02 2026-03-02']],
    ['a whole year', ['2025-01-01', '2025-12-31'], ['2025-01-01 2025-12-31']],
    ['the turn of a year', ['2025-12-31', '2026-01-01'], ['2025-12-31 2025-12-31', '2026-01-01 2026-01-01']],
    [
      'three years',
      ['2024-12-30', '2026-03-02'],
      ['2024-12-30 2024-12-31', '2025-01-01 2025-12-31', '2026-01-01 2026-03-02'],
    ],
    ['the last year that there is', ['9998-03-02', '9999-12-31'], ['9998-03-02 9998-12-31', '9999-01-01 9999-12-31']],
    ['none of the days that were asked for', ['2026-03-05', '2026-03-02'], []],
  ])('covers %s', (_, covered, years) => {
    const parts = [...toYears(statement({ seen: '2026-03-02', lines: ['2026-03-02 USD/PLN 3.60'], covered }))];
    expect(parts.map((part) => `${part.covered.from} ${part.covered.to}`)).toEqual(years);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('adds up to the whole, withdrawals included (seed %i)', (seed) => {
    const random = randomOf(seed);
    const days = ['2023-12-29', '2024-01-02', '2025-06-02', '2025-12-31', '2026-01-02'];
    const told = Array.from({ length: 8 }, (_, index) => {
      const stated = days.flatMap((day) =>
        ['USD', 'EUR'].flatMap((code) => (random.below(2) ? [`${day} ${code}/PLN ${random.below(3) + 1}.5`] : [])),
      );
      const half = random.below(stated.length + 1);
      const [lines, skipped] = [stated.slice(half), stated.slice(0, half)];
      return { seen: `2026-03-1${index}`, lines, skipped, covered: ['2023-12-29', '2026-01-02'] } as const;
    });
    const yearly = told
      .flatMap((each) => [...toYears(statement(each))])
      .reduce((held, part) => toMerged(held, part).archive, EMPTY);
    expect(yearly).toEqual(merged(...told));
  });
});

describe('a bank whose documents have three years', () => {
  const document = (recordedAt: string, ...lines: readonly string[]) => {
    return { url: `${BANK}/a/all`, recordedAt: `${recordedAt}T12:00:00Z`, body: `${lines.join('\n')}\n` };
  };
  const [first, second, third] = ['2024-03-04,USD,PLN,1,3.1', '2025-03-04,USD,PLN,1,3.2', '2026-03-04,USD,PLN,1,3.3'];

  it('is counted once for each document, with what changed in every year', async () => {
    const dir = freshFolder();
    const { summaries } = await collectRecorded(dir, [
      document('2026-03-05', third, first, second),
      document('2026-03-06', third, '2024-03-04,USD,PLN,1,3.19'),
      document('2026-03-07', third),
    ]);
    expect(summaries).toMatchObject([{ documents: 3, observations: 6, fresh: 3, corrected: 1, withdrawn: 1 }]);
    expect(await readRows(dir, '2024')).toEqual([
      '2024-03-04,USD,PLN,1,,3.1,,,2026-03-05T12:00:00Z',
      '2024-03-04,USD,PLN,1,,3.19,,,2026-03-06T12:00:00Z',
    ]);
    expect(await readRows(dir, '2025')).toEqual([
      '2025-03-04,USD,PLN,1,,3.2,,,2026-03-05T12:00:00Z',
      '2025-03-04,USD,PLN,1,,,,,2026-03-06T12:00:00Z',
    ]);
    const { documents } = await readArchive(join(dir, 'archive'), 'BANK');
    expect([...documents.values()].map(({ fetched }) => fetched.slice(0, 10))).toEqual(['2026-03-05', '2026-03-06']);
  });
});
