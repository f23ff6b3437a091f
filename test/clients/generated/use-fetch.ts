/** What a program does with the types of openapi-typescript: it compiles only if they say what the gateway answers. */
import createClient from 'openapi-fetch';
import type { components, paths } from './types.ts';

const client = createClient<paths>({
  baseUrl: `${process.argv[2]}/v1`,
  headers: { 'Subscription-Key': process.argv[3] ?? '' },
});
const latest = await client.GET('/latest', { params: { query: { provider: 'ECB', currencies: ['USD', 'GBP'] } } });
const usd: number | undefined = latest.data?.exchangeRates.USD;
const refused = await client.GET('/latest', { params: { query: { provider: 'NOBODY' } } });
const code: number | undefined = refused.error?.errorCode;
const extended = await client.GET('/latest', {
  params: { query: { provider: 'BNM', extended: true, currencies: ['USD'] } },
});
const sides = extended.data as unknown as components['schemas']['ExtendedExchangeRates'];
const bid: number | undefined = sides.exchangeRates[0]?.bid;
const span = await client.GET('/series', {
  params: { query: { provider: 'ECB', from: '2026-03-19', currencies: ['USD'] } },
});
const days: string[] | undefined = span.data?.series.map(({ date }) => date);
console.log(JSON.stringify([usd, code, bid, days]));
