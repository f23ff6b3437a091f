import { describe, expect, it } from 'vitest';
import { groupBy } from '../../generator/kit/items.ts';
import type { Blend } from '../../generator/rates/blend/blend.ts';
import { consensus, type Rebased } from '../../generator/rates/blend/consensus.ts';
import { toGlobal } from '../../generator/rates/blend/global.ts';
import { toVoices } from '../../generator/rates/blend/voices.ts';
import { blendProvenance } from '../../generator/release/tree/read/provenance.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { EUR, type IsoDate, providerCode } from '../../generator/wire/words/schemas.ts';
import { definition, history } from '../support/banks/archives.ts';
import { readExamples } from '../support/kit/examples.ts';
import { randomOf } from '../support/kit/random.ts';
import { blended as blendedBy, type Published } from '../support/trees/blended.ts';

const DAY = parseIsoDate('2026-03-13');
const ECB = definition('ECB', 'EUR');
const NBP = definition('NBP', 'PLN');
const BOC = definition('BOC', 'CAD');
const PEGS = readPegs({
  text: [
    'currency,anchor,per,units,since,until,kind,source',
    'BGN,EUR,1,1.95583,1999-01-01,2025-12-31,law,law of one bank',
    'AED,USD,1,3.6725,2000-01-01,,law,law of another',
    'XPF,EUR,8.38,1000,1999-01-01,,law,decree',
    '',
  ].join('\n'),
  file: 'pegs.csv',
});

const LAW = { pegs: PEGS, withdrawals: new Map() };
const blended = (published: Published, date = DAY) => blendedBy(published, date, LAW);

function figure(published: Published, code: string, date?: IsoDate): string {
  const found = blended(published, date).figures.find(({ currency }) => currency === code);
  return found === undefined ? 'absent' : `${found.figure} ${found.method}`;
}

function reasons(published: Published, code: string): string[] {
  const { figures, missing } = blended(published);
  const all = [...figures, ...missing].filter(({ currency }) => currency === code);
  return all.flatMap(({ leftOut }) => leftOut.map(({ provider, reason }) => `${provider}: ${reason}`));
}

describe('a contributor’s newest figure is rebased to EUR with its own figures', () => {
  it.each(readExamples('rates/blend.txt', 'rebased figures'))('%s', (_, lines, code, expected) => {
    const ofEach = groupBy(lines.split(' | '), (line) => line.slice(0, 3));
    const published = [ECB, NBP, BOC].flatMap((bank): Published => {
      const own = ofEach.get(bank.code);
      return own === undefined ? [] : [[bank, own.map((line) => line.slice(4))]];
    });
    expect(figure(published, code)).toBe(expected);
  });

  it.each<[string, Published, string, string[]]>([
    ['it is too old', [[ECB, ['2026-03-05 EUR/USD 1.15']]], 'USD', ['ECB: older than 7 days']],
    ['it has one side only', [[ECB, ['2026-03-13 EUR/USD 1.15~']]], 'USD', ['ECB: one side only, no mid']],
    [
      'it cannot be rebased',
      [[NBP, ['2026-03-13 GBP/PLN 5']]],
      'GBP',
      ['NBP: no EUR or USD figure of its date to rebase with'],
    ],
  ])('and a figure that is left out is listed with the reason: %s', (_, published, code, expected) => {
    expect(reasons(published, code)).toEqual(expected);
  });

  it('and a contributor without a EUR figure has no vote on EUR/USD', () => {
    const published: Published = [
      [ECB, ['2026-03-13 EUR/USD 1.25']],
      [BOC, ['2026-03-13 USD/CAD 1.4']],
    ];
    expect(figure(published, 'USD')).toBe('1.25 single');
  });
});

