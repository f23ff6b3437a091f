/** A change of voices is no move of the market: what happens where one bank alone is left to state a currency. */
import { describe, expect, it } from 'vitest';
import { toGlobal } from '../../generator/rates/blend/global.ts';
import { toGlobalSource } from '../../generator/release/tree/read/sources.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { definition, history } from '../support/banks/archives.ts';
import { blended, figureOf, type Published, traceOf } from '../support/trees/blended.ts';
import { CODES } from '../support/trees/trees.ts';

const day = parseIsoDate;
const [ECB, BDI, NBP, BNR, CBA, BCC] = [
  definition('ECB', 'EUR'),
  definition('BDI', 'EUR'),
  definition('NBP', 'PLN'),
  definition('BNR', 'EUR'),
  definition('CBA', 'EUR'),
  definition('BCC', 'EUR'),
];

/** The euro is at 1.2 dollars for as long as the cases last, by two banks. */
const from = day('2026-02-01');
const dollars = Array.from({ length: 75 }, (_, place) => `${addDays(from, place)} EUR/USD 1.2`);
const steady: Published = [
  [ECB, dollars],
  [definition('HNB', 'EUR'), dollars],
];
const perEuro = (date: string, figure: string) => [`${date} EUR/USD 1.2`, `${date} EUR/CUP ${figure}`];
const weekly = (date: string, figure: string) => [
  `${date} EUR/PLN 4.2`,
  `${date} USD/PLN 3.5`,
  `${date} CUP/PLN ${figure} in weekly`,
];
const of = (published: Published, date: string) => figureOf(blended([...steady, ...published], day(date)), 'CUP');
const earlierOn = (published: Published, date: string) =>
  blended([...steady, ...published], day(date)).earlier.map(
    (one) => `${one.provider} ${one.date} ${one.value} ${one.agrees ? 'agrees' : 'denies'}`,
  );

describe('the Cuban peso of 2026, which BDI had at 24 per dollar until 11 February, and NBP at 1 on 4 March', () => {
  const published: Published = [
    [BDI, [...perEuro('2026-02-10', '28.8'), ...perEuro('2026-02-11', '28.8')]],
    [NBP, weekly('2026-03-04', '3.5')],
  ];

  it.each([
    ['2026-02-18', '28.8 single'],
    ['2026-02-19', 'none'],
    ['2026-03-03', 'none'],
    ['2026-03-04', 'none'],
    ['2026-03-13', 'none'],
    ['2026-03-16', 'none'],
    ['2026-03-18', 'none'],
  ])('on %s: %s', (date, expected) => expect(of(published, date)).toBe(expected));

  it('is disputed, and says with whom', () => {
    expect(traceOf(blended([...steady, ...published], day('2026-03-17')), 'CUP')).toEqual([
      'NBP 2026-03-04 1.2 left out: disputed: it is the only voice, and BDI stated otherwise on 2026-02-11',
    ]);
    expect(earlierOn(published, '2026-03-17')).toEqual(['BDI 2026-02-11 28.8 denies']);
  });

  it('is stated again when a second voice confirms it', () => {
    expect(of([...published, [BCC, perEuro('2026-03-16', '1.21')]], '2026-03-17')).toBe('1.205 mean');
  });

  it('and when a person has held what BDI stated, so that nothing denies it', () => {
    expect(of(published.slice(1), '2026-03-17')).toBe('1.2 single');
  });

  it('is not stated either while BDI and NBP speak and disagree', () => {
    expect(of([[BDI, perEuro('2026-03-16', '28.8')], ...published.slice(1)], '2026-03-17')).toBe('none');
  });
});

