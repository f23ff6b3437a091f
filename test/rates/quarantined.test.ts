/** Newer figures in quarantine: what GLOBAL does not state, because older lists could not know. */
import { describe, expect, it } from 'vitest';
import { QUARANTINED } from '../../generator/rates/blend/figure.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { noticeText } from '../../generator/wire/words/notices.ts';
import { definition } from '../support/banks/archives.ts';
import { blended, figureOf, LAW, type Published, traceOf } from '../support/trees/blended.ts';

const LETTERS = 'ABCDEFGHIJKLMNOP';
const [MON, WED, THU] = ['2026-09-28', '2026-09-30', '2026-10-01'];

/** So many banks state the currency per euro: `2026-10-01 13.2 held`, where quarantine holds it. */
interface Group {
  readonly count: number;
  readonly said: readonly string[];
}
const of = (count: number, ...said: readonly string[]): Group => ({ count, said });

/** GLOBAL on Thursday by a thousand soms, of which 13.2 are a euro after a redenomination by 1000. */
function onThursday(groups: readonly Group[], code = 'UZS') {
  const banks = groups.flatMap(({ count, said }, group) =>
    Array.from({ length: count }, (_, place) => {
      const lines = (isHeld: boolean) =>
        said.flatMap((text) => {
          const [date, figure, state] = text.split(' ');
          const own = state === 'held' && !isHeld ? [] : [`${date} EUR/${code} ${figure}`];
          return [`${date} EUR/USD 1.15`, ...own];
        });
      return [definition(`${'ABC'[group]}${LETTERS[place >> 4]}${LETTERS[place & 15]}`, 'EUR'), lines] as const;
    }),
  );
  const published: Published = banks.map(([bank, lines]) => [bank, lines(false)]);
  const unfiltered: Published = banks.map(([bank, lines]) => [bank, lines(true)]);
  return blended(published, parseIsoDate(THU), LAW, unfiltered);
}

const RENEWED = [`${WED} 13200`, `${THU} 13.2 held`];

describe('a currency is', () => {
  it.each<[string, readonly Group[], string]>([
    [
      'not stated if nine fresh banks are held and one list of days before stands',
      [of(9, ...RENEWED), of(1, `${MON} 13180`)],
      'none held',
    ],
    [
      'not stated if those that state the old level are all of the day before',
      [of(2, ...RENEWED), of(9, `${WED} 13180`)],
      'none held',
    ],
    ['not stated if two are held and one denies them', [of(2, ...RENEWED), of(1, `${THU} 13180`)], 'none held'],
    ['not stated if every bank is held', [of(1, ...RENEWED)], 'none held'],
    ['stated if two copy a slip and thirty stand', [of(2, ...RENEWED), of(30, `${THU} 13180`)], '13180 median'],
    ['stated if as many deny as agree', [of(2, ...RENEWED), of(2, `${THU} 13180`)], '13190 median'],
    [
      'stated if one alone has slipped, and an old list stands',
      [of(1, ...RENEWED), of(1, `${MON} 13180`)],
      '13190 mean',
    ],
    [
      'stated if those that are held do not agree',
      [of(1, ...RENEWED), of(1, `${WED} 13200`, `${THU} 132 held`), of(1, `${MON} 13180`)],
      '13200 median',
    ],
    [
      'stated if what is held is no longer fresh',
      [of(3, '2026-09-24 13.2 held'), of(1, `${MON} 13180`)],
      '13180 single',
    ],
    [
      'stated if the banks have stated something newer that stands',
      [of(3, `${WED} 13.2 held`, `${THU} 13200`), of(1, `${MON} 13180`)],
      '13200 median',
    ],
  ])('%s', (_, groups, expected) => {
    const found = onThursday(groups);
    const kinds = found.notices.map(({ kind }) => kind);
    expect([figureOf(found, 'UZS'), ...kinds].join(' ')).toBe(expected);
  });

  it.each([
    ['stated by its official number if two banks are held', 2, '4.3125 peg peg-official'],
    ['not stated if three are', 3, 'none held'],
  ])('%s and it has a peg', (_, count, expected) => {
    const found = onThursday([of(count, `${WED} 4.3125`, `${THU} 5.2 held`), of(1, `${MON} 4.3125`)], 'SAR');
    expect([figureOf(found, 'SAR'), ...found.notices.map(({ kind }) => kind)].join(' ')).toBe(expected);
  });
});

it('a notice says who is held, at which level, and how far that is from the one before', () => {
  const found = onThursday([of(9, ...RENEWED), of(1, `${MON} 13180`)]);
  expect(found.notices.map(noticeText)).toEqual([
    'UZS: 9 banks that agree, more than have stated otherwise since, are held in quarantine (AAA, AAB, AAC, AAD, AAE ' +
      'and 4 more), at 13.2 per EUR, 1000 times less than before; GLOBAL states nothing',
  ]);
  expect(traceOf(found, 'UZS')).toEqual(
    expect.arrayContaining([
      'AAA 2026-10-01 13.2 left out: in quarantine',
      `BAA ${MON} 13180 left out: ${QUARANTINED}`,
    ]),
  );
});
