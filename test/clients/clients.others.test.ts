/**
 * Clients of npm, as they are published, at a real gateway: by a setting, or at the host that is written into them,
 * behind the nginx, the hosts file and the certificates of docs/integrations.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';
import { type AskedGateway, DATED, EURGBP, EURUSD, OF_ECB, startAsked, USDEUR } from './asked-gateway.ts';
import { HOSTS, openRedirect, redirects, run } from './fixed-hosts.ts';

const installed = existsSync(join(packageRoot(), '.ratetree', 'clients', 'node_modules', 'oxr'));
if (!installed) console.log('skipped: clients of npm are not installed (.ci/run does it)');

let base: string;
let asking: AskedGateway['asking'];
beforeAll(async () => {
  ({ base, asking } = await startAsked());
});

const read = async (name: string, path: string) =>
  JSON.parse(await run([process.execPath, 'ask.mjs', name], { BASE: `${base}${path}` }));

describe.skipIf(!installed)('by a setting', () => {
  it('ecb-exchange-rates reads the list of a day', async () => {
    expect(await read('ecb-exchange-rates', '')).toContainEqual({ currency: 'USD', rate: `${OF_ECB}` });
  });

  it('exchange-rates-api reads the newest rate and a span, of fixer and of Frankfurter', async () => {
    const span = { '2026-03-12': { USD: expect.any(Number) }, '2026-03-13': { USD: DATED } };
    expect(await read('exchange-rates-api', `/key/${DEMO_KEY}/fixer`)).toEqual({ latest: EURUSD, span });
    const { latest } = await read('exchange-rates-api', `/key/${DEMO_KEY}/ratesapi`);
    expect(latest).toBe(OF_ECB);
  });

  it('frankfurter-js reads the newest rate and a date, and is told of an error', async () => {
    expect(await read('frankfurter-js', '')).toEqual({ latest: EURUSD, dated: `2026-03-13 ${DATED}`, refused: 422 });
  });

  it('open-exchange-rates gives money its rates', async () => {
    const { EUR, GBP } = await read('open-exchange-rates', '');
    expect(EUR).toBe(USDEUR);
    expect(GBP).toBeCloseTo(86.38457825, 6);
  });

  it('openexchangerates-api reads the newest rate, a date and the names', async () => {
    const { latest, dated, name } = await read('openexchangerates-api', '');
    expect([latest, name]).toEqual([USDEUR, 'Euro']);
    expect(dated).toBeCloseTo(1 / DATED, 9);
  });

  it('Prebid.js converts by its file, directly and by a cross', async () => {
    const path = '/prebid/latest.json?subscription-key=';
    const said = await asking([path], () => run([process.execPath, 'ask.mjs', 'prebid.js'], { BASE: base }));
    const [dollar, euro] = JSON.parse(said);
    expect(dollar).toBeCloseTo(EURGBP / EURUSD, 9);
    // It rounds what it has to divide itself.
    expect(euro).toBeCloseTo(EURGBP, 3);
  });

  it('oxr reads the newest rate and a date, and is told of an error', async () => {
    const { latest, dated, refused } = await read('oxr', '');
    expect([latest, refused]).toEqual([USDEUR, 'invalid_app_id']);
    expect(dated).toBeCloseTo(1 / DATED, 9);
  });
});

/** Runs a program where /etc/hosts and the trusted certificates are ours, for that process alone. */
let redirected: (words: readonly string[]) => Promise<string>;

