/** How codes and names of parameters may be written, by every door: a penny is never taken for a pound. */

import { describe, expect, it } from 'vitest';
import { searched } from '../../generator/site/page/language/searched.ts';
import { toWrittenCode, whyUnknown } from '../../generator/wire/words/written-codes.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const { ask } = await gatewayOver(diskStore(writeSmallTree()));

/** The place of the code is named CODE. */
const DOORS = [
  '/v1/convert?amount=100&base=CODE&to=EUR',
  '/v1/convert?amount=100&base=EUR&to=USD,CODE',
  '/v1/latest?base=CODE',
  '/v1/latest?currencies=CODE',
  '/v1/historical?date=2026-03-11&currencies=CODE',
  '/v1/series?from=2026-03-11&currencies=CODE',
  '/v1/series?from=2026-03-11&base=CODE',
  '/v2/rates?base=CODE',
  '/v2/rates?quotes=USD,CODE',
  '/v2/rates.csv?quotes=CODE',
  '/v2/rate/USD/CODE',
  '/v2/rate/CODE/USD',
  '/frankfurter/v1/latest?from=CODE',
  '/frankfurter/v1/latest?symbols=USD,CODE',
  '/frankfurter/v1/2026-03-11..?to=CODE',
  '/fixer/latest?base=CODE',
  '/fixer/latest?symbols=CODE',
  '/fixer/convert?from=CODE&to=EUR&amount=100',
  '/fixer/timeseries?start_date=2026-03-11&end_date=2026-03-13&symbols=CODE',
  '/oxr/api/latest.json?symbols=CODE',
  '/oxr/api/convert/100/CODE/EUR',
  '/currencylayer/live?source=CODE',
  '/currencylayer/convert?from=USD&to=CODE&amount=1',
  '/v4/latest/CODE',
  '/v6/latest/CODE',
  '/v6/-/pair/CODE/USD',
  '/api/v7/convert?q=CODE_USD',
  '/api/v7/convert?q=usd_CODE&compact=ultra',
  '/daily/CODE.json',
  '/latest/v1/currencies/CODE.json',
  '/service/data/EXR/D.CODE.EUR.SP00.A?format=csvdata',
];

describe.each(DOORS)('%s', (door) => {
  const asked = (code: string) => ask(door.replace('CODE', code));

  it.each(['GBp', 'gBP', 'Gbp', 'GBX', 'gbx', 'RMB', 'rmb'])('refuses %s and says why', async (code) => {
    const { status, text } = await asked(code);
    expect([status >= 400, text.includes(whyUnknown(code).slice(2, 30))], text).toEqual([true, true]);
  });
});

it.each(DOORS.filter((door) => !/^.(frankfurter|service)/.test(door)))(
  '%s takes GBP in small letters',
  async (door) => {
    const [capitals, small] = await Promise.all(['GBP', 'gbp'].map((code) => ask(door.replace('CODE', code))));
    expect([small?.status, small?.text]).toEqual([200, capitals?.text]);
  },
);

describe('a code', () => {
  it.each([
    ['usd', 'USD'],
    ['USD', 'USD'],
    ['pl-vat', 'PL-VAT'],
    ['GBp', 'GBp'],
    ['uSD', 'uSD'],
    ['ınr', 'ıNR'], // without its dot the letter is another one
    ['ｇｂｐ', 'ｇｂｐ'],
    ['', ''],
  ])('%s is read as %s', (text, code) => {
    expect(toWrittenCode(text)).toBe(code);
  });

  it.each([
    ['GBX', ': it is a hundredth of GBP; write GBP, and divide the amount by 100'],
    ['GBp', ': it is a hundredth of GBP; write GBP, and divide the amount by 100'],
    ['ZAc', ': it is a hundredth of ZAR; write ZAR, and divide the amount by 100'],
    ['ILA', ': it is a hundredth of ILS; write ILS, and divide the amount by 100'],
    ['Usd', ': a code is all capitals or all small letters, never both'],
    ['Ecb', ': a code is all capitals or all small letters, never both'],
    ['RMB', ': write CNY'],
    ['NTD', ': write TWD'],
    ['UKL', ': write GBP'],
    ['ZZZ', ''],
  ])('%s is explained by "%s"', (code, words) => {
    expect(whyUnknown(code)).toBe(words);
  });

  it.each([
    ['/v1/latest?provider=Bnm', 1001],
    ['/v1/historical?date=2026-03-11&rule=Pl-vat', 1025],
  ])('of another kind is judged alike: %s is refused with %i', async (question, errorCode) => {
    const { text } = await ask(question);
    expect(JSON.parse(text)).toEqual({ errorCode, message: expect.stringContaining('all capitals or all small') });
  });

  it('that is typed into the page finds no other code', () => {
    const choices = [
      { value: 'GBP', text: 'GBP: British Pound' },
      { value: 'PLN', text: 'PLN: Polish Zloty' },
    ];
    const found = (words: string) => searched(choices, words).map(({ value }) => value);
    expect(['GBp', 'Gbp', 'gbp', 'GBP', 'Pol'].map(found)).toEqual([[], [], ['GBP'], ['GBP'], ['PLN']]);
  });
});

