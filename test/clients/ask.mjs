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

/** Where the package is, for those whose entry is not what a user of Node needs. */
const folderOf = (name) => new URL(`../../.ratetree/clients/node_modules/${name}/`, import.meta.url);
/** A function with a callback, as a promise. */
const called = (work) =>
  new Promise((resolve, reject) => work((error, found) => (error ? reject(error) : resolve(found))));
const swapped = (provider) => {
  const swap = require('node-currency-swap');
  swap.addProvider(provider(swap.providers));
  return called((done) => swap.quote({ currency: 'EUR/USD' }, done));
};

const CLIENTS = {
  'currency-exchanger-js': () => require('currency-exchanger-js').convert(100, 'EUR', 'USD'),
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
  async 'ecb-euro-exchange-rates'() {
    const client = require('ecb-euro-exchange-rates');
    const [{ time, rates }, history] = [await client.fetch(), await client.fetchHistoric90d()];
    return { time, USD: rates.USD, days: history.map((day) => day.time) };
  },
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
  'node-currency-swap currencylayer': () => swapped(({ CurrencyLayer }) => new CurrencyLayer({ accessKey: KEY })),
  'node-currency-swap oxr': () =>
    swapped(({ OpenExchangeRates }) => new OpenExchangeRates({ appId: KEY, enterprise: true })),
  'node-currency-swap ecb': () => swapped(({ EuropeanCentralBank }) => new EuropeanCentralBank()),
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
  async 'openexchangerates-api'() {
    const RatesApi = require('openexchangerates-api');
    const own = BASE === '' ? {} : { ssl: false, apiBase: BASE.replace('http://', '').concat('/oxr/api') };
    const client = new RatesApi({ appId: KEY, ...own });
    const latest = await called((done) => client.latest(done));
    const dated = await called((done) => client.historical(new Date(2026, 2, 13), done));
    const names = await called((done) => client.currencies(done));
    return { latest: latest.rates.EUR, dated: dated.rates.EUR, name: names.EUR };
  },
  /** In Node, where what it looks for in a page is not: its own module of currencies asks and converts. */
  async 'prebid.js'() {
    const nothing = new Proxy(() => {}, { get: () => nothing, apply: () => nothing });
    const page = { window: globalThis, top: globalThis, self: globalThis, document: nothing, XMLHttpRequest: {} };
    Object.assign(globalThis, page, { location: new URL('http://page.example/'), addEventListener: () => {} });
    const load = (name) => import(new URL(`dist/src/${name}.js`, folderOf('prebid.js')));
    const [, { config }, { getGlobal }] = [
      await load('modules/currency'),
      await load('src/config'),
      await load('src/prebidGlobal'),
    ];
    const conversionRateFile = `${BASE}/prebid/latest.json?subscription-key=${KEY}`;
    config.setConfig({ currency: { adServerCurrency: 'GBP', conversionRateFile } });
    for (let tries = 0; tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      try {
        return ['USD', 'EUR'].map((code) => getGlobal().convertCurrency(1, code, 'GBP'));
      } catch {
        // It throws until its rates are there.
      }
    }
    throw new Error('its rates did not arrive');
  },
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
