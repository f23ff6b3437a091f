/** Cases about GLOBAL that an auditor would ask for, small enough to be computed by hand, with the pegs of data/. */
import { describe, expect, it } from 'vitest';
import { consensus } from '../../generator/rates/blend/consensus.ts';
import { toGlobal } from '../../generator/rates/blend/global.ts';
import { toGlobalSource } from '../../generator/release/tree/read/sources.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { EUR, type IsoDate, providerCode } from '../../generator/wire/words/schemas.ts';
import { definition, history } from '../support/banks/archives.ts';
import { randomOf } from '../support/kit/random.ts';
import { blended, figureOf, LAW, type Published, traceOf } from '../support/trees/blended.ts';
import { CODES } from '../support/trees/trees.ts';

const FRIDAY = parseIsoDate('2026-03-13');
const MONDAY = parseIsoDate('2026-03-16');
const day = parseIsoDate;
const [ECB, NBP, CNB, BNR, TCMB, HNB] = [
  definition('ECB', 'EUR'),
  definition('NBP', 'PLN'),
  definition('CNB', 'CZK'),
  definition('BNR', 'RON'),
  definition('TCMB', 'TRY'),
  definition('HNB', 'EUR', {
    references: [
      { from: '1994-05-30', currency: 'HRK' },
      { from: '2023-01-01', currency: 'EUR' },
    ],
  }),
];
const [BOC, CBR] = [definition('BOC', 'CAD'), definition('CBR', 'RUB')];

/** Banks that state everything per euro, so that no figure has to be rebased. */
const inEuro = (date: IsoDate, code: string, figures: readonly string[]): Published =>
  figures.map((figure, place) => [
    definition(`B${'ABCDEFGHI'[place]}`, 'EUR'),
    [`${date} EUR/${code} ${figure}`, `${date} EUR/USD 1.15`],
  ]);
const of = (published: Published, code: string, date = FRIDAY) => figureOf(blended(published, date), code);

describe('one bank of six that is 4.9 % off', () => {
  it('stays, and the median of six is the mean of the two in the middle', () => {
    const figures = ['10', '10.01', '10.02', '10.03', '10.04', '10.51'];
    expect(of(inEuro(FRIDAY, 'SEK', figures), 'SEK')).toBe('10.025 median');
    expect(traceOf(blended(inEuro(FRIDAY, 'SEK', figures), FRIDAY), 'SEK').at(-1)).toBe('BF 2026-03-13 10.51 used');
  });

  it('is left out if it is 5.1 % off', () => {
    const figures = ['10', '10', '10', '10', '10', '10.51'];
    expect(of(inEuro(FRIDAY, 'SEK', figures), 'SEK')).toBe('10 median');
    expect(traceOf(blended(inEuro(FRIDAY, 'SEK', figures), FRIDAY), 'SEK').at(-1)).toBe(
      'BF 2026-03-13 10.51 left out: outlier',
    );
  });

  it.each([1, 2, 3, 4])('never moves the figure outside the range of the other five (seed %i)', (seed) => {
    const random = randomOf(seed);
    for (let round = 0; round < 2_000; round++) {
      const others = Array.from({ length: 5 }, () => 100_000n + random.bigBelow(2_000n));
      const base = others[random.below(5)] ?? 0n;
      const stray = (base * (random.pick([1049n, 951n]) + 0n)) / 1000n;
      const place = random.below(6);
      const all = [...others.slice(0, place), stray, ...others.slice(place)];
      const value = consensus(
        all.map((figure, index) => ({
          provider: providerCode.parse(`B${'ABCDEF'[index]}`),
          date: FRIDAY,
          made: FRIDAY,
          document: '',
          value: Ratio.of(figure, 10_000n),
          carrier: EUR,
        })),
      )?.value;
      const sorted = [...others].sort((left, right) => (left < right ? -1 : 1));
      expect(value?.compareTo(Ratio.of(sorted[0] ?? 0n, 10_000n)), `${all}`).toBeGreaterThanOrEqual(0);
      expect(value?.compareTo(Ratio.of(sorted[4] ?? 0n, 10_000n)), `${all}`).toBeLessThanOrEqual(0);
    }
  });
});

