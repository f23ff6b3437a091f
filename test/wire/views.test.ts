/** From a fixing to an answer: currencies, side and base, each figure rounded once from the exact value. */
import { describe, expect, it } from 'vitest';
import { type Figures, type Table, toTable, type View } from '../../generator/wire/answers/table.ts';
import { quotes, type RatesWanted, toConversion, toRates } from '../../generator/wire/answers/views.ts';
import { Decimal, Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode, GLOBAL, providerCode } from '../../generator/wire/words/schemas.ts';

const code = (text: string) => currencyCode.parse(text);
const date = parseIsoDate('2025-09-08');
const ratio = (text: string | null) => (text === null ? null : Ratio.parse(text));

function table(
  provider: string,
  reference: string,
  bidAsk: boolean,
  rows: Record<string, readonly (string | null)[]>,
): Table {
  const facts = { provider: providerCode.parse(provider), date, reference: code(reference), bidAsk };
  const figures = Object.entries(rows).map(([currency, [mid = null, bid = null, ask = null]]) => {
    return [code(currency), { mid: ratio(mid), bid: ratio(bid), ask: ratio(ask) } satisfies Figures] as const;
  });
  return toTable(facts, figures);
}

/** Lira per dollar: buying 41.1816, selling 41.2558, no mid published. The SDR has only one side. */
const TCMB = table('TCMB', 'TRY', true, {
  USD: ['2/82.4374', '1/41.2558', '1/41.1816'],
  XDR: [null, null, '1/56.4059'],
});
const ECB = table('ECB', 'EUR', false, { USD: ['1.1717'], JPY: ['172.99'], BGN: ['1.95583'] });
const WORLD = table('GLOBAL', 'EUR', false, {
  USD: ['1.1717'],
  XAU: ['3/10000'],
  VES: ['180000000000'],
  JPY: ['172.99'],
});

const asked = (view: View, base: string, currencies: readonly string[] | null = null, places = 10): RatesWanted => ({
  view,
  base: code(base),
  currencies: currencies === null ? null : new Set(currencies.map(code)),
  places,
});

function rates(of: Table, ...wanted: Parameters<typeof asked>): Record<string, string> {
  const document = toRates(of, asked(...wanted));
  return Object.fromEntries(
    document.rates.map(({ currency, ...figures }) => [currency, Object.values(figures).join(' ')]),
  );
}

function converted(of: Table, amount: string, base: string, to: readonly string[] | null = null, places = 10) {
  const wanted = {
    base: code(base),
    to: to === null ? null : new Set(to.map(code)),
    amount: Decimal.parse(amount),
    places,
  };
  const document = toConversion(of, wanted);
  return Object.fromEntries(document.conversions.map((row) => [row.currency, row.convertedAmount]));
}

describe('the Turkish case: dollars per lira from lira per dollar', () => {
  it.each([
    ['standard', { TRY: '1', USD: '0.0242608331' }],
    ['bid', { TRY: '1', USD: '0.0242390161' }],
    ['ask', { TRY: '1', USD: '0.0242826894', XDR: '0.0177286419' }],
    ['extended', { TRY: '1 1 1', USD: '0.0242608331 0.0242390161 0.0242826894', XDR: '0 0 0.0177286419' }],
  ] as const)('%s', (view, expected) => {
    expect(rates(TCMB, view, 'TRY')).toEqual(expected);
  });

  it('a thousand million lira are converted with the exact ratio, 10^13 / 412187, not with the rounded rate', () => {
    // Long division: 412187 × 24260833.0684859056 = 9999999999999.99997…; the rounded rate would give 24260833.1.
    expect(converted(TCMB, '1e9', 'TRY', ['USD'])).toEqual({ USD: '24260833.0684859057' });
    expect(converted(TCMB, '-1000000000', 'TRY', ['USD'])).toEqual({ USD: '-24260833.0684859057' });
  });

  it('the reverse conversion gives exactly the published middle', () => {
    expect(converted(TCMB, '1', 'USD', ['TRY'])).toEqual({ TRY: '41.2187' });
  });

  it('a currency with only one side is neither converted nor a base', () => {
    expect(converted(TCMB, '100', 'USD')).toEqual({ TRY: '4121.87', USD: '100' });
    expect([quotes(TCMB, code('XDR')), quotes(TCMB, code('USD')), quotes(TCMB, code('CHF'))]).toEqual([
      false,
      true,
      false,
    ]);
    expect(() => converted(TCMB, '100', 'XDR')).toThrow('XDR is not quoted by TCMB on 2025-09-08');
  });
});

