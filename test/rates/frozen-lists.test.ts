/** Which lists are frozen, by small tables of what banks published, and what that costs them in GLOBAL. */
import { describe, expect, it } from 'vitest';
import { toFrozenLists } from '../../generator/rates/blend/frozen-lists.ts';
import { toVoices } from '../../generator/rates/blend/voices.ts';
import { blendProvenance } from '../../generator/release/tree/read/provenance.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { addDays, parseIsoDate, weekday } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { definition } from '../support/banks/archives.ts';
import { blended, type Published, traceOf, windowsOf } from '../support/trees/blended.ts';
import { CODES } from '../support/trees/trees.ts';

const [ECB, DNB, CNB, BNR, CBUAE, NBP, SAMA] = [
  definition('ECB', 'EUR'),
  definition('DNB', 'DKK'),
  definition('CNB', 'CZK'),
  definition('BNR', 'RON'),
  definition('CBUAE', 'AED'),
  definition('NBP', 'PLN'),
  definition('SAMA', 'SAR'),
];
const MONDAY = parseIsoDate('2026-03-02');

/** So many dates from Monday, 2 March on: weekdays, or every day. */
function days(count: number, everyDay = false): readonly IsoDate[] {
  const dates: IsoDate[] = [];
  for (let date = MONDAY; dates.length < count; date = addDays(date, 1)) {
    if (everyDay || weekday(date) <= 5) dates.push(date);
  }
  return dates;
}
const dayOf = (count: number) => days(count).at(-1) ?? MONDAY;

/** A bank that states new figures each day: the dollar moves by 0.2 % or so, the other currency by less. */
const moving = (bank: ProviderDefinition, dates = days(15)): Published[number] => {
  const own = bank.references[0]?.currency;
  const line = (date: string, place: number) =>
    own === 'EUR'
      ? [`${date} EUR/USD 1.1${500 + (place % 15) * 23}`, `${date} EUR/CHF 0.93${10 + (place % 15)}`]
      : [`${date} EUR/${own} 7.4${100 + (place % 15)}`, `${date} USD/${own} 6.${4434 - (place % 15) * 120}`];
  return [bank, dates.flatMap(line)];
};
const OTHERS: Published = [moving(ECB), moving(DNB)];

/** A bank that states the same figures on each of these dates. */
const still = (bank: ProviderDefinition, dates: readonly string[], pairs: readonly string[]): Published[number] => [
  bank,
  dates.flatMap((date) => pairs.map((pair) => `${date} ${pair}`)),
];
const CROWNS = ['EUR/CZK 24.5', 'USD/CZK 21.3'];

const frozenOn = (published: Published, date: IsoDate) =>
  toFrozenLists(windowsOf(published, date)).map(
    ({ provider, table, since, publications, isSilenced }) =>
      `${provider} ${table} ${publications} since ${since}${isSilenced ? ', silenced' : ''}`,
  );

