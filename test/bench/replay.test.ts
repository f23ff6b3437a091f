/** The replay of nights (docs/replay.md): its invented market and lists, its faults, and what it makes of a night. */
import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { addDays, parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { type Bank, levelsOf, quotesOf } from '../../scripts/audit/replay/banks.ts';
import { CASES } from '../../scripts/audit/replay/cases.ts';
import { exchanged, ofWorth, START, worth } from '../../scripts/audit/replay/faults.ts';
import { isClosed, weekdayBefore } from '../../scripts/audit/replay/habits.ts';
import { isNamed } from '../../scripts/audit/replay/judge.ts';
import { type Fault, type Life, listOf } from '../../scripts/audit/replay/lists.ts';
import { BEGINNING, Market } from '../../scripts/audit/replay/market.ts';
import { toCsv, toRow, toText } from '../../scripts/audit/replay/table.ts';

const day = parseIsoDate;
const USD_PEG = { currency: 'AED', anchor: 'USD', per: '1', units: '3.6725', since: day('1997-12-01'), until: null };
const pegs = [{ ...USD_PEG, kind: 'decision', source: 'its board' }] as never;
const levels = new Map(Object.entries({ USD: 1.2, AED: 4.3, SEK: 11, NOK: 12, JPY: 180, UZS: 14000 }));
const market = new Market({ seed: '7', levels, pegs });

const row = (base: string, quote: string, per: string, [mid, bid, ask]: readonly [string, string, string]) =>
  ({ date: BEGINNING, base, quote, per, unit: '', mid, bid, ask, seen: '', document: '', table: 'daily' }) as const;
const facts = PROVIDERS.find(({ code }) => code === 'CNB');
if (facts === undefined) throw new Error('CNB has no adapter');
const pairs = [
  row('USD', 'SEK', '1', ['9.1667', '', '']),
  row('NOK', 'SEK', '1', ['0.9167', '', '']),
  row('JPY', 'SEK', '100', ['', '6.10', '6.12']),
  row('SEK', 'UZS', '1', ['1272.73', '', '']),
  row('EUR', 'SEK', '1', ['11.0000', '', '']),
];
const bank: Bank = {
  code: 'CNB',
  facts,
  reference: 'SEK',
  tables: [{ name: 'daily', url: 'https://bank.example/list', rhythm: 'daily', pairs }],
};
const state = (life: Life = {}, fault: Fault = {}, on = START) =>
  listOf({ seed: '7', bank, market }, on, life, fault).map((one) => one.row);
const clean = state();
const figure = (rows: readonly (typeof clean)[number][], base: string) => {
  const found = rows.find((one) => one.base === base);
  return Number(found?.mid || found?.bid) / Number(found?.per);
};

describe('the invented market', () => {
  const walk = (of: Market, currency: string) =>
    Array.from({ length: 40 }, (_, days) => of.perEuro(currency, addDays(BEGINNING, days)));

  it('is the same for a seed, and another one for another seed', () => {
    expect(walk(new Market({ seed: '7', levels, pegs }), 'SEK')).toEqual(walk(market, 'SEK'));
    expect(walk(new Market({ seed: '8', levels, pegs }), 'SEK')).not.toEqual(walk(market, 'SEK'));
  });

  it('begins at its levels, moves from Monday to Friday, and stays near', () => {
    const [first, saturday, sunday, monday] = walk(market, 'SEK');
    expect([first, saturday, sunday]).toEqual([11, 11, 11]);
    expect(monday).not.toBe(11);
    expect(Math.max(...walk(market, 'SEK')) / Math.min(...walk(market, 'SEK'))).toBeLessThan(1.3);
  });

  it('keeps pegs until a case ends them', () => {
    const perDollar = (of: Market, on: string) => of.perEuro('AED', day(on)) / of.perEuro('USD', day(on));
    expect(perDollar(market, '2026-10-05')).toBeCloseTo(3.6725, 10);
    const ended = market.with({ shocks: [{ currency: 'AED', day: START, factor: 0.5 }] });
    expect(perDollar(ended, '2026-09-30')).toBeCloseTo(3.6725, 10);
    expect(perDollar(ended, '2026-10-01')).toBeCloseTo(7.345, 10);
  });

  it('states a new code by another one', () => {
    const renamed = market.with({ aliases: [{ code: 'VED', of: 'SEK', units: 2 }] });
    expect(renamed.perEuro('VED', START)).toBe(2 * market.perEuro('SEK', START));
    expect([market.knows('VED'), renamed.knows('VED')]).toEqual([false, true]);
  });
});

describe('the list of a bank', () => {
  it('is the market in its pairs, units and digits, the same each time', () => {
    expect(state()).toEqual(clean);
    expect(clean.map(({ base, quote, per }) => `${per} ${base}/${quote}`)).toEqual(
      pairs.map(({ base, quote, per }) => `${per} ${base}/${quote}`),
    );
    expect(figure(clean, 'USD')).toBeCloseTo(market.perEuro('SEK', START) / market.perEuro('USD', START), 0);
    expect(clean.map(({ mid }) => mid.split('.')[1]?.length ?? 0)).toEqual([4, 5, 0, 2, 4]);
  });

  it('is another one of another bank or seed', () => {
    const others = [
      listOf({ seed: '8', bank, market }, START),
      listOf({ seed: '7', bank: { ...bank, code: 'NBP' }, market }, START),
    ];
    for (const other of others) expect(other.map((one) => one.row.mid)).not.toEqual(clean.map(({ mid }) => mid));
  });

  it.each<[string, Life, Fault, (rows: typeof clean) => unknown, unknown]>([
    ['a silent bank', { isSilent: true }, {}, (rows) => rows.length, 0],
    ['a slip in a base', {}, worth('NOK', 10), (rows) => figure(rows, 'NOK') / figure(clean, 'NOK'), 10],
    ['a slip in a quote', {}, worth('UZS', 10), (rows) => figure(rows, 'SEK') / figure(clean, 'SEK'), 0.1],
    ['a slip elsewhere', {}, worth('NOK', 10), (rows) => figure(rows, 'USD') / figure(clean, 'USD'), 1],
    ['a unit forgotten', {}, { per: '1' }, (rows) => figure(rows, 'JPY') / figure(clean, 'JPY'), 100],
    ['a unit changed', { per: '1' }, {}, (rows) => figure(rows, 'JPY') / figure(clean, 'JPY'), 1],
    ['columns', {}, exchanged('USD', 'NOK'), (rows) => figure(rows, 'NOK') / figure(clean, 'USD'), 1],
    ['sides', {}, { sides: 'exchanged' }, (rows) => rows.filter(({ bid, ask }) => bid > ask).length, 1],
  ])('with %s', (_, life, fault, measure, expected) => {
    expect(measure(state(life, fault))).toBeCloseTo(expected as number, 1);
  });

  it('of another day has its figures and the day of today', () => {
    const old = state({}, { marketDay: day('2026-09-03') });
    const then = state({}, {}, day('2026-09-03'));
    expect(old).toEqual(then.map((one) => ({ ...one, date: START })));
  });

  it('has new codes beside or in place of its own', () => {
    const own = { seed: '7', bank, market: market.with({ aliases: [{ code: 'VED', of: 'NOK', units: 1 }] }) };
    const codes = (life: Life) => listOf(own, START, life).map((one) => one.row.base);
    expect(codes({ also: { code: 'VED', like: 'NOK' } })).toEqual(['USD', 'NOK', 'VED', 'JPY', 'SEK', 'EUR']);
    expect(codes({ code: (code) => (code === 'NOK' ? 'VED' : code) })).toEqual(['USD', 'VED', 'JPY', 'SEK', 'EUR']);
  });

  it('is read as units per unit of its own currency, and gives the levels of the market', () => {
    expect(quotesOf(bank, pairs).get('JPY')?.[0]).toBeCloseTo(100 / 6.11, 10);
    expect(levelsOf([bank]).get('JPY')).toBeCloseTo(11 / 0.0611, 6);
    expect(levelsOf([bank]).get('SEK')).toBe(11);
  });
});

describe('habits and cases', () => {
  it('close banks on weekends and now and then', () => {
    expect(isClosed('7', bank, day('2026-10-03'))).toBe(true);
    const closed = PROVIDERS.filter(({ code }) => isClosed('7', { ...bank, code }, day('2026-11-17')));
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.length).toBeLessThan(20);
    expect(weekdayBefore(day('2026-10-05'))).toBe('2026-10-02');
  });

  it('have each a name, nights in order, and a fault or something that happens', () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    for (const { nights, fault, life, shocks } of CASES) {
      expect([...nights].sort()).toEqual(nights);
      const codes = PROVIDERS.map(({ code }) => code);
      const isHit = (on: (typeof nights)[number]) =>
        codes.some((code) => (fault?.(code, on) ?? null) !== null || Object.keys(life?.(code, on) ?? {}).length > 0);
      expect(shocks !== undefined || nights.some(isHit)).toBe(true);
    }
  });

  it('a currency of more worth raises the figures of which it is the base', () => {
    expect(ofWorth({ base: 'SEK', quote: 'NOK' }, 'SEK', 2)).toBe(2);
    expect(ofWorth({ base: 'SEK', quote: 'NOK' }, 'NOK', 2)).toBe(0.5);
    expect(ofWorth({ base: 'SEK', quote: 'NOK' }, 'USD', 2)).toBe(1);
  });
});