describe('banks that disagree', () => {
  it.each([
    ['by 3 % give their mean', ['10', '10.3'], '10.15 mean'],
    ['by more give no figure', ['10', '10.31'], 'none'],
    ['by a factor give no figure, whichever is right', ['10', '1000'], 'none'],
    ['by a factor give the middle of three if a third agrees with one of them', ['10', '10.1', '1000'], '10.1 median'],
    ['give no figure if a third agrees with neither', ['10', '12', '1000'], 'none'],
    ['two against two give no figure', ['10', '10', '12', '12'], 'none'],
  ])('%s', (_, figures, expected) => {
    expect(of(inEuro(FRIDAY, 'SEK', figures), 'SEK')).toBe(expected);
  });

  it('are both in the provenance, with the reason', () => {
    expect(traceOf(blended(inEuro(FRIDAY, 'SEK', ['10', '12']), FRIDAY), 'SEK')).toEqual([
      'BA 2026-03-13 10 left out: disputed: the two are more than 3 % apart',
      'BB 2026-03-13 12 left out: disputed: the two are more than 3 % apart',
    ]);
    expect(traceOf(blended(inEuro(FRIDAY, 'SEK', ['10', '12', '15']), FRIDAY), 'SEK')[0]).toBe(
      'BA 2026-03-13 10 left out: disputed: no more than half lie within 5 % of the median',
    );
  });

  it.each([
    ['is the newer one’s, since the currency may have moved', '10.4', 'SEK', '10.4 single'],
    ['is nobody’s beyond 5 %, which may be a slip', '10.6', 'SEK', 'none'],
    ['is nobody’s of the dollar, by which all else is rebased', '1.2', 'USD', 'none'],
  ])('and speak on different days: the figure %s', (_, newer, code, expected) => {
    const [older] = inEuro(day('2026-03-10'), 'SEK', ['10']);
    const line = code === 'USD' ? `${FRIDAY} EUR/USD ${newer}` : `${FRIDAY} EUR/SEK ${newer}`;
    const made = blended([older ?? never(), [definition('BB', 'EUR'), [line]]], FRIDAY);
    expect(figureOf(made, code)).toBe(expected);
    if (expected !== 'none') expect(traceOf(made, code)).toContain('BA 2026-03-10 10 left out: outlier');
  });

  it('about the dollar leave the currencies that depend on it without a figure, with the reason', () => {
    const published: Published = [
      [ECB, ['2026-03-13 EUR/USD 1.15', '2026-03-13 EUR/XCD 3.1']],
      [NBP, ['2026-03-13 EUR/PLN 4', '2026-03-13 USD/PLN 4.4']],
      [BOC, ['2026-03-13 USD/CAD 1.4', '2026-03-13 MXN/CAD 0.07']],
    ];
    const fixing = blended(published, FRIDAY);
    expect([figureOf(fixing, 'USD'), figureOf(fixing, 'XCD'), figureOf(fixing, 'MXN')]).toEqual([
      'none',
      'none',
      'none',
    ]);
    expect(traceOf(fixing, 'XCD')).toEqual(['ECB 2026-03-13 3.1 left out: official peg to USD, which has no figure']);
    expect(traceOf(fixing, 'MXN')).toEqual(['BOC 2026-03-13 - left out: by its USD figure, but there is no EUR/USD']);
  });
});

/** For what a table of the test is known to have. */
function never(): never {
  throw new TypeError('the test’s own table lacks an entry');
}

describe('a currency that one bank quotes', () => {
  it('has that bank’s figure, and the provenance lists no other', () => {
    const fixing = blended([[NBP, ['2026-03-13 EUR/PLN 4', '2026-03-13 CLP/PLN 0.004']]], FRIDAY);
    expect(figureOf(fixing, 'CLP')).toBe('1000 single');
    expect(traceOf(fixing, 'CLP')).toEqual(['NBP 2026-03-13 1000 used']);
  });

  it('has it until the seventh day after, and then none', () => {
    const published: Published = [[NBP, ['2026-03-13 EUR/PLN 4', '2026-03-13 CLP/PLN 0.004']]];
    expect(of(published, 'CLP', day('2026-03-20'))).toBe('1000 single');
    expect(of(published, 'CLP', day('2026-03-23'))).toBe('none');
  });
});