describe('a list that repeats while two others move', () => {
  it.each([
    [4, []],
    [5, ['CNB daily 5 since 2026-03-02']],
    [9, ['CNB daily 9 since 2026-03-02']],
    [10, ['CNB daily 10 since 2026-03-02, silenced']],
    [12, ['CNB daily 12 since 2026-03-02, silenced']],
  ])('is on its publication number %i: %j', (count, expected) => {
    expect(frozenOn([...OTHERS, still(CNB, days(count), CROWNS)], dayOf(count))).toEqual(expected);
  });

  it('is named whatever the order of the banks', () => {
    const published = [...OTHERS, still(CNB, days(5), CROWNS)];
    expect(frozenOn([...published].reverse(), dayOf(5))).toEqual(frozenOn(published, dayOf(5)));
  });

  it('is no longer named from the day on which it thaws, and counts from there if it freezes again', () => {
    const thawed = ['EUR/CZK 24.6', 'USD/CZK 21.2'];
    const [, first] = still(CNB, days(11), CROWNS);
    const at = (count: number) => {
      const [, second] = still(CNB, days(count).slice(11), thawed);
      return frozenOn([...OTHERS, [CNB, [...first, ...second]]], dayOf(count));
    };
    expect(at(11)).toEqual(['CNB daily 11 since 2026-03-02, silenced']);
    expect(at(12)).toEqual([]);
    expect(at(15)).toEqual([]);
  });

  const TEN = dayOf(10);
  const without = (dates: readonly IsoDate[], place: number) => dates.filter((_, index) => index !== place);
  it.each<[string, Published[number], string[]]>([
    [
      'one figure of the list changes each day',
      [
        CNB,
        days(10).flatMap((date, place) => [
          `${date} EUR/CZK 24.5`,
          `${date} USD/CZK 21.3`,
          `${date} CHF/CZK 26.${10 + place}`,
        ]),
      ],
      [],
    ],
    [
      'one side of one figure changes each day',
      [CNB, days(10).flatMap((date, place) => [`${date} EUR/CZK 24.4~24.6`, `${date} USD/CZK 21.2~21.4${place + 1}`])],
      [],
    ],
    [
      'a currency is new, and the others repeat',
      [CNB, [...still(CNB, days(10), CROWNS)[1], `${TEN} CHF/CZK 26.3`]],
      ['CNB daily 10 since 2026-03-02, silenced'],
    ],
    ['it has missed a day', still(CNB, without(days(10), 4), CROWNS), ['CNB daily 9 since 2026-03-02']],
    [
      'its figures are a bid and an ask',
      still(CNB, days(10), ['EUR/CZK 24.4~24.6', 'USD/CZK 21.2~21.4']),
      ['CNB daily 10 since 2026-03-02, silenced'],
    ],
    [
      'another list of the bank moves',
      [
        CNB,
        [
          ...still(CNB, days(10), CROWNS)[1],
          ...days(10).map((date, place) => `${date} XAU/CZK 9${1000 + place} in metals`),
        ],
      ],
      ['CNB daily 10 since 2026-03-02, silenced'],
    ],
    [
      'only a weekly list repeats',
      [CNB, days(10).flatMap((date, place) => [`${date} EUR/CZK 24.${500 + place}`, `${date} USD/CZK 21.3 in weekly`])],
      [],
    ],
  ])('and %s', (_, bank, expected) => {
    expect(frozenOn([...OTHERS, bank], TEN)).toEqual(expected);
  });

  it('is named for dollars alone, if others move them by more than pegs move', () => {
    const others = OTHERS.map(([bank, lines]): Published[number] => {
      const own = bank === ECB ? 'EUR' : 'DKK';
      return [bank, [...lines, ...days(10).map((date) => `${date} ${own}/RON ${own === 'EUR' ? 5 : 0.67}`)]];
    });
    expect(frozenOn([...others, still(BNR, days(10), ['USD/RON 4.35'])], TEN)).toEqual([
      'BNR daily 10 since 2026-03-02, silenced',
    ]);
  });

  it('is named since the first day of the window if it has been so for longer', () => {
    const dates = Array.from({ length: 60 }, (_, place) => addDays(parseIsoDate('2026-01-01'), place));
    const [last = MONDAY] = dates.slice(-1);
    const list = [...OTHERS.slice(0, 0), moving(ECB, dates), moving(DNB, dates), still(CNB, dates, CROWNS)];
    expect(toFrozenLists(windowsOf(list, last))).toMatchObject([
      { since: addDays(last, -30), isWholeWindow: true, publications: 31 },
    ]);
  });
});

describe('no alarm is', () => {
  /** Each product of 3.6725, rounded to four places and shaken in the last one. */
  const DOLLARS = ['1.1500', '1.1523', '1.1546', '1.1569', '1.1592', '1.1615', '1.1638', '1.1661', '1.1684', '1.1707'];
  const DIRHAMS = ['4.2234', '4.2317', '4.2404', '4.2485', '4.2573', '4.2655', '4.2742', '4.2823', '4.2911', '4.2992'];

  it.each<[string, Published, IsoDate]>([
    [
      'Saturday and Sunday, when nobody else publishes',
      [...OTHERS, still(CNB, days(7, true).slice(4), CROWNS)],
      addDays(MONDAY, 6),
    ],
    [
      'a fortnight in which nobody moves',
      [still(ECB, days(10), ['EUR/USD 1.15', 'EUR/CHF 0.93']), still(CNB, days(10), CROWNS)],
      dayOf(10),
    ],
    [
      'a list of nothing but pegs, though rounding shakes what others state about them',
      [
        [
          ECB,
          days(10).flatMap((date, place) => [`${date} EUR/USD ${DOLLARS[place]}`, `${date} EUR/AED ${DIRHAMS[place]}`]),
        ],
        [
          NBP,
          days(10).flatMap((date, place) => [
            `${date} USD/PLN 3.6${100 + place}`,
            `${date} AED/PLN 0.98${place % 2 === 0 ? '30' : '32'}`,
          ]),
        ],
        still(CBUAE, days(10), ['USD/AED 3.6725']),
      ],
      dayOf(10),
    ],
    [
      'a constant official rate that nobody else quotes',
      [...OTHERS, still(BNR, days(10), ['XAF/RON 0.0078'])],
      dayOf(10),
    ],
    [
      'a list of a peg that most banks shake by a tenth of a percent',
      [
        [
          ECB,
          days(10).flatMap((date, place) => [`${date} EUR/USD 1.15`, `${date} EUR/SAR 4.31${25 + (place % 2) * 40}`]),
        ],
        [
          NBP,
          days(10).flatMap((date, place) => [
            `${date} USD/PLN 3.6${100 + place}`,
            `${date} SAR/PLN 0.96${27 + (place % 2) * 9}`,
          ]),
        ],
        still(SAMA, days(10), ['USD/SAR 3.75']),
      ],
      dayOf(10),
    ],
    [
      'three lists of which a single fourth one differs',
      [
        ...[CNB, BNR, NBP].map((bank) =>
          still(bank, days(10), [`EUR/${bank.references[0]?.currency} 4.9`, `USD/${bank.references[0]?.currency} 4.3`]),
        ),
        moving(ECB),
      ],
      dayOf(10),
    ],
  ])('%s', (_, published, date) => {
    expect(frozenOn(published, date)).toEqual([]);
  });

  it('a weekend, so that a list of every day counts its weekdays only', () => {
    expect(frozenOn([...OTHERS, still(CNB, days(12, true), CROWNS)], addDays(MONDAY, 11))).toEqual([
      'CNB daily 10 since 2026-03-02, silenced',
    ]);
  });
});

