/** Services whose requests are in the path, or that answer with files: a table for each. */

import { describe, expect, it } from 'vitest';
import { toTarget } from '../../server/request/query/target.ts';
import { readExamples } from '../support/kit/examples.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const { ask } = await gatewayOver(store);

async function check([request = '', status, answer]: readonly string[]): Promise<void> {
  const reply = await ask(request);
  expect(reply.text).toBe(answer);
  expect(`${reply.status}`).toBe(status);
}

describe('exchangerate-api', () => {
  it.each(readExamples('server/answers/exchangerate-api.txt', 'answers'))('%s answers %i', (...row) => check(row));

  it('lists codes', async () => {
    const { supported_codes: codes } = JSON.parse((await ask('/v6/-/codes')).text);
    expect(codes[0]).toEqual(['AFN', 'Afghan Afghani']);
    expect(codes).not.toContainEqual(['HRK', 'Croatian Kuna']);
  });

  it.each([
    [`/v6/${DEMO_KEY}/latest/EUR`, '/v6/-/latest/EUR', DEMO_KEY],
    ['/v6/a%2Fb+c/latest/EUR', '/v6/-/latest/EUR', 'a/b+c'],
    ['/v6/latest/EUR', '/v6/latest/EUR', null],
    ['/v6/-/latest/EUR', '/v6/-/latest/EUR', null],
    ['/v6/latest', '/v6/latest', null],
    ['/v6/KEY', '/v6/-', 'KEY'],
    ['/key/OUTER/v6/INNER/codes', '/v6/-/codes', 'OUTER'],
    ['/key//v6/INNER/codes', '/v6/-/codes', 'INNER'],
  ])('has the key in its path: %s', (url, path, pathKey) => {
    expect(toTarget(url)).toMatchObject({ path, pathKey });
  });
});

describe('currencyconverterapi', () => {
  it.each(readExamples('server/answers/currencyconverterapi.txt', 'answers'))('%s answers %i', (request, ...others) =>
    check([`/api/v7/${request}`, ...others]),
  );

  it('lists currencies, and takes its key as apiKey', async () => {
    const { text } = await ask(`/api/v7/currencies?apiKey=${DEMO_KEY}`, { headers: {} });
    const { results } = JSON.parse(text);
    expect(results.USD).toEqual({ currencyName: 'US Dollar', id: 'USD' });
    expect(results).not.toHaveProperty('HRK');
  });
});

describe('FloatRates', () => {
  it('has rates and their inverses as JSON', async () => {
    const { eur, usd } = JSON.parse((await ask('/daily/USD.json')).text);
    expect(usd).toBeUndefined();
    expect(eur).toEqual({
      ...{ code: 'EUR', alphaCode: 'EUR', numericCode: '978', name: 'Euro' },
      ...{ rate: 0.8534607835, date: 'Fri, 13 Mar 2026 00:00:00 GMT', inverseRate: 1.1717 },
    });
  });

  it('has the same as XML', async () => {
    const { text, headers } = await ask('/daily/eur.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<channel>\n<title>.*<\/channel>\n$/s);
    expect(text.match(/<targetCurrency>\w+/g)?.map((found) => found.slice(-3))).toEqual([
      'CHF',
      'GBP',
      'JPY',
      'PLN',
      'TRY',
      'USD',
      'XAU',
      'XDR',
    ]);
    expect(text).toContain('<exchangeRate>1.1717</exchangeRate>\n<inverseRate>0.8534607835</inverseRate>');
  });

  it.each(['/daily/zzz.json', '/daily/afn.xml', '/daily/eur', '/daily/eur.csv'])('%s is not found', async (url) => {
    expect((await ask(url)).status).toBe(404);
  });
});

describe('fawazahmed0', () => {
  const small = '{"chf":0.9341,"eur":1,"gbp":0.8641,"jpy":172.5,"try":48.31,"usd":1.1622}';

  it.each([
    ['/2026-03-12/v1/currencies/eur.min.json', '200', `{"date":"2026-03-11","eur":${small}}`],
    ['/2026-03-12/v1/currencies/eur.json', '200', toLines(`{"date":"2026-03-11","eur":${small}}`)],
  ])('%s answers %i', (...row) => check(row));

  it('has the newest rates, and the names of currencies', async () => {
    const { date, usd } = JSON.parse((await ask('/latest/v1/currencies/usd.min.json')).text);
    expect([date, usd.eur, usd.usd]).toEqual(['2026-03-13', 0.8534607835, 1]);
    const names = JSON.parse((await ask('/latest/v1/currencies.json')).text);
    expect([names.afn, names.hrk]).toEqual(['Afghan Afghani', undefined]);
    expect(names).toEqual(JSON.parse((await ask('/2026-03-12/v1/currencies.min.json')).text));
  });

  it.each([
    '/latest/v1/currencies/zzz.json',
    '/latest/v1/currencies/eur/usd.json',
    '/latest/v1/eur.json',
    '/2026-02-30/v1/currencies/eur.json',
    '/2026-02-30/v1/currencies.json',
    '/1998-01-01/v1/currencies/eur.json',
    '/npm/@fawazahmed0/currency-api@1/v1/currencies/eur.json',
  ])('%s is not found', async (url) => {
    const { status, text } = await ask(url);
    expect([status, JSON.parse(text).message.length > 0]).toEqual([404, true]);
  });

  /** As that service writes files for people. */
  function toLines(text: string): string {
    return JSON.stringify(JSON.parse(text), null, '\t');
  }
});
