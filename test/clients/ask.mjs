/**
 * Clients of other services, as published: `node ask.mjs NAME` asks what a user of the client would, and prints what the
 * client returns as a line of JSON. The variables BASE and KEY are for those that have settings; the others ask the host
 * that their maker wrote into them.
 */
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../.ratetree/clients/package.json', import.meta.url));
const { BASE = '', KEY = '' } = process.env;

const easy = (...provider) => {
  const { Converter } = require('easy-currencies');
  return new Converter(...provider).convert(100, 'EUR', 'USD');
};

const CLIENTS = {
  async 'currencylayer-client'() {
    const Client = require('currencylayer-client');
    const client = new Client({ apiKey: KEY, free: false });
    const { quotes } = await client.live({ source: 'USD', currencies: ['EUR'] });
    const { result } = await client.convert({ from: 'USD', to: 'EUR', amount: 100, date: '2026-03-13' });
    return { USDEUR: quotes.USDEUR, result };
  },
  'easy-currencies fixer': () => easy('Fixer', KEY),
  'easy-currencies currencylayer': () => easy('CurrencyLayer', KEY),
  'easy-currencies oxr': () => easy('OpenExchangeRates', KEY),
  'easy-currencies frankfurter': () => easy('Frankfurter'),
  'easy-currencies exchangerate-api': () => easy('ExchangeRateAPI'),
  'easy-currencies floatrates': () => easy('FloatRates'),
  'ecb-exchange-rates': () =>
    new Promise((resolve) => {
      const client = require('ecb-exchange-rates');
      if (BASE !== '') client.settings.url = `${BASE}/key/${KEY}/ecb/eurofxref-daily.xml`;
      client.getAllCurrencies(resolve);
    }),
  async 'exchange-rates-api'() {
    const { exchangeRates } = require('exchange-rates-api');
    const client = () => (BASE === '' ? exchangeRates() : exchangeRates().setApiBaseUrl(BASE));
    const span = await client().from('2026-03-12').to('2026-03-13').symbols(['USD']).fetch();
    return { latest: await client().latest().symbols('USD').fetch(), span };
  },
  async 'exchange-rates-as-promised'() {
    const { Currencies, ExchangeRate } = require('exchange-rates-as-promised');
    const client = new ExchangeRate();
    client.setBaseCurrency(Currencies.USD);
    client.setCurrencies([Currencies.EUR]);
    return client.getRates();
  },
  async 'frankfurter-js'() {
    const { FrankfurterClient } = require('frankfurter-js');
    const client = new FrankfurterClient(BASE === '' ? {} : { baseUrl: BASE, headers: { 'Subscription-Key': KEY } });
    const [latest] = await client.latest({ base: 'EUR', quotes: ['USD'] });
    const [dated] = await client.rates({ date: '2026-03-14', base: 'EUR', quotes: ['USD'] });
    const refused = await client.latest({ quotes: ['ZZZ'] }).catch((error) => error.status);
    return { latest: latest.rate, dated: `${dated.date} ${dated.rate}`, refused };
  },
  async globalexchangerates() {
    const { GlobalExchangeRatesClient } = require('globalexchangerates');
    const client = new GlobalExchangeRatesClient(KEY);
    const latest = await client.getLatest();
    const converted = await client.convert(100, 'USD', ['EUR']);
    return { USD: latest.exchangeRates.USD, EUR: converted.conversions.EUR };
  },
  'open-exchange-rates': () =>
    new Promise((resolve, reject) => {
      const fx = require('money');
      const client = require('open-exchange-rates');
      client.set({ app_id: KEY });
      if (BASE !== '') client.api_url = `${BASE}/oxr/api/`;
      client.latest((error) => {
        if (error || client.error) return reject(new Error(`${error ?? client.error}`));
        fx.rates = client.rates;
        fx.base = client.base;
        resolve({ EUR: client.rates.EUR, GBP: fx(100).from('EUR').to('GBP') });
      });
    }),
  async oxr() {
    const { factory } = require('oxr');
    const host = BASE === '' ? {} : { protocol: 'http', host: BASE.replace('http://', '').concat('/oxr') };
    const client = factory({ appId: KEY, ...host });
    const latest = await client.latest({ symbols: 'EUR' });
    const dated = await client.historical('2026-03-13', { symbols: 'EUR' });
    const refused = await factory({ ...host, appId: 'wrong' })
      .latest()
      .catch((error) => error.message);
    return { latest: latest.rates.EUR, dated: dated.rates.EUR, refused };
  },
};

console.log(JSON.stringify(await CLIENTS[process.argv[2]]()));
