/** Services whose requests are in the path, or that answer with files: a table for each. */

import { describe, expect, it } from 'vitest';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { toTarget } from '../../server/request/query/target.ts';
import { DEMO_KEY, gatewayOver, logInto } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const { ask } = await gatewayOver(store);

const TERMS = 'Derived from the rates of central banks. Not a benchmark, and endorsed by no bank.';
const [FRIDAY, SATURDAY] = [1773360000, 1773446400];
/** Of the release's newest fixing, and of 2026-03-11. */
const [USD_EUR, USD_EUR_11] = ['0.8534607835', '0.860437102'];
const OF_EUR =
  '{"CHF":0.935,"EUR":1,"GBP":0.8649,"JPY":172.99,"PLN":4.2513,"TRY":48.3321,"USD":1.1717,"XAU":0.000256038242,"XDR":0.8561}';
const OF_EUR_11 = '{"CHF":0.9341,"EUR":1,"GBP":0.8641,"JPY":172.5,"TRY":48.31,"USD":1.1622}';

type Row = readonly [request: string, status: number, answer: string];

async function check([request, status, answer]: Row): Promise<void> {
  const reply = await ask(request);
  expect(reply.text).toBe(answer);
  expect(reply.status).toBe(status);
}

describe('exchangerate-api', () => {
  const success = `{"result":"success","documentation":"Ratetree","terms_of_use":"${TERMS}"`;
  const times = [
    `"time_last_update_unix":${FRIDAY},"time_last_update_utc":"Fri, 13 Mar 2026 00:00:00 +0000"`,
    `"time_next_update_unix":${SATURDAY},"time_next_update_utc":"Sat, 14 Mar 2026 00:00:00 +0000"`,
  ].join(',');
  const pair = `${success},${times},"base_code":"USD","target_code":"EUR","conversion_rate":${USD_EUR}`;
  const error = (word: string, info: string) =>
    `{"result":"error","error-type":"${word}","extra-info":${JSON.stringify(info)}}`;
  const isUnknown = 'base "ZZZ" is not a currency that we know';

  const rows: readonly Row[] = [
    [
      '/v4/latest/eur',
      200,
      `{"provider":"Ratetree","terms":"${TERMS}","base":"EUR","date":"2026-03-13","time_last_updated":${FRIDAY},"rates":${OF_EUR}}`,
    ],
    [
      '/v4/latest/ZZZ',
      404,
      `{"result":"error","error_type":"unsupported_code","extra-info":${JSON.stringify(isUnknown)}}`,
    ],
    [
      '/v6/latest/EUR?base=USD',
      200,
      `${success},${times},"provider":"Ratetree","time_eol_unix":0,"base_code":"EUR","rates":${OF_EUR}}`,
    ],
    ['/v6/-/latest/eur', 200, `${success},${times},"base_code":"EUR","conversion_rates":${OF_EUR}}`],
    ['/v6/-/pair/USD/EUR', 200, `${pair}}`],
    ['/v6/-/pair/usd/eur/12.5', 200, `${pair},"conversion_result":10.6682597935}`],
    [
      '/v6/-/history/EUR/2026/3/12',
      200,
      `${success},"year":2026,"month":3,"day":11,"base_code":"EUR","conversion_rates":${OF_EUR_11}}`,
    ],
    ['/v6/latest/ZZZ', 404, error('unsupported-code', isUnknown)],
    ['/v6/latest/AFN', 404, error('unsupported-code', 'base AFN is not quoted by GLOBAL on 2026-03-13')],
    ['/v6/-/pair/USD/ZZZ', 404, error('unsupported-code', 'to names "ZZZ", which is not a currency that we know')],
    [
      '/v6/-/pair/USD/EUR/x',
      400,
      error('malformed-request', 'amount must be a decimal number such as 100, -0.5 or 1e-7, not "x"'),
    ],
    ['/v6/-/history/EUR/2026/2/30', 400, error('malformed-request', 'date "2026-02-30" is not a day of the calendar')],
    [
      '/v6/-/history/EUR/1998/1/1',
      404,
      error('no-data-available', 'date 1998-01-01 is before the first fixing of GLOBAL, on 2026-03-11'),
    ],
    ...['/v6/-', '/v6/-/pair/USD', '/v6/-/latest', '/v6/-/quota'].map(
      (path): Row => [path, 404, error('malformed-request', `unknown path "${path}"; try /v1/latest`)],
    ),
  ];
  it.each(rows)('%s answers %i', (...row) => check(row));

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

  it('takes that key, and never logs it', async () => {
    const lines: string[] = [];
    const accessLog = logInto(lines);
    const subscribers = toSubscribers([], DEMO_KEY);
    const guarded = await gatewayOver(store, { accessLog, subscribers: () => subscribers });
    const statuses = [];
    for (const key of [DEMO_KEY, 'some-other-key']) {
      const reply = await guarded.ask(`/v6/${key}/latest/EUR`, { headers: {} });
      statuses.push([reply.status, JSON.parse(reply.text)['error-type']]);
    }
    await accessLog.close();
    expect(statuses).toEqual([
      [200, undefined],
      [401, 'invalid-key'],
    ]);
    expect(lines.join('')).not.toMatch(new RegExp(`${DEMO_KEY}|some-other-key`));
  });
});