describe('two banks of which one copies the other', () => {
  it('are both named if the copied one freezes while the market moves', () => {
    const copied = [still(CNB, days(6), CROWNS), still(BNR, days(6), ['EUR/RON 4.9', 'USD/RON 4.26'])];
    expect(frozenOn([...OTHERS, ...copied], dayOf(6))).toEqual([
      'CNB daily 6 since 2026-03-02',
      'BNR daily 6 since 2026-03-02',
    ]);
  });
});

describe('in GLOBAL, a frozen list', () => {
  const MANY = CODES.filter((code) => !['USD', 'CHF', 'CZK', 'DKK'].includes(code));
  const EXOTIC = ['AFN/CZK 0.3', 'ALL/CZK 0.3', 'AMD/CZK 0.3', 'AOA/CZK 0.3'];
  const LEFT_OUT = /^CNB 2026-03-13 - left out: frozen: the same figures since 2026-03-02 or earlier$/;

  /** GLOBAL of 13 March, when CNB has stated the same figures for so many days. */
  const globalOf = (count: number) => {
    const [bank, lines] = moving(ECB);
    const list = days(10).flatMap((date, place) => MANY.map((code) => `${date} EUR/${code} 2.${500 + place}`));
    const crowns = still(CNB, days(10).slice(-count), [...CROWNS, ...EXOTIC]);
    return blended([[bank, [...lines, ...list]], moving(DNB), crowns], dayOf(10));
  };

  it('has a voice up to its ninth publication', () => {
    const traces = traceOf(globalOf(9), 'USD');
    expect(traces).toHaveLength(3);
    expect(traces.filter((line) => line.endsWith(' used'))).toEqual(traces);
  });

  it.each(['USD', 'CZK', 'AFN'])('has none from the tenth on, for %s as for the others, and it says why', (code) => {
    const traces = traceOf(globalOf(10), code);
    expect(traces.filter((line) => line.startsWith('CNB '))).toEqual([expect.stringMatching(LEFT_OUT)]);
    expect(traces.filter((line) => line.endsWith(' used'))).toHaveLength(code === 'USD' ? 2 : 0);
  });

  it('is in the provenance that readers get', () => {
    const text = blendProvenance(globalOf(10), toVoices(globalOf(10)), [], '');
    expect(text).toContain('"CNB","2026-03-13",');
    expect(text).toContain('"left out: frozen: the same figures since 2026-03-02 or earlier",""]');
  });

  it('denies no other bank either, though it has become too old to be used as well', () => {
    const [bank, lines] = moving(ECB, days(17));
    const list = days(17).flatMap((date, place) => MANY.map((code) => `${date} EUR/${code} 2.${500 + place}`));
    const crowns = still(CNB, days(10), [...CROWNS, ...EXOTIC]);
    const alone: Published[number] = [NBP, [`${dayOf(17)} EUR/PLN 4.3`, `${dayOf(17)} AFN/PLN 0.1`]];
    const { missing, figures } = blended(
      [[bank, [...lines, ...list]], moving(DNB, days(17)), crowns, alone],
      dayOf(17),
    );
    expect(missing.map(({ currency }) => currency)).not.toContain('AFN');
    expect(figures.find(({ currency }) => currency === 'AFN')?.method).toBe('single');
  });

  it('is not waited for: currencies that it alone states make no gap', () => {
    expect(globalOf(9)).toMatchObject({ gap: null, missing: [] });
    const { gap, missing, figures } = globalOf(10);
    expect(missing.map(({ currency }) => currency)).toEqual(['AFN', 'ALL', 'AMD', 'AOA', 'CZK']);
    // Were they waited for, 24 of 29 would be fewer than nine tenths.
    expect([figures.length, gap]).toEqual([25, null]);
  });
});
