/**
 * Clients of other services at a real port. One of them is run as its package; of the others, which are written in
 * other languages or are too old to install, the request that they make and the fields that they read are re-stated.
 */

import fixer from 'fixer-api';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { startListener } from '../support/servers/raw-requests.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

const { handler } = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });
const { port } = await startListener(handler);
const host = `http://127.0.0.1:${port}`;

async function read(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: unknown }> {
  const { statusCode, body } = await request(`${host}${path}`, { headers });
  return { status: statusCode, body: JSON.parse(await body.text()) };
}

describe('fixer-api', () => {
  const client = fixer.set({ baseUrl: `${host}/fixer`, accessKey: DEMO_KEY });

  it('reads the latest rates, those of a date, and a time series', async () => {
    const latest = await client.latest({ base: 'USD', symbols: ['EUR', 'GBP'] });
    expect(latest).toMatchObject({ success: true, base: 'USD', date: '2026-03-18' });
    expect(latest.rates).toEqual({ EUR: 0.8674228661, GBP: 0.7493195846 });
    const dated = await client.forDate('2026-03-14', { symbols: ['USD'] });
    expect(dated).toMatchObject({ historical: true, base: 'EUR', date: '2026-03-13', rates: { USD: 1.1477500774 } });
    const series = await client.timeseries('2026-03-09', '2026-03-10', { symbols: ['USD'] });
    expect(series).toMatchObject({ timeseries: true, start_date: '2026-03-09', end_date: '2026-03-10' });
    expect(series.rates).toEqual({ '2026-03-09': { USD: 1.1555366269 }, '2026-03-10': { USD: 1.1638510715 } });
  });

  it('converts, and lists the currencies', async () => {
    const converted = await client.convert('USD', 'EUR', 100);
    expect(converted).toMatchObject({ success: true, date: '2026-03-18', result: 86.7422866099 });
    expect((await client.symbols()).symbols).toMatchObject({ USD: 'US Dollar' });
  });

  it('throws what is wrong, in the words of the answer', async () => {
    await expect(client.latest({ base: 'ZZZ' })).rejects.toThrow('invalid_base_currency: base "ZZZ"');
    await expect(client.latest({ access_key: 'wrong' })).rejects.toThrow('invalid_access_key: key is unknown');
    await expect(client.convert('EUR', 'ZZZ', 1)).rejects.toThrow('invalid_currency_codes');
  });
});

/** What stands at a place such as `0.rate`, where `*` is the first of the members. */
function taken(body: unknown, place: string): unknown {
  const members = body as Readonly<Record<string, unknown>>;
  const [first = '', ...rest] = place.split('.');
  if (first === '') return body;
  if (first === '*') return taken(Object.values(members)[0], rest.join('.'));
  return taken(members[first], rest.join('.'));
}