describe('a bank that publishes a figure inverted for a night', () => {
  const koruna = (date: string, figure: string): [ProviderDefinition, string[]] => [
    CNB,
    [`${date} EUR/CZK 24.4`, `${date} USD/CZK ${figure}`],
  ];
  const others = (date: string): Published => [
    [ECB, [`${date} EUR/USD 1.15`, `${date} EUR/CZK 24.38`]],
    [NBP, [`${date} EUR/PLN 4.25`, `${date} USD/PLN 3.7`, `${date} CZK/PLN 0.1742`]],
  ];

  it('does not give GLOBAL’s figure if it is one of three', () => {
    // USD: 1.15, 4.25 / 3.7 = 1.1486…, and the koruna's 24.4 × 21.2 = 517.28 in the place of 24.4 / 21.2 = 1.1509….
    expect(of([...others('2026-03-13'), koruna('2026-03-13', '21.2')], 'USD')).toBe('1.15 median');
    expect(of([...others('2026-03-13'), koruna('2026-03-13', '0.0471698')], 'USD')).toBe('1.15 median');
  });

  it('is an outlier if it is one of four', () => {
    const published: Published = [
      ...others('2026-03-13'),
      [BNR, ['2026-03-13 EUR/RON 5', '2026-03-13 USD/RON 4.35']],
      koruna('2026-03-13', '0.0471698'),
    ];
    expect(traceOf(blended(published, FRIDAY), 'USD').filter((line) => line.includes('left out'))).toEqual([
      'CNB 2026-03-13 517.2800732502405692 left out: outlier'.replace(
        '517.2800732502405692',
        `${Ratio.parse('24.4').over(Ratio.parse('0.0471698'))}`,
      ),
    ]);
  });

  it('does not count beside others, even if all its figures are wrong because its EUR figure is', () => {
    const wrong: [ProviderDefinition, string[]] = [
      CNB,
      ['2026-03-13 EUR/CZK 0.040984', '2026-03-13 USD/CZK 21.2', '2026-03-13 PLN/CZK 5.74'],
    ];
    const fixing = blended([...others('2026-03-13'), wrong], FRIDAY);
    // Its zloty counts by its dollar: 21.2 / 5.74 x 1.1486 = 4.2424.
    expect([figureOf(fixing, 'USD'), figureOf(fixing, 'PLN')]).toEqual([
      '1.1486486486486486486 median',
      '4.2461978529051699783 mean',
    ]);
  });

  it('leaves no figure if it is one of two', () => {
    expect(of(inEuro(FRIDAY, 'SEK', ['10', '0.1']), 'SEK')).toBe('none');
  });

  it('near 1, where the inverse could be a market move, leaves GLOBAL between the others', () => {
    expect(of(inEuro(FRIDAY, 'CHF', ['0.98', '0.981', '1.0204081633']), 'CHF')).toBe('0.981 median');
  });
});

describe('a figure newer than the EUR/USD that bridges it', () => {
  const published: Published = [
    [ECB, ['2026-03-13 EUR/USD 1.25']],
    [BOC, ['2026-03-16 USD/CAD 1.4', '2026-03-16 MXN/CAD 0.07']],
  ];

  it('is rebased with Friday’s EUR/USD on Monday, and its rate per dollar is exactly the bank’s', () => {
    const fixing = blended(published, MONDAY);
    // 1.4 / 0.07 = 20 MXN per USD; × 1.25 USD per EUR = 25.
    expect([figureOf(fixing, 'USD'), figureOf(fixing, 'MXN'), figureOf(fixing, 'CAD')]).toEqual([
      '1.25 single',
      '25 single',
      '1.75 single',
    ]);
    expect(traceOf(fixing, 'MXN')).toEqual(['BOC 2026-03-16 25 used by USD']);
    expect(traceOf(fixing, 'USD')).toEqual([
      'ECB 2026-03-13 1.25 used',
      'BOC 2026-03-16 - left out: no EUR or USD figure of its date to rebase with',
    ]);
  });

  it('is not rebased with a EUR/USD that is older than seven days', () => {
    const later: Published = [published[0] ?? never(), [BOC, ['2026-03-23 USD/CAD 1.4', '2026-03-23 MXN/CAD 0.07']]];
    expect(of(later, 'MXN', day('2026-03-23'))).toBe('none');
  });

  it('is rebased with the newest EUR/USD, not with that of its own date', () => {
    const both: Published = [
      [ECB, ['2026-03-13 EUR/USD 1.25', '2026-03-16 EUR/USD 1.2']],
      [BOC, ['2026-03-13 USD/CAD 1.4', '2026-03-13 MXN/CAD 0.07']],
    ];
    expect(of(both, 'MXN', MONDAY)).toBe('24 single');
  });
});

