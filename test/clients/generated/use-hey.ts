/** What a program does with the functions that hey-api generates. */
import { client } from './hey/client.gen.ts';
import { getConvert, getCurrencies, getLatest } from './hey/sdk.gen.ts';

client.setConfig({ baseUrl: `${process.argv[2]}/v1`, headers: { 'Subscription-Key': process.argv[3] ?? '' } });
const latest = await getLatest({ query: { provider: 'ECB', currencies: ['USD', 'GBP'] } });
const usd: number | undefined = latest.data?.exchangeRates.USD;
const refused = await getLatest({ query: { provider: 'NOBODY' } });
const code: number | undefined = refused.error?.errorCode;
const euro = await getCurrencies({ query: { code: ['EUR'] } });
const name: string | undefined = euro.data?.[0]?.name;
const converted = await getConvert({ query: { provider: 'ECB', amount: '100', to: ['USD'] } });
const dollars: number | undefined = converted.data?.conversions.USD;
console.log(JSON.stringify([usd, code, name, dollars]));