describe('the name of a parameter', () => {
  it.each([
    ['/v1/convert?amount=1&base=USD&to=EUR&date[]=2026-03-11', '/v1/convert?amount=1&base=USD&to=EUR&date=2026-03-11'],
    ['/v1/latest?base[]=USD&currencies=EUR', '/v1/latest?base=USD&currencies=EUR'],
    ['/v1/latest?currencies[]=USD&currencies[]=GBP', '/v1/latest?currencies=USD,GBP'],
    ['/v1/latest?currencies[0]=USD&currencies[1]=GBP', '/v1/latest?currencies=USD,GBP'],
    ['/v1/latest?currencies%5B%5D=USD&currencies%5B%5D=GBP', '/v1/latest?currencies=USD,GBP'],
    ['/v1/latest?CURRENCIES[]=USD&Base=GBP', '/v1/latest?currencies=USD&base=GBP'],
    ['/v1/historical?Date=2026-03-11&BASE=USD', '/v1/historical?date=2026-03-11&base=USD'],
    ['/v1/convert?amount[]=5&to[]=USD&to[]=GBP', '/v1/convert?amount=5&to=USD,GBP'],
    ['/v1/currencies?code[]=USD', '/v1/currencies?code=USD'],
    ['/v2/rates?quotes[]=USD&quotes[]=GBP', '/v2/rates?quotes=USD,GBP'],
    ['/v2/rates?Base=USD&quotes=GBP', '/v2/rates?base=USD&quotes=GBP'],
    ['/fixer/latest?symbols[]=USD&symbols[]=GBP', '/fixer/latest?symbols=USD,GBP'],
    ['/fixer/latest?BASE[]=USD&symbols=GBP', '/fixer/latest?base=USD&symbols=GBP'],
    [
      '/fixer/convert?from=USD&to=EUR&amount=1&date[]=2026-03-11',
      '/fixer/convert?from=USD&to=EUR&amount=1&date=2026-03-11',
    ],
    ['/oxr/api/latest.json?symbols[0]=EUR', '/oxr/api/latest.json?symbols=EUR'],
    ['/currencylayer/historical?date[]=2026-03-11', '/currencylayer/historical?date=2026-03-11'],
    ['/api/v7/convert?q[]=USD_EUR&q[]=USD_GBP', '/api/v7/convert?q=USD_EUR,USD_GBP'],
  ])('%s is %s', async (written, plain) => {
    const [one, other] = await Promise.all([ask(written), ask(plain)]);
    expect([one.status, one.text]).toEqual([200, other.text]);
  });

  it.each([
    ['/v1/historical?date[]=2026-03-11&date[]=2026-03-13', 1006],
    ['/v1/latest?base[]=USD&base[]=GBP', 1003],
    ['/v1/latest?currencies=USD&currencies[]=GBP', 1100],
    ['/v1/latest?currencies[]=USD&currencies=GBP', 1100],
    ['/v1/latest?date[]=2026-03-11', 1104],
    ['/v1/convert?amount=1&date[gte]=2026-03-11', 1104],
    ['/v1/latest?symbols[]=USD', 1104],
    ['/v1/latest?curencies[]=USD', 1104],
  ])('%s is refused with %i', async (question, errorCode) => {
    expect(JSON.parse((await ask(question)).text)).toMatchObject({ errorCode });
  });
});