describe('a currency that ends', () => {
  const lev: Published = [
    [ECB, ['2025-12-31 EUR/BGN 1.9558', '2025-12-31 EUR/USD 1.17', '2026-01-02 EUR/USD 1.18']],
    [BNR, ['2025-12-31 EUR/RON 5', '2025-12-31 BGN/RON 2.6', '2026-01-05 EUR/RON 5', '2026-01-05 BGN/RON 2.6']],
  ];
  const kuna: Published = [
    [ECB, ['2022-12-30 EUR/HRK 7.5365', '2022-12-30 EUR/USD 1.06', '2023-01-02 EUR/USD 1.07']],
    [
      HNB,
      [
        '2022-12-30 EUR/HRK 7.5345',
        '2022-12-30 USD/HRK 7.064035',
        '2022-12-31 EUR/HRK 7.5345',
        '2023-01-02 EUR/USD 1.0666',
      ],
    ],
    [CNB, ['2022-12-30 EUR/CZK 24.1', '2022-12-30 HRK/CZK 3.2', '2023-01-02 EUR/CZK 24.2', '2023-01-02 HRK/CZK 3.2']],
  ];

  it.each<[string, Published, string, string]>([
    ['is the lev on its last day, by law', lev, '2025-12-31', '1.95583 peg'],
    ['is the lev on the next day', lev, '2026-01-01', 'none'],
    ['is the lev on a list that still has it', lev, '2026-01-05', 'none'],
    ['is the lev that is on no list any more', [lev[0] ?? never()], '2026-02-02', 'absent'],
    [
      'is the kuna on its last weekday, from the market: 7.5345 of HNB, 7.5365, 24.1 / 3.2',
      kuna,
      '2022-12-30',
      '7.5345 median',
    ],
    ['is the kuna on the first day of the euro, although HNB stated it two days before', kuna, '2023-01-02', 'none'],
  ])('%s', (_, published, date, expected) => {
    const code = published === kuna ? 'HRK' : 'BGN';
    expect(of(published, code, day(date))).toBe(expected);
  });

  it('is listed with each bank that still has it, and does not count as missing', () => {
    const fixing = blended(lev, day('2026-01-05'));
    expect(fixing.missing).toEqual([]);
    expect(traceOf(fixing, 'BGN')).toEqual([
      'BNR 2026-01-05 - left out: withdrawn since 2026-01-01',
      'ECB 2025-12-31 - left out: withdrawn since 2026-01-01',
    ]);
  });

  it.each([
    ['ATS', '2015-12-31'],
    ['DEM', '2015-12-31'],
    ['MZM', '2026-03-13'],
    ['IEP', '2024-01-05'],
    ['CUC', '2026-03-13'],
    ['STD', '2021-06-01'],
  ])('is not stated years after its end: %s on a list of %s', (code, date) => {
    expect(of([[ECB, [`${date} EUR/${code} 13.7603`, `${date} EUR/USD 1.1`]]], code, day(date))).toBe('none');
  });

  it('does not count among the currencies of which nine tenths are needed', () => {
    const ended = 'ATS BEF DEM ESP FIM FRF GRD IEP ITL PTE'.split(' ');
    const lines = [...CODES, ...ended].map((code) => `2026-03-13 EUR/${code} 2`);
    expect(blended([[ECB, lines]], FRIDAY)).toMatchObject({ gap: null });
  });
});