describe('a night', () => {
  const about = { who: 'BDI', currency: 'HTG', faulty: ['BDI'], isCurrency: (word: string) => levels.has(word) };
  it.each([
    [true, 'in quarantine: BDI/2026-10-01/EUR/HTG 15: 900 %', 'BDI'],
    [true, 'BDI daily: the list is that of 2026-09-03', 'BDI'],
    [true, 'BDI daily: the list is that of 2026-09-03', 'GLOBAL'],
    [false, 'in quarantine: BDI/2026-10-01/NOK/SEK 15: 900 %', 'BDI'],
    [false, 'ECB daily: the list is that of 2026-09-03', 'BDI'],
    [false, 'MAHTG: nothing', 'BDI'],
  ])('names a figure: %s by %j', (expected, sentence, who) => {
    expect(isNamed({ code: 2, sentences: [sentence] }, { ...about, who })).toBe(expected);
    expect(isNamed({ code: 3, sentences: [sentence] }, { ...about, who })).toBe(true);
  });

  it('becomes a part of a row', () => {
    const night = (code: number) => ({ day: START, code, outcome: '', refusals: [], sentences: [], seconds: 1 });
    const wrong = (who: string, ratio: number, isNamedToo: boolean) => ({
      who,
      currency: 'HTG',
      ratio,
      isNamed: isNamedToo,
    });
    const held = [{ who: 'BDI', currency: 'HTG', ratio: null, isNamed: true }];
    const rows = [
      toRow('slip', [
        { night: night(0), wrong: [wrong('BDI', 10, true), wrong('GLOBAL', 0.95, false)], held: [], isFaulty: true },
        { night: night(2), wrong: [wrong('BDI', 0.05, false)], held, isFaulty: false },
      ]),
    ];
    expect(rows[0]).toMatchObject({
      global_wrong: '-5.0',
      global_nights: '1',
      global_silent: '1',
      bank_wrong: '-95.0',
      bank_nights: '2',
      bank_silent: '1',
      worst: 'BDI HTG',
      bank_held: '1',
      global_held: '0',
      alarms: '1',
      codes: '0 2',
    });
    expect(toCsv(rows, false)).toContain('slip,,,2,-5.0,1,1,-95.0,2,1,BDI HTG,0,1,1,1,0 2');
    expect(toText(rows).split('\n').length).toBe(2);
  });
});