describe('rates', () => {
  it('name provider, date and base', () => {
    expect(toRates(ECB, asked('standard', 'EUR'))).toMatchObject({ provider: 'ECB', date: '2025-09-08', base: 'EUR' });
  });

  it('have the base at 1 and are in the order of codes', () => {
    expect(Object.entries(rates(ECB, 'standard', 'EUR'))).toEqual([
      ['BGN', '1.95583'],
      ['EUR', '1'],
      ['JPY', '172.99'],
      ['USD', '1.1717'],
    ]);
  });

  it('leave out the base if it was not asked for, and currencies that the fixing does not quote', () => {
    expect(rates(ECB, 'standard', 'EUR', ['USD', 'CHF'])).toEqual({ USD: '1.1717' });
    expect(rates(ECB, 'standard', 'EUR', ['EUR'])).toEqual({ EUR: '1' });
    expect(rates(ECB, 'standard', 'EUR', ['CHF'])).toEqual({});
    expect(rates(ECB, 'standard', 'EUR', [])).toEqual({});
  });

  it('have 0 in the extended view for sides that the provider does not state, even of the base', () => {
    expect(rates(ECB, 'extended', 'EUR', ['EUR', 'USD'])).toEqual({ EUR: '1 0 0', USD: '1.1717 0 0' });
    expect(rates(ECB, 'bid', 'EUR')).toEqual({});
  });

  it.each([
    [10, '0.0242608331'],
    [9, '0.024260833'],
    [8, '0.02426083'],
    [5, '0.02426'],
    [3, '0.024'],
    [1, '0'],
    [0, '0'],
  ])('at %i places are rounded from the exact value: %s', (places, expected) => {
    expect(rates(TCMB, 'standard', 'TRY', ['USD'], places)).toEqual({ USD: expected });
  });

  it('at fewer places are not rounded from the text with 10 places', () => {
    // 0.12344999999999 is 0.12345 to 10 places, and that to 4 would be 0.1235.
    const near = table('ECB', 'EUR', false, { USD: ['0.12344999999999'] });
    expect(rates(near, 'standard', 'EUR', ['USD'])).toEqual({ USD: '0.12345' });
    expect(rates(near, 'standard', 'EUR', ['USD'], 4)).toEqual({ USD: '0.1234' });
  });
});

describe('another base of GLOBAL', () => {
  it('takes one division of each figure by that of the base', () => {
    expect(rates(WORLD, 'standard', 'USD')).toEqual({
      EUR: '0.8534607835',
      JPY: '147.6401809337',
      USD: '1',
      VES: '153622941025.8598617394',
      XAU: '0.0002560382',
    });
    expect(toRates(WORLD, asked('standard', 'USD'))).toMatchObject({ provider: GLOBAL, base: 'USD' });
  });

  it('gives A→B × B→A = 1, and writes 0 for a rate too small for 10 places', () => {
    expect(rates(WORLD, 'standard', 'VES', ['XAU', 'EUR', 'VES'])).toEqual({ EUR: '0', VES: '1', XAU: '0' });
    expect(rates(WORLD, 'standard', 'XAU', ['EUR'])).toEqual({ EUR: '3333.3333333333' });
  });

  it('has no sides in the extended view', () => {
    expect(rates(WORLD, 'extended', 'USD', ['USD', 'EUR'])).toEqual({ EUR: '0.8534607835 0 0', USD: '1 0 0' });
  });

  it('that the fixing does not quote is an error of the caller', () => {
    expect(() => rates(WORLD, 'standard', 'CHF')).toThrow(RangeError);
  });
});

describe('conversions', () => {
  it('cover all quoted currencies and the base by default, and repeat the amount in plain notation', () => {
    expect(converted(ECB, '100', 'USD')).toEqual({
      BGN: '166.9224204148',
      EUR: '85.3460783477',
      JPY: '14764.0180933686',
      USD: '100',
    });
    const wanted = { base: code('USD'), to: null, places: 2 };
    expect(toConversion(ECB, { ...wanted, amount: Decimal.parse('100.0') }).amount).toBe('100');
    expect(toConversion(ECB, { ...wanted, amount: Decimal.parse('1e-7') }).amount).toBe('0.0000001');
    expect(toConversion(ECB, { ...wanted, amount: Decimal.parse('-0') }).amount).toBe('0');
  });

  it.each([
    ['1e21', '1171700000000000000000'],
    ['9999999999999999999999999999999999999999', '11716999999999999999999999999999999999998.8283'],
    ['0.0000001', '0.0000001172'],
    ['0', '0'],
    ['-0.00000000001', '0'],
    ['-2.5', '-2.92925'],
  ])('%s euro are %s dollars', (amount, expected) => {
    expect(converted(ECB, amount, 'EUR', ['USD'])).toEqual({ USD: expected });
  });

  it('of an invoice and its refund mirror each other, even at a tie', () => {
    expect(converted(ECB, '0.125', 'EUR', ['EUR'], 2)).toEqual({ EUR: '0.13' });
    expect(converted(ECB, '-0.125', 'EUR', ['EUR'], 2)).toEqual({ EUR: '-0.13' });
  });
});
