import { describe, expect, it } from 'vitest';
import { toFixingTable } from '../../generator/rates/blend/fixing.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { SIDES } from '../../generator/wire/answers/table.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { definition, history } from '../support/banks/archives.ts';
import { readExamples } from '../support/kit/examples.ts';

const PLN = definition('NBP', 'PLN');
const PLN_SIDES = definition('NBP', 'PLN', { bidAsk: true });
const TRY_SIDES = definition('TCMB', 'TRY', { bidAsk: true });
const EUR_SIDES = definition('HNB', 'EUR', { bidAsk: true });
const RUB = definition('CBR', 'RUB');
const [EUR, CZK] = [definition('ECB', 'EUR'), definition('CNB', 'CZK')];
const BANKS = { EUR, CZK, PLN, PLN_SIDES, TRY_SIDES, EUR_SIDES };

/** `mid bid ask` at ten places, `-` where absent. */
function stated(of: ProviderDefinition, lines: readonly string[], date: string, code: string): string {
  const fixing = history(of, lines).fixing(parseIsoDate(date));
  const figures = toFixingTable(fixing).figures.get(currencyCode.parse(code));
  return figures === undefined ? 'absent' : SIDES.map((side) => figures[side]?.round(10) ?? '-').join(' ');
}

describe('a fixing states units of the currency per one unit of the reference currency', () => {
  type Row = [about: string, bank: keyof typeof BANKS, lines: string, code: string, expected: string];
  it.each(readExamples<Row>('rates/fixing.txt', 'figures'))('%s', (_, bank, lines, code, expected) => {
    expect(stated(BANKS[bank], lines.split(' | '), lines.slice(0, 10), code)).toBe(expected);
  });

  it('and has the reference currency at 1, with both sides if the provider states sides', () => {
    expect(stated(PLN, ['2026-03-02 USD/PLN 4'], '2026-03-02', 'PLN')).toBe('1 - -');
    expect(stated(TRY_SIDES, ['2026-03-02 USD/TRY 41~42'], '2026-03-02', 'TRY')).toBe('1 1 1');
  });

  it('in the reference currency of its date', () => {
    const references = [
      { from: '1994-05-30', currency: 'HRK' },
      { from: '2023-01-01', currency: 'EUR' },
    ];
    const hnb = definition('HNB', 'EUR', { references });
    const lines = ['2022-12-31 USD/HRK 7', '2023-01-02 EUR/USD 1.07'];
    expect(history(hnb, lines).fixing(parseIsoDate('2022-12-31')).reference).toBe('HRK');
    expect(history(hnb, lines).fixing(parseIsoDate('2023-01-02')).reference).toBe('EUR');
  });
});

describe('a weekly list stays in force until the next one, but at most 14 days', () => {
  const lines = [
    '2026-03-04 AFN/PLN 0.05 in weekly',
    '2026-03-04 XOF/PLN 0.0064 in weekly',
    '2026-03-11 XOF/PLN 0.0065 in weekly',
    ...['2026-03-04', '2026-03-10', '2026-03-11', '2026-03-25', '2026-03-26'].map((date) => `${date} EUR/PLN 4.2`),
  ];
  it.each([
    ['2026-03-04', 'AFN', '20 - -'],
    ['2026-03-10', 'AFN', '20 - -'],
    ['2026-03-11', 'AFN', 'absent'],
    ['2026-03-25', 'XOF', '153.8461538462 - -'],
    ['2026-03-26', 'XOF', 'absent'],
  ])('on %s %s is %s', (date, code, expected) => {
    expect(stated(PLN, lines, date, code)).toBe(expected);
  });

  it('and keeps its own date, which the provenance shows', () => {
    const quotation = history(PLN, lines).fixing(parseIsoDate('2026-03-10')).quotations.get(currencyCode.parse('AFN'));
    expect(quotation?.date).toBe('2026-03-04');
    expect(quotation?.weekly).toBe(true);
  });

  it('but a daily figure of the same currency replaces it', () => {
    const both = ['2026-03-04 UAH/PLN 0.08 in weekly', '2026-03-05 UAH/PLN 0.1'];
    expect(stated(PLN, both, '2026-03-05', 'UAH')).toBe('10 - -');
  });
});

describe('a pair against the bridge currency is crossed with the bridge’s own pair of the same day', () => {
  const JPY = definition('BOJ', 'JPY', { bridge: 'USD' });
  const lines = ['2026-03-02 USD/JPY 160', '2026-03-02 EUR/USD 1.25', '2026-03-03 EUR/USD 1.25'];
  it.each([
    ['2026-03-02', 'USD', '0.00625 - -'],
    // 1 EUR = 1.25 USD = 200 JPY
    ['2026-03-02', 'EUR', '0.005 - -'],
    // On a holiday in Tokyo there is no yen per dollar, and so no yen per euro.
    ['2026-03-03', 'EUR', 'absent'],
  ])('on %s %s is %s', (date, code, expected) => expect(stated(JPY, lines, date, code)).toBe(expected));

  it('and the quotation has the rows of both pairs', () => {
    const quotation = history(JPY, lines).fixing(parseIsoDate('2026-03-02')).quotations.get(currencyCode.parse('EUR'));
    expect(quotation?.rows.map(({ base, quote }) => `${base}/${quote}`)).toEqual(['EUR/USD', 'USD/JPY']);
  });
});

describe('rows that do not make a fixing are a failure that names the provider', () => {
  it.each<[string, ProviderDefinition, string, RegExp]>([
    ['bid above ask', TRY_SIDES, '2026-03-02 USD/TRY 42~41', /TCMB: bid above ask for USD on 2026-03-02/],
    ['a figure of zero', RUB, '2026-03-02 USD/RUB 0', /CBR: mid 0 for USD\/RUB on 2026-03-02/],
    ['a negative figure', RUB, '2026-03-02 USD/RUB -1', /CBR: mid -1 for USD\/RUB/],
    [
      'a pair without the reference currency',
      RUB,
      '2026-03-02 EUR/USD 1.1',
      /EUR\/USD on 2026-03-02 does not contain RUB/,
    ],
  ])('%s', (_, of, line, message) => {
    expect(() => history(of, [line]).fixing(parseIsoDate('2026-03-02'))).toThrow(message);
  });
});