describe('a currency that is redenominated', () => {
  const leu: Published = [
    [ECB, ['2005-06-30 EUR/ROL 36050', '2005-06-30 EUR/USD 1.2', '2005-07-01 EUR/RON 3.6', '2005-07-01 EUR/USD 1.2']],
    [NBP, ['2005-06-30 EUR/PLN 4', '2005-06-30 ROL/PLN 0.000111', '2005-07-01 EUR/PLN 4']],
  ];

  it.each([
    ['2005-06-30', 'ROL', '36043.018018018018018 mean'],
    ['2005-06-30', 'RON', 'absent'],
    ['2005-07-01', 'ROL', 'none'],
    ['2005-07-01', 'RON', '3.6 single'],
  ])('has on %s for %s: %s', (date, code, expected) => {
    expect(of(leu, code, day(date))).toBe(expected);
  });
});

describe('on weekends and holidays', () => {
  it('a list dated Saturday counts from Monday on, and not on the Friday on which it was published', () => {
    const published: Published = [
      [ECB, ['2026-03-13 EUR/USD 1.15', '2026-03-13 EUR/RUB 90', '2026-03-16 EUR/USD 1.15']],
      [CBR, ['2026-03-13 EUR/RUB 91', '2026-03-14 EUR/RUB 92']],
    ];
    expect(of(published, 'RUB', FRIDAY)).toBe('90.5 mean');
    expect(traceOf(blended(published, MONDAY), 'RUB')).toEqual(['CBR 2026-03-14 92 used', 'ECB 2026-03-13 90 used']);
  });

  it('GLOBAL has no date on a Saturday or a Sunday', () => {
    const source = toGlobal({
      histories: [history(CBR, ['2026-03-13 EUR/RUB 91', '2026-03-14 EUR/RUB 92', '2026-03-17 EUR/RUB 92'])],
      pegs: [],
      currencies: [],
      newestFetch: day('2026-03-17'),
    });
    expect(source.dates).toEqual(['2026-03-13', '2026-03-16', '2026-03-17']);
  });

  it('a bank that is closed contributes its figure of the day before', () => {
    const published: Published = [
      [ECB, ['2026-04-02 EUR/USD 1.15', '2026-04-02 EUR/TRY 50']],
      [TCMB, ['2026-04-02 EUR/TRY 50.2', '2026-04-03 EUR/TRY 50.4']],
    ];
    const friday = blended(published, day('2026-04-03'));
    expect(traceOf(friday, 'TRY')).toEqual(['ECB 2026-04-02 50 used', 'TCMB 2026-04-03 50.4 used']);
    expect(figureOf(friday, 'TRY')).toBe('50.2 mean');
  });
});

describe('a bank that publishes late', () => {
  const late = (lagDaysMax: number) =>
    definition('HKMA', 'HKD', { schedule: { days: [1, 2, 3, 4, 5], time: '12:00', timeZone: 'UTC', lagDaysMax } });
  const lines = CODES.map((code) => `2026-03-13 EUR/${code === 'HKD' ? 'SAR' : code} 2`);
  const build = (lagDaysMax: number) =>
    toGlobalSource(
      toGlobal({
        histories: [
          history(ECB, lines),
          history(late(lagDaysMax), ['2026-03-13 EUR/HKD 9', '2026-03-13 THB/HKD 0.25']),
        ],
        pegs: [],
        currencies: [],
        newestFetch: MONDAY,
      }),
    ).build(FRIDAY);
  const codesOf = (built: ReturnType<typeof build>) =>
    ('gap' in built ? [] : [...built.table.figures.keys()]).filter((code) => ['HKD', 'THB'].includes(code));

  it.each([
    [7, ['HKD', 'THB']],
    [8, []],
  ])('by up to %i days contributes %j', (lagDaysMax, expected) => {
    expect(codesOf(build(lagDaysMax))).toEqual(expected);
  });

  it('by more than 7 days is listed as excluded, with the reason', () => {
    const built = build(8);
    expect('gap' in built ? '' : built.provenance).toContain('["HKMA","publishes more than 7 days late"]');
  });

  it('by a few days contributes its older figure until the newer one is there', () => {
    const before: Published = [
      [ECB, ['2026-03-13 EUR/SEK 11']],
      [BNR, ['2026-03-10 EUR/RON 5.4', '2026-03-10 SEK/RON 0.5']],
    ];
    const after: Published = [
      before[0] ?? never(),
      [BNR, [...(before[1]?.[1] ?? []), '2026-03-13 EUR/RON 5.5', '2026-03-13 SEK/RON 0.5']],
    ];
    expect([of(before, 'SEK'), of(after, 'SEK')]).toEqual(['10.9 mean', '11 mean']);
  });
});