describe('currencyconverterapi', () => {
  const error = (words: string) => JSON.stringify({ status: 400, error: words });
  const notPair = (id: string) => error(`q names "${id}", which is not a pair of currencies that we know`);

  const rows: readonly Row[] = [
    ['convert?q=USD_EUR,eur_usd&compact=ultra', 200, `{"USD_EUR":${USD_EUR},"EUR_USD":1.1717}`],
    [
      'convert?q=USD_EUR&compact=y&date=2026-03-12',
      200,
      `{"USD_EUR":{"val":{"2026-03-12":${USD_EUR_11}},"2026-03-12":${USD_EUR_11}}}`,
    ],
    ['convert?q=USD_EUR&compact=Y', 200, `{"USD_EUR":{"val":${USD_EUR}}}`],
    [
      'convert?q=USD_EUR,USD_AFN',
      200,
      `{"query":{"count":1},"results":{"USD_EUR":{"id":"USD_EUR","val":${USD_EUR},"to":"EUR","fr":"USD"}}}`,
    ],
    ['convert?q=USD_EUR&compact=ultra&date=2026-03-12', 200, `{"USD_EUR":{"2026-03-12":${USD_EUR_11}}}`],
    [
      'convert?q=USD_EUR,USD_PLN&compact=ultra&date=2026-03-11&endDate=2026-03-13',
      200,
      `{"USD_EUR":{"2026-03-11":${USD_EUR_11},"2026-03-12":${USD_EUR_11},"2026-03-13":${USD_EUR}},"USD_PLN":{"2026-03-13":3.6283178288}}`,
    ],
    [
      'convert?q=USD_EUR&date=2026-03-12',
      200,
      `{"query":{"count":1},"date":"2026-03-12","results":{"USD_EUR":{"id":"USD_EUR","val":{"2026-03-12":${USD_EUR_11}},"to":"EUR","fr":"USD"}}}`,
    ],
    ['convert', 400, error('q is missing; give pairs such as q=USD_PHP')],
    ['convert?q=USD', 400, notPair('USD')],
    ['convert?q=USD_EUR_GBP', 400, notPair('USD_EUR_GBP')],
    ['convert?q=USD_ZZZ', 400, notPair('USD_ZZZ')],
    ['convert?q=USD_EUR&compact=all', 400, error('compact must be ultra or y, not "all"')],
    ['convert?q=USD_EUR&endDate=2026-03-13', 400, error('date is missing; give the first day beside endDate')],
    ['convert?q=USD_EUR&date=2026-02-30', 400, error('date "2026-02-30" is not a day of the calendar')],
    [
      'convert?q=USD_EUR&date=2025-03-12&endDate=2026-03-13',
      400,
      error('the time frame from 2025-03-12 to 2026-03-13 is longer than 365 days'),
    ],
    ['countries', 404, JSON.stringify({ status: 404, error: 'unknown path "/api/v7/countries"; try /v1/latest' })],
  ];
  it.each(rows)('%s answers %i', (request, ...others) => check([`/api/v7/${request}`, ...others]));

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

  it.each<Row>([
    ['/2026-03-12/v1/currencies/eur.min.json', 200, `{"date":"2026-03-11","eur":${small}}`],
    ['/2026-03-12/v1/currencies/eur.json', 200, toLines(`{"date":"2026-03-11","eur":${small}}`)],
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
