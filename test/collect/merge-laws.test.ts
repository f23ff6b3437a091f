import { describe, expect, it } from 'vitest';
import { toStanding } from '../../generator/sources/archive/rows.ts';
import { toMerged } from '../../generator/sources/collect/merge.ts';
import { A, EMPTY, merged, statement } from '../support/banks/statements.ts';
import { randomOf } from '../support/kit/random.ts';

describe('laws of merging', () => {
  const lists = (seed: number) => {
    const random = randomOf(seed);
    const days = ['02', '03', '04', '05'];
    return Array.from({ length: 12 }, (_, index) => {
      const quoted = days.flatMap((day) =>
        ['USD', 'EUR', 'JPY'].flatMap((code) =>
          random.below(4) === 0 ? [] : [`${day} ${code}/PLN ${random.below(3) + 1}.5`],
        ),
      );
      const whole = quoted.length === 0 ? ['02 USD/PLN 1.5'] : quoted;
      return { ...A(`${10 + index}`, ...whole), covered: ['2026-03-02', '2026-03-05'] } as const;
    });
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('the archive holds what the last whole list states (seed %i)', (seed) => {
    const told = lists(seed);
    const last = told.at(-1)?.lines.map((line) => line.split(' ')) ?? [];
    const standing = toStanding(merged(...told)).map(({ date, base, quote, mid }) => [date, `${base}/${quote}`, mid]);
    expect(standing.sort()).toEqual(last.sort());
  });

  it.each([1, 2, 3, 4])('merging the same documents again changes nothing (seed %i)', (seed) => {
    const once = merged(...lists(seed));
    const again = lists(seed).reduce((held, each) => toMerged(held, statement(each)).archive, once);
    expect(again).toEqual(once);
  });

  it.each([1, 2, 3, 4])('no row is ever lost or changed (seed %i)', (seed) => {
    let held = EMPTY;
    for (const each of lists(seed)) {
      const next = toMerged(held, statement(each)).archive;
      expect(next.rows).toEqual(expect.arrayContaining([...held.rows]));
      held = next;
    }
  });
});