describe('several contributors become one figure', () => {
  const voices = (values: readonly string[]): Rebased[] =>
    values.map((value, place) => ({
      provider: providerCode.parse(`P${'ABCDEFGHI'[place]}`),
      date: DAY,
      made: DAY,
      document: '',
      value: Ratio.parse(value),
      carrier: EUR,
    }));

  it.each<[string[], string]>([
    [['1.25'], '1.25 single'],
    [['1', '1.02'], '1.01 mean'],
    [['1', '1.03'], '1.015 mean'],
    [['1.0301', '1'], 'disputed'],
    [['1', '9'], 'disputed'],
    [['1', '1.06', '9'], 'disputed'],
    [['1', '5', '9'], 'disputed'],
    [['1.03', '1', '1.01'], '1.01 median'],
    [['1', '1.01', '1.02', '1.04'], '1.015 median'],
    [['1', '1.04', '9'], '1.04 median'],
    [['1', '1.01', '1.02', '9'], '1.01 median without 9'],
    [['1', '1.01', '1.02', '1.0605'], '1.015 median'],
    [['1', '1.01', '1.02', '1.066'], '1.01 median without 1.066'],
    [['1', '1', '2', '2'], 'disputed'],
    [['1', '1', '2', '2', '2'], '2 median without 1 without 1'],
  ])('%j gives %s', (values, expected) => {
    const agreed = consensus(voices(values));
    const without = agreed?.outliers.map(({ value }) => ` without ${value}`).join('') ?? '';
    expect(agreed === null ? 'disputed' : `${agreed.value} ${agreed.method}${without}`).toBe(expected);
  });

  it('of no contributors there is no figure', () => expect(consensus([])).toBeNull());

  it('no contributor can move the figure outside the others’ range, or remove one on which they agree', () => {
    const random = randomOf(20260313);
    for (let round = 0; round < 5_000; round++) {
      const spread = random.pick([3n, 40n, 100n, 5_000n]);
      const others = Array.from({ length: 2 + random.below(6) }, () =>
        Ratio.of(1000n + random.bigBelow(spread), 1000n),
      );
      const stray = Ratio.of(1n + random.bigBelow(random.pick([2_000n, 1_000_000n])), 1000n);
      const place = random.below(others.length + 1);
      const all = [...others.slice(0, place), stray, ...others.slice(place)].map(String);
      const value = consensus(voices(all))?.value;
      const sorted = [...others].sort((left, right) => left.compareTo(right));
      if (value === undefined && spread > 40n) continue;
      expect(value?.compareTo(sorted[0] as Ratio), `${all} gave ${value}`).toBeGreaterThanOrEqual(0);
      expect(value?.compareTo(sorted.at(-1) as Ratio), `${all} gave ${value}`).toBeLessThanOrEqual(0);
    }
  });

  it('the order of the contributors makes no difference', () => {
    const published: Published = [
      [ECB, ['2026-03-13 EUR/USD 1.15', '2026-03-13 EUR/PLN 4.26']],
      [NBP, ['2026-03-13 EUR/PLN 4.25', '2026-03-13 USD/PLN 3.7', '2026-03-12 XDR/PLN 5']],
      [BOC, ['2026-03-13 EUR/CAD 1.57', '2026-03-13 USD/CAD 1.37', '2026-03-11 PLN/CAD 0.37']],
    ];
    const provenanceOf = (made: Blend) => blendProvenance(made, toVoices(made), [], 'digest');
    const text = (order: Published) => provenanceOf(blended(order));
    expect(text([...published].reverse())).toBe(text(published));
  });
});

describe('where a law fixes the rate, GLOBAL states that rate', () => {
  const quoted = (date: string): Published => [
    [ECB, [`${date} EUR/BGN 1.9`, `${date} EUR/USD 1.2`, `${date} EUR/AED 4`, `${date} EUR/XPF 119`]],
  ];
  it.each([
    ['2025-12-31', 'BGN', '1.95583 peg'],
    ['2026-01-01', 'BGN', '1.9 single'],
    ['2025-12-31', 'AED', '4.407 peg'],
    ['2025-12-31', 'XPF', '119.33174224343675418 peg'],
  ])('on %s %s is %s', (date, code, expected) => {
    expect(figure(quoted(date), code, parseIsoDate(date))).toBe(expected);
  });

  it('only while some provider quotes the currency', () => {
    expect(figure([[ECB, ['2026-03-13 EUR/USD 1.2']]], 'AED')).toBe('absent');
  });

  it('and the contributors are listed as left out', () => {
    expect(reasons([[ECB, ['2026-03-13 EUR/USD 1.2', '2026-03-13 EUR/AED 4']]], 'AED')).toEqual(['ECB: official peg']);
  });
});

describe('GLOBAL has a fixing if it can state enough currencies', () => {
  const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `A${letter}A`);
  const lines = (count: number, date: string) => codes.slice(0, count).map((code) => `${date} EUR/${code} 2`);
  const gapOf = (...all: string[]) => blended([[ECB, all]]).gap;

  it.each<[string, string[], string | null]>([
    ['20 currencies with EUR are enough', lines(19, '2026-03-13'), null],
    ['19 are too few', lines(18, '2026-03-13'), 'states 19 currencies, 20 are needed'],
    [
      'nine tenths of those quoted in 31 days are enough',
      [...lines(25, '2026-02-11'), ...lines(23, '2026-03-13')],
      null,
    ],
    [
      'fewer than nine tenths are too few',
      [...lines(26, '2026-02-11'), ...lines(23, '2026-03-13')],
      'states 23 of the 26 currencies quoted in the 31 days before, nine tenths are needed',
    ],
    [
      'a currency last quoted 32 days ago does not count',
      [...lines(26, '2026-02-10'), ...lines(23, '2026-03-13')],
      null,
    ],
  ])('%s', (_, published, expected) => {
    expect(gapOf(...published)).toBe(expected);
  });

  const source = (of: ProviderDefinition, newestFetch: string) =>
    toGlobal({
      histories: [history(of, ['2026-03-05 EUR/USD 1.2', '2026-03-13 EUR/USD 1.2'])],
      pegs: [],
      currencies: [],
      newestFetch: parseIsoDate(newestFetch),
    });

  it('on days from Monday to Friday, from the first fixing to the newest fetch', () => {
    const days = ['05', '06', '09', '10', '11', '12', '13', '16', '17'].map((day) => `2026-03-${day}`);
    expect(source(ECB, '2026-03-17').dates).toEqual(days);
  });

  it.each<[string, Partial<ProviderDefinition>]>([
    ['monthly', { monthly: true }],
    ['obsolete', { obsolete: true }],
    ['publishes more than 7 days late', { schedule: { days: [1], time: '12:00', timeZone: 'UTC', lagDaysMax: 8 } }],
  ])('never from a provider to which this applies: %s', (_, facts) => {
    expect(source(definition('ECB', 'EUR', facts), '2026-03-17').dates).toEqual([]);
  });
});
