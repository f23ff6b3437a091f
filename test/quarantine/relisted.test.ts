/** An older list under a new date, as a cache answers it: it is held whole, and says nothing about any figure. */
import { describe, expect, it } from 'vitest';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import type { Holding } from '../../generator/sources/archive/archive.ts';
import { rowKey } from '../../generator/sources/archive/rows.ts';
import { archive, definition } from '../support/banks/archives.ts';

const CODES = ['USD', 'JPY', 'GBP', 'CHF', 'SEK'];
const [WED, THU] = ['2026-09-30', '2026-10-01'];

/** A list of five currencies; the seed sets the digits. */
const list = (date: string, seed: number, codes = CODES, option = '') =>
  codes.map((code) => `${date} EUR/${code} ${CODES.indexOf(code) + 1}.1${seed}07${option}`);
/** Three lists of the weeks before, with the seeds 0, 1 and 2. */
const BEFORE = ['2026-09-03', '2026-09-04', '2026-09-28'].flatMap((date, seed) => list(date, seed));

const bank = (code: string, lines: readonly string[], accepted: ReadonlySet<string> = new Set()): Holding => ({
  definition: definition(code, 'EUR'),
  archive: archive(code, lines),
  accepted,
  holds: [],
});
/** `ECB 2026-10-01: 5 figures of 2026-09-03`, for each list that is held whole. */
const heldOf = (...banks: readonly Holding[]) => [
  ...new Set(
    toQuarantined(banks).map(({ provider, row, reason }) => {
      const [, count, day] = /^all (\d+) figures of its list are those of (\S+)$/.exec(reason) ?? [];
      return `${provider} ${row.date}: ${day === undefined ? `${row.quote} ${reason}` : `${count} figures of ${day}`}`;
    }),
  ),
];
const heldIn = (...lines: readonly string[]) => heldOf(bank('ECB', lines));

describe('a list is held', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['if each figure is that of an older one', list(THU, 0), ['ECB 2026-10-01: 5 figures of 2026-09-03']],
    ['if it lacks a row of it', list(THU, 0, CODES.slice(1)), ['ECB 2026-10-01: 4 figures of 2026-09-03']],
    [
      'if it has a currency that the older one did not state',
      [...list(THU, 0), `${THU} EUR/NOK 10.6`],
      ['ECB 2026-10-01: 6 figures of 2026-09-03'],
    ],
    [
      'on each day on which the cache answers',
      [...list(WED, 0), ...list(THU, 0)],
      ['ECB 2026-09-30: 5 figures of 2026-09-03', 'ECB 2026-10-01: 5 figures of 2026-09-03'],
    ],
    [
      'and the list of the day after is judged by those before',
      [...list(WED, 0), ...list(THU, 3)],
      ['ECB 2026-09-30: 5 figures of 2026-09-03'],
    ],
    ['until the bank corrects it', [...list(THU, 0), ...list(THU, 3, CODES, ' seen 2026-10-02')], []],
  ])('%s', (_, lines, held) => expect(heldIn(...BEFORE, ...lines)).toEqual(held));

  it('at two banks that a cache answers for, each for itself', () => {
    expect(heldOf(bank('ECB', [...BEFORE, ...list(THU, 0)]), bank('BDI', [...BEFORE, ...list(THU, 1)]))).toEqual([
      'ECB 2026-10-01: 5 figures of 2026-09-03',
      'BDI 2026-10-01: 5 figures of 2026-09-04',
    ]);
  });
});

describe('a list is not held', () => {
  it.each<[string, readonly string[]]>([
    ['if one figure is new', [...BEFORE, ...list(THU, 0, CODES.slice(0, 4)), `${THU} EUR/SEK 5.3`]],
    ['if it repeats the list before, as on a holiday', [...BEFORE, ...list(THU, 2)]],
    ['nor in a week of holidays', [...BEFORE, ...list('2026-09-29', 2), ...list(WED, 2), ...list(THU, 2)]],
    [
      'if its figures are pegs, the same on every day',
      [
        ...BEFORE.map((line) => line.replace(/\.\d+/, '.1')),
        ...list(THU, 0).map((line) => line.replace(/\.\d+/, '.1')),
      ],
    ],
    [
      'if it states few currencies',
      [0, 1, 2].flatMap((seed) => list(`2026-09-0${seed + 1}`, seed % 2, CODES.slice(0, 3))),
    ],
    ['if the older one is older than 45 days', [...list('2026-08-16', 0), ...list('2026-08-17', 1), ...list(THU, 0)]],
    ['if it is another table', [...BEFORE, ...list(THU, 0, CODES, ' in weekly')]],
  ])('%s', (_, lines) => expect(heldIn(...lines)).toEqual([]));

  it('if a person has accepted it', () => {
    const lines = [...BEFORE, ...list(THU, 0)];
    const [one] = toQuarantined([bank('ECB', lines)]);
    expect(heldOf(bank('ECB', lines, new Set(one && [rowKey(one.row)])))).toEqual([]);
  });
});

describe('a list that is held', () => {
  const krone = (date: string, figure: string) => `${date} EUR/NOK ${figure}`;
  /** The krone falls by a seventh at BDI; the ECB's list of the day says the same. */
  const doubted = bank('BDI', [krone(WED, '10.6'), krone(THU, '12.1')]);
  const saying = (...lines: readonly string[]) =>
    bank('ECB', [...BEFORE, krone('2026-09-03', '12'), ...lines, krone(THU, '12')]);

  it.each([
    ['is no witness for another bank', list(THU, 0), ['ECB 2026-10-01: 6 figures of 2026-09-03']],
    ['but a list of the day is one', list(THU, 3), []],
  ])('%s', (_, lines, held) => {
    const found = heldOf(saying(...lines), doubted);
    expect(found.filter((line) => line.startsWith('ECB'))).toEqual(held);
    expect(found.some((line) => line.startsWith('BDI'))).toBe(held.length > 0);
  });
});