describe('one bank that takes over', () => {
  it.each<[string, Published, string]>([
    [
      'from three that stated something else is disputed',
      [
        [BDI, perEuro('2026-02-26', '28.8')],
        [BNR, perEuro('2026-02-27', '28.9')],
        [CBA, perEuro('2026-02-25', '28.7')],
        [BCC, perEuro('2026-03-11', '1.2')],
      ],
      'none',
    ],
    [
      'from three, although it had stated its own figure beside them for weeks, is disputed',
      [
        [BDI, perEuro('2026-02-26', '28.8')],
        [BNR, perEuro('2026-02-27', '28.9')],
        [CBA, perEuro('2026-02-25', '28.7')],
        [BCC, [...perEuro('2026-02-25', '1.2'), ...perEuro('2026-03-11', '1.2')]],
      ],
      'none',
    ],
    [
      'from two of which one agrees is stated',
      [
        [BDI, perEuro('2026-02-26', '28.8')],
        [BNR, perEuro('2026-02-27', '1.21')],
        [BCC, perEuro('2026-03-11', '1.2')],
      ],
      '1.2 single',
    ],
    [
      'from one that stated nearly the same is stated',
      [
        [BDI, perEuro('2026-02-26', '28.8')],
        [BCC, perEuro('2026-03-11', '31.8')],
      ],
      '31.8 single',
    ],
    [
      'from one that was further away than two voices of one day may be is disputed',
      [
        [BDI, perEuro('2026-02-26', '28.8')],
        [BCC, perEuro('2026-03-11', '31.9')],
      ],
      'none',
    ],
    [
      'is stated if the currency has moved as far by itself in these days',
      [
        [BDI, [...perEuro('2026-02-16', '24'), ...perEuro('2026-02-26', '28.8')]],
        [BCC, perEuro('2026-03-11', '38')],
      ],
      '38 single',
    ],
  ])('%s', (_, published, expected) => expect(of(published, '2026-03-13')).toBe(expected));

  it.each([
    ['2026-03-17', 'none'],
    ['2026-03-18', '1.2 single'],
  ])('forgets after 45 days what others stated: on %s %s', (date, expected) => {
    const published: Published = [
      [BDI, perEuro('2026-02-01', '28.8')],
      [BCC, perEuro('2026-03-16', '1.2')],
    ];
    expect(of(published, date)).toBe(expected);
  });

  it('says how old its confirmation is', () => {
    const published: Published = [
      [BDI, perEuro('2026-02-26', '28.8')],
      [BCC, perEuro('2026-03-11', '28.9')],
    ];
    expect(earlierOn(published, '2026-03-13')).toEqual(['BDI 2026-02-26 28.8 agrees']);
  });
});

describe('a single source that returns after a month', () => {
  const returned: Published = [[BDI, [...perEuro('2026-02-11', '28.8'), ...perEuro('2026-03-16', '28.9')]]];

  it('is stated with nobody to confirm it', () => {
    expect([of(returned, '2026-03-13'), of(returned, '2026-03-16')]).toEqual(['none', '28.9 single']);
    expect(earlierOn(returned, '2026-03-16')).toEqual([]);
  });

  it('is disputed if another bank spoke meanwhile and stated something else', () => {
    expect(of([...returned, [NBP, weekly('2026-02-25', '3.5')]], '2026-03-16')).toBe('none');
  });
});

describe('what was stated before the 31 days of the window', () => {
  const lines = CODES.filter((code) => code !== 'USD').map((code) => `2026-03-13 EUR/${code} 2`);
  const global = (figure: string) =>
    toGlobal({
      histories: [
        history(ECB, [...dollars, ...lines]),
        history(BDI, perEuro('2026-02-02', figure)),
        history(BCC, [...perEuro('2026-03-13', '28.8'), '2026-03-13 EUR/SEK 2']),
      ],
      pegs: [],
      currencies: [],
      newestFetch: day('2026-03-20'),
    });
  const inputs = (figure: string, date: IsoDate) => global(figure).inputs(date);
  const [within, after] = [day('2026-03-18'), day('2026-03-19')];

  it('is among the inputs of a date for 45 days', () => {
    expect(inputs('28.8', within)).not.toBe(inputs('1.2', within));
    expect(inputs('28.8', after)).toBe(inputs('1.2', after));
  });

  it('is in provenance with its age', () => {
    const built = toGlobalSource(global('28.8')).build(within);
    const text = 'gap' in built ? built.gap : built.provenance;
    expect(text).toMatch(
      /"earlier":\{"columns":\["currency","provider","date","document","ageDays","perEuro","agrees","made"\]/,
    );
    expect(text).toMatch(/\["CUP","BDI","2026-02-02","[^"]+","44","28\.8","yes",""\]/);
  });
});
