/** Currencies that ended at a number that law keeps for ever: conversions by it, and refusals that name it. */

import { describe, expect, it } from 'vitest';
import { ENDED_CURRENCIES, endedWords, withEnded } from '../../generator/wire/answers/ended.ts';
import { parseTable } from '../../generator/wire/answers/table.ts';
import { toConversion } from '../../generator/wire/answers/views.ts';
import { Decimal } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { currencyCode, EUR, GLOBAL } from '../../generator/wire/words/schemas.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { toConversion as convert } from '../../server/clients/console/convert.ts';
import { readEnded } from '../support/kit/ended.ts';
import { gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const { ask } = await gatewayOver(store);
const code = (text: string) => currencyCode.parse(text);

it('are the rows of data/ended.csv: write a changed row in generator/wire/answers/ended.ts, too', () => {
  const rows = readEnded().map(({ currency, lastDay, became, units }) => [currency, lastDay, became, `${units}`]);
  expect(ENDED_CURRENCIES).toEqual(rows);
});

describe('/v1/convert', () => {
  it.each([
    ['amount=753.45&base=HRK&to=EUR', { EUR: 100 }],
    ['amount=100&base=EUR&to=HRK', { HRK: 753.45 }],
    ['amount=100&base=hrk&to=EUR', { EUR: 13.2722808415 }],
    ['amount=753.45&base=HRK&to=USD,EUR', { EUR: 100, USD: 117.17 }],
    ['amount=1&base=HRK&to=HRK', { HRK: 1 }],
    ['amount=753.45&base=HRK&to=EUR&date=2026-03-11&decimals=2', { EUR: 100 }],
    ['provider=HNB&amount=753.45&base=HRK&to=EUR', { EUR: 100 }],
    // The fixing of 31 December is in kunas, and counts on the day after; the number of the law goes before its figure.
    ['provider=HNB&amount=753.45&base=HRK&to=EUR&date=2023-01-01', { EUR: 100 }],
  ])('%s is %j, by the number of the law, which a header names', async (question, conversions) => {
    const { status, text, headers } = await ask(`/v1/convert?${question}`);
    expect([status, JSON.parse(text).conversions]).toEqual([200, conversions]);
    expect(headers['ratetree-fixed']).toBe('HRK 7.5345 EUR 2023-01-01');
    expect(headers['access-control-expose-headers']).toContain('Ratetree-Fixed');
  });

  it('before the last day is by the fixing, and names no law', async () => {
    const { text, headers } = await ask('/v1/convert?provider=HNB&amount=100&base=HRK&to=EUR&date=2022-12-31');
    expect(JSON.parse(text).date).toBe('2022-12-31');
    expect(headers).not.toHaveProperty('ratetree-fixed');
    expect((await ask('/v1/convert?amount=1&base=EUR')).headers).not.toHaveProperty('ratetree-fixed');
  });

  it('of rates is an empty answer that says what came after', async () => {
    const { status, text, headers } = await ask('/v1/latest?currencies=HRK');
    expect([status, JSON.parse(text).exchangeRates]).toEqual([200, {}]);
    expect(headers['ratetree-fixed']).toBe('HRK 7.5345 EUR 2023-01-01');
    expect((await ask('/v1/latest?currencies=USD')).headers).not.toHaveProperty('ratetree-fixed');
  });

  it('lists no ended currency that nobody named', async () => {
    expect(Object.keys(JSON.parse((await ask('/v1/convert?amount=1')).text).conversions)).not.toContain('HRK');
  });
});

describe('a refusal names number and successor', () => {
  const WORDS = 'it became EUR on 2023-01-01, 7.5345 HRK for 1 EUR';

  it.each([
    '/v1/latest?base=HRK',
    '/v1/convert?provider=NBG&date=2026-03-14&amount=1&base=HRK',
    '/v1/convert?provider=NBG&date=2026-03-14&amount=1&base=UAH&to=HRK',
    '/fixer/latest?base=HRK',
    '/fixer/convert?from=HRK&to=EUR&amount=100',
    '/fixer/convert?from=EUR&to=HRK&amount=100',
    '/oxr/api/latest.json?base=HRK',
    '/currencylayer/live?source=HRK',
    '/v6/latest/HRK',
    '/latest/v1/currencies/hrk.json',
  ])('%s', async (question) => {
    const { status, text } = await ask(question);
    expect([status >= 400, text.includes(WORDS)], text).toEqual([true, true]);
  });
});

describe('the figures of a table', () => {
  const facts = { provider: GLOBAL, date: parseIsoDate('2026-03-13'), reference: EUR, bidAsk: false };
  const table = parseTable('currency,mid,bid,ask\nEUR,1,,\nBYN,3.5,,\nRON,5.1,,\nVES,539.29,,\n', facts);

  const convert = (from: string, to: string, day = '2026-03-13') => {
    const codes = [code(from), code(to)] as const;
    const { table: own, fixed } = withEnded(table, codes, parseIsoDate(day));
    const wanted = { base: codes[0], to: new Set([codes[1]]), amount: Decimal.parse('1000000'), places: 10 };
    return [toConversion(own, wanted).conversions[0]?.convertedAmount, ...fixed];
  };

  it.each([
    // One national currency in another goes through the euro: 1,000,000 / 1.95583 × 6.55957.
    ['DEM', 'FRF', ['3353854.8851382789', 'DEM 1.95583 EUR 2002-01-01', 'FRF 6.55957 EUR 2002-01-01']],
    ['ROL', 'EUR', ['19.6078431373', 'ROL 10000 RON 2005-07-01']],
    ['BYB', 'BYN', ['0.1', 'BYB 1000 BYR 2001-01-01', 'BYR 10000 BYN 2016-07-01']],
    ['BGL', 'EUR', ['511.2918811962', 'BGL 1000 BGN 2003-11-01', 'BGN 1.95583 EUR 2026-01-01']],
  ] as const)('%s to %s', (from, to, expected) => {
    expect(convert(from, to)).toEqual(expected);
  });

  it('have none of the bolívares of before 2018, because six more zeros were struck off under the same code', () => {
    expect(withEnded(table, [code('VEB'), code('VEF')], parseIsoDate('2026-03-13'))).toEqual({ table, fixed: [] });
    expect(endedWords('VEF')).toContain('100000 VEF for 1 VES, which lost six more zeros');
  });

  it('have none on the last day itself, nor of a currency whose successor is not quoted', () => {
    expect(withEnded(table, [code('BGN')], parseIsoDate('2025-12-31')).fixed).toEqual([]);
    expect(withEnded(table, [code('TRL')], parseIsoDate('2026-03-13')).fixed).toEqual([]);
  });
});

it('ratetree rate says by which number', async () => {
  const asker = await treeAsker({ store, nowMs: () => NOON_MS, say: () => {} });
  const { lines } = await convert(asker, { amount: '753.45', base: 'HRK', to: 'EUR' }, NOON_MS);
  expect(lines).toEqual(['753.45 HRK, GLOBAL of 2026-03-13, fixed by law: HRK 7.5345 EUR 2023-01-01', 'EUR  100']);
});