/** The client, the request that it makes with a configured address, and what it takes from the body, and from where. */
type Client = [
  client: string,
  path: string,
  expected: Readonly<Record<string, unknown>>,
  headers?: Record<string, string>,
];
const CLIENTS: Client[] = [
  [
    'django-money, Open Exchange Rates',
    `/oxr/api/latest.json?app_id=${DEMO_KEY}&base=USD&base_currency=USD`,
    { 'rates.EUR': 0.8674228661 },
  ],
  [
    'django-money, fixer',
    `/fixer/latest?apikey=${DEMO_KEY}&access_key=${DEMO_KEY}&base_currency=EUR`,
    { 'rates.USD': 1.1528402571 },
  ],
  [
    'worksome/exchange, Frankfurter',
    `/key/${DEMO_KEY}/v2/rates?base=EUR&quotes=GBP`,
    { '0.quote': 'GBP', '0.rate': 0.8638457825, '0.date': '2026-03-18', 1: undefined },
  ],
  [
    'worksome/exchange, fixer',
    `/fixer/latest?access_key=${DEMO_KEY}&base=EUR&symbols=USD`,
    { rates: { USD: 1.1528402571 }, timestamp: expect.any(Number) },
  ],
  ['Sure, a pair', `/key/${DEMO_KEY}/v2/rate/USD/INR?date=2026-03-14`, { rate: 92.4191795255, date: '2026-03-13' }],
  [
    'Sure, a span',
    `/key/${DEMO_KEY}/v2/rates?base=EUR&quotes=USD&from=2026-03-09&to=2026-03-10`,
    { '0.rate': 1.1555366269, '0.date': '2026-03-09', '1.rate': 1.1638510715, '1.date': '2026-03-10', 2: undefined },
  ],
  ['Sure, its check of health', `/key/${DEMO_KEY}/v2/currencies`, { 0: expect.any(Object) }],
  [
    'Dolibarr',
    `/currencylayer/live?access_key=${DEMO_KEY}&source=EUR`,
    { success: true, 'quotes.EURUSD': 1.1528402571 },
    { apikey: DEMO_KEY },
  ],
  [
    'ERPNext, exchangerate.host',
    `/currencylayer/convert?access_key=${DEMO_KEY}&amount=1&date=2026-03-13&from=USD&to=INR`,
    { result: 92.4191795255 },
  ],
  ['ERPNext, custom, Frankfurter', `/v2/rate/USD/INR?apikey=${DEMO_KEY}`, { rate: 92.7726058814 }],
  [
    'ERPNext, custom, our own',
    `/v1/convert?subscription-key=${DEMO_KEY}&amount=1&base=USD&to=INR&date=2026-03-13`,
    { 'conversions.INR': 92.4191795255 },
  ],
  [
    'Crater, a dedicated server',
    `/api/v7/convert?apiKey=${DEMO_KEY}&q=USD_INR&compact=y`,
    { 'USD_INR.*': 92.7726058814 },
  ],
  [
    'InvoiceShelf, a dedicated server, a day',
    `/api/v7/convert?apiKey=${DEMO_KEY}&q=USD_INR&compact=y&date=2026-03-14`,
    { 'USD_INR.2026-03-14': 92.4191795255 },
  ],
  ['InvoiceShelf, its currencies', `/api/v7/currencies?apiKey=${DEMO_KEY}`, { 'results.INR': expect.any(Object) }],
  [
    'units_cur, exchangerate-api with a key',
    `/v6/${DEMO_KEY}/latest/USD`,
    { result: 'success', 'conversion_rates.INR': 92.7726058814 },
  ],
  ['Prebid Server', `/prebid/latest.json?apikey=${DEMO_KEY}`, { 'conversions.USD.GBP': 0.7493195846 }],
  [
    'Finance::Quote',
    '/v2/rate/EUR/USD',
    { rate: 1.1528402571 },
    { authorization: `Basic ${Buffer.from(`x:${DEMO_KEY}`).toString('base64')}` },
  ],
  [
    'Firefly III, its body',
    `/frankfurter/v1/2026-03-13?app_id=${DEMO_KEY}&to=USD`,
    { date: '2026-03-13', rates: { USD: 1.1476 } },
  ],
];

describe('a client that is re-stated', () => {
  it.each<Client>(CLIENTS)('%s finds the fields that it reads', async (_, path, expected, headers = {}) => {
    const { status, body } = await read(path, headers);
    expect(status).toBe(200);
    for (const [place, value] of Object.entries(expected)) expect(taken(body, place), place).toEqual(value);
  });

  it('Dolibarr finds error.info, and worksome an empty list, where there is nothing', async () => {
    const { body } = await read('/currencylayer/live?source=ZZZ', { apikey: DEMO_KEY });
    expect(body).toMatchObject({ success: false, error: { info: expect.stringContaining('ZZZ') } });
    expect((await read(`/key/${DEMO_KEY}/v2/rates?date=1990-01-01`)).body).toEqual([]);
  });

  it('Finance::Quote gets a pair under 0.001 and its inverse that fit together', async () => {
    const headers = { apikey: DEMO_KEY };
    const small = (await read('/v2/rate/VND/USD', headers)).body as { rate: number };
    const large = (await read('/v2/rate/USD/VND', headers)).body as { rate: number };
    expect(small.rate).toBeLessThan(0.001);
    expect(small.rate * large.rate).toBeCloseTo(1, 4);
  });
});