describe.skipIf(!redirects)('at a fixed host', () => {
  beforeAll(async () => {
    redirected = await openRedirect(base);
  });
  const askFixed = (name: string) => redirected([process.execPath, 'ask.mjs', name]);
  const readFixed = async (name: string) => JSON.parse(await askFixed(name));

  it('curl is answered under each of the hosts that the configuration names', async () => {
    const paths: Readonly<Record<string, string>> = {
      'openexchangerates.org': `/api/latest.json?app_id=${DEMO_KEY}`,
      'data.fixer.io': `/api/latest?access_key=${DEMO_KEY}`,
      'api.exchangeratesapi.io': '/latest',
      'apilayer.net': `/api/live?access_key=${DEMO_KEY}`,
      'api.currencylayer.com': `/live?access_key=${DEMO_KEY}`,
      'api.frankfurter.dev': '/v1/latest',
      'api.frankfurter.app': '/latest?from=USD&to=EUR',
      'api.ratesapi.io': '/api/latest',
      'api.globalexchangerates.org': `/v1/latest?subscription-key=${DEMO_KEY}`,
      'open.er-api.com': '/v6/latest/USD',
      'v6.exchangerate-api.com': `/v6/${DEMO_KEY}/latest/USD`,
      'api.exchangerate-api.com': '/v4/latest/USD',
      'www.floatrates.com': '/daily/usd.json',
      'www.ecb.europa.eu': '/stats/eurofxref/eurofxref-daily.xml',
      'latest.currency-api.pages.dev': '/v1/currencies/usd.json',
      'cdn.jsdelivr.net': '/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.min.json',
      'www.ecb.int': '/stats/eurofxref/eurofxref-daily.xml',
      'data-api.ecb.europa.eu': '/service/data/EXR/D.USD.EUR.SP00.A?lastNObservations=1',
    };
    expect(Object.keys(paths).sort()).toEqual([...HOSTS].sort());
    for (const [host, path] of Object.entries(paths)) {
      const text = await redirected(['curl', '-sSf', `https://${host}${path}`]);
      expect([host, /EUR|eur/.test(text)]).toEqual([host, true]);
    }
  });

  describe.skipIf(!installed)('clients of npm', () => {
    it.each([
      ['currencylayer-client', { USDEUR, result: expect.closeTo(100 / DATED, 6) }],
      ['exchange-rates-as-promised', expect.objectContaining({ rates: { EUR: USDEUR } })],
      ['globalexchangerates', { USD: EURUSD, EUR: 86.7422866099 }],
      ['open-exchange-rates', { EUR: USDEUR, GBP: expect.closeTo(86.38457825, 6) }],
      ['oxr', expect.objectContaining({ latest: USDEUR, refused: 'invalid_app_id' })],
      ['openexchangerates-api', expect.objectContaining({ latest: USDEUR, name: 'Euro' })],
      ['frankfurter-js', { latest: EURUSD, dated: `2026-03-13 ${DATED}`, refused: 422 }],
      ['exchange-rates-api', expect.objectContaining({ latest: OF_ECB })],
      ['ecb-exchange-rates', expect.arrayContaining([{ currency: 'USD', rate: `${OF_ECB}` }])],
    ])('%s', async (name, expected) => {
      expect(await readFixed(name)).toEqual(expected);
    });

    it('ecb-euro-exchange-rates, the list of a day and those of 90 days', async () => {
      const files = ['daily', 'hist-90d'].map((name) => `/stats/eurofxref/eurofxref-${name}.xml`);
      const { time, USD, days } = JSON.parse(await asking(files, () => askFixed('ecb-euro-exchange-rates')));
      expect([time, USD, days[0], days.at(-1)]).toEqual(['2026-03-20', OF_ECB, '2026-03-20', '2026-03-02']);
    });

    it('currency-exchanger-js', async () => {
      const path = '/npm/@fawazahmed0/currency-api@latest/v1/currencies/eur.json';
      const said = await asking([path], () => askFixed('currency-exchanger-js'));
      expect(Number(said)).toBeCloseTo(100 * EURUSD, 6);
    });

    it.each([
      ['currencylayer', '/currencylayer/api/live?', EURUSD],
      ['ecb', '/stats/eurofxref/eurofxref-daily.xml', OF_ECB],
      ['oxr', '/oxr/api/latest.json?', EURUSD],
    ])('node-currency-swap, %s', async (door, path, rate) => {
      const [found] = JSON.parse(await asking([path], () => askFixed(`node-currency-swap ${door}`)));
      expect(found.value).toBeCloseTo(rate, 6);
    });

    it.each([
      ['fixer', '/fixer/api/latest?', EURUSD],
      ['currencylayer', '/currencylayer/api/live?', EURUSD],
      ['oxr', '/oxr/api/latest.json?', EURUSD],
      ['frankfurter', '/frankfurter/v1/latest?', OF_ECB],
      ['exchangerate-api', '/v4/latest/EUR', EURUSD],
      ['floatrates', '/daily/EUR.json', EURUSD],
    ])('easy-currencies, %s', async (door, path, rate) => {
      const said = await asking([path], () => askFixed(`easy-currencies ${door}`));
      expect(Number(said)).toBeCloseTo(100 * rate, 3);
    });
  });
});