describe('each peg of data/pegs.csv', () => {
  const quoted = (currency: string, anchor: string, date: IsoDate): Published => [
    [
      ECB,
      ['USD', 'SGD', 'GBP', 'HKD', 'INR', 'ZAR', currency]
        .filter((code, place, all) => all.indexOf(code) === place)
        .map((code) => `${date} EUR/${code} ${code === currency ? '7' : '2'}`),
    ],
    [NBP, [`${addDays(date, -1)} EUR/PLN 4`, `${addDays(date, -1)} ${anchor === 'EUR' ? 'CHF' : anchor}/PLN 2`]],
  ];
  const edges = LAW.pegs
    .filter(({ since }) => since >= '1999-01-02')
    .map((peg) => [`${peg.currency} of ${peg.since}`, peg] as const);
  /** The last day on which GLOBAL states it. The conversion rates of the euro have no end, but their currencies have. */
  const lastOf = ({ currency, until }: (typeof LAW.pegs)[number]) => {
    const withdrawn = LAW.withdrawals.get(currency);
    return until ?? (withdrawn === undefined ? null : addDays(withdrawn, -1));
  };
  const ends = LAW.pegs
    .filter((peg) => (lastOf(peg) ?? '') >= '1999-01-02')
    .map((peg) => [`${peg.currency} to ${lastOf(peg)}`, peg] as const);
  const byLaw = (peg: (typeof LAW.pegs)[number], date: IsoDate) => {
    const anchor = peg.anchor === 'EUR' ? Ratio.of(1n, 1n) : Ratio.parse('2');
    const inAnchor = LAW.pegs.find((other) => other.currency === peg.anchor && other.since <= date) === undefined;
    expect(inAnchor).toBe(true);
    if ((LAW.withdrawals.get(peg.currency) ?? '9999') <= date) return 'none';
    return `${anchor.times(peg.units.toRatio()).over(peg.per.toRatio()).roundSignificant(20)} peg`;
  };

  it.each(edges)('gives the rate from its first day on, and the market gives it the day before: %s', (_, peg) => {
    const before = addDays(peg.since, -1);
    const earlier = LAW.pegs.some(({ currency, until }) => currency === peg.currency && until === before);
    if (!earlier) expect(of(quoted(peg.currency, peg.anchor, before), peg.currency, before)).toBe('7 single');
    expect(of(quoted(peg.currency, peg.anchor, peg.since), peg.currency, peg.since)).toBe(byLaw(peg, peg.since));
  });

  it.each(ends)('gives the rate until its last day, and not on the day after: %s', (_, peg) => {
    const last = lastOf(peg) ?? never();
    const after = addDays(last, 1);
    if (peg.since <= last)
      expect(of(quoted(peg.currency, peg.anchor, last), peg.currency, last)).toBe(byLaw(peg, last));
    const then = of(quoted(peg.currency, peg.anchor, after), peg.currency, after);
    const next = LAW.pegs.find(({ currency, since }) => currency === peg.currency && since === after);
    const hasEnded = (LAW.withdrawals.get(peg.currency) ?? '9999') <= after;
    expect(then).toBe(next === undefined ? (hasEnded ? 'none' : '7 single') : byLaw(next, after));
  });

  it('that ends with its currency ends on the day before the currency is withdrawn, or is its conversion rate', () => {
    for (const peg of LAW.pegs) {
      const isLast = !LAW.pegs.some(({ currency, since }) => currency === peg.currency && since > peg.since);
      const withdrawn = LAW.withdrawals.get(peg.currency);
      if (!isLast || withdrawn === undefined) continue;
      const isConversion = peg.anchor === 'EUR' && peg.until === null && peg.since <= withdrawn;
      expect([peg.currency, isConversion || peg.until === addDays(withdrawn, -1)]).toEqual([peg.currency, true]);
    }
  });
});
