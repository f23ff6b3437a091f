/**
 * Clients of other makers, as they are published, at a real gateway: by a setting, or at the host that is written into
 * them, behind the nginx, the hosts file and the certificates of docs/integrations.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { diskStore } from '../../server/trees/disk.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { startListener } from '../support/servers/raw-requests.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';
import { HOSTS, openRedirect, redirects, run } from './fixed-hosts.ts';

const installed = existsSync(join(packageRoot(), '.ratetree', 'clients', 'node_modules', 'oxr'));
if (!installed) console.log('skipped: clients of npm are not installed (.ci/run does it)');
const isThere = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0;
const hasPerl = isThere('perl', '-MFinance::Quote', '-e', '1');
const hasUnits = isThere('units_cur', '--help');
const hasQalc = isThere('qalc', '--version');
const hasTryton = isThere('/usr/bin/python3', '-c', 'import trytond.modules.currency.ecb');
for (const [name, found] of Object.entries({
  'Tryton currency': hasTryton,
  'Finance::Quote': hasPerl,
  units_cur: hasUnits,
  qalc: hasQalc,
})) {
  if (!found) console.log(`skipped: ${name} is not installed`);
}

/** What GLOBAL, and the ECB, state of the embedded tree's newest fixings. */
const [EURUSD, USDEUR, DATED, OF_ECB] = [1.1528402571, 0.8674228661, 1.1477500774, 1.1555];

let base = '';
/** What the gateway was asked for since it was looked at last. Some clients turn to another service in silence. */
const asked: string[] = [];
const taken = () => asked.splice(0);
beforeAll(async () => {
  const { handler } = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });
  const counted: typeof handler = (request) => {
    asked.push(request.url);
    return handler(request);
  };
  base = `http://127.0.0.1:${(await startListener(counted)).port}`;
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
  const readFixed = async (name: string) => JSON.parse(await redirected([process.execPath, 'ask.mjs', name]));

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
      'www.ecb.int': '/stats/eurofxref/eurofxref-daily.xml',
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
      ['frankfurter-js', { latest: EURUSD, dated: `2026-03-13 ${DATED}`, refused: 422 }],
      ['exchange-rates-api', expect.objectContaining({ latest: OF_ECB })],
      ['ecb-exchange-rates', expect.arrayContaining([{ currency: 'USD', rate: `${OF_ECB}` }])],
    ])('%s', async (name, expected) => {
      expect(await readFixed(name)).toEqual(expected);
    });

    it.each([
      ['fixer', '/fixer/api/latest?', EURUSD],
      ['currencylayer', '/currencylayer/api/live?', EURUSD],
      ['oxr', '/oxr/api/latest.json?', EURUSD],
      ['frankfurter', '/frankfurter/v1/latest?', OF_ECB],
      ['exchangerate-api', '/v4/latest/EUR', EURUSD],
      ['floatrates', '/daily/EUR.json', EURUSD],
    ])('easy-currencies, %s', async (door, path, rate) => {
      taken();
      expect(await readFixed(`easy-currencies ${door}`)).toBeCloseTo(100 * rate, 3);
      expect(taken().map((url) => url.slice(0, path.length))).toEqual([path]);
    });
  });

  it.skipIf(!hasPerl).each([
    ['OpenExchange', '/oxr/api/latest.json?', EURUSD],
    ['Fixer', '/fixer/api/latest?', EURUSD],
    ['ECB', '/stats/eurofxref/eurofxref-daily.xml', OF_ECB],
  ])('Finance::Quote, %s', async (name, path, rate) => {
    const script = `
      my $asker = Finance::Quote->new(currency_rates => {
        order => ['${name}'], openexchange => {API_KEY => $ENV{KEY}}, fixer => {API_KEY => $ENV{KEY}} });
      print $asker->currency('EUR', 'USD');`;
    taken();
    expect(Number(await redirected(['perl', '-MFinance::Quote', '-e', script]))).toBeCloseTo(rate, 8);
    expect(taken().map((url) => url.slice(0, path.length))).toEqual([path]);
  });

  it.skipIf(!hasUnits).each([
    ['openexchangerates', '/oxr/api/latest.json?', EURUSD],
    ['fixer', '/fixer/api/latest?', EURUSD],
    ['floatrates', '/daily/USD.json', EURUSD],
    ['eubank', '/stats/eurofxref/eurofxref-daily.xml', OF_ECB],
    ['exchangerate_api', '/v6/', EURUSD],
  ])('units_cur, %s', async (source, path, rate) => {
    taken();
    const file = join(freshFolder(), 'currency.units');
    await redirected(['units_cur', '-s', source, '-k', DEMO_KEY, file]);
    const euro = await run(['units', '-t', '-o', '%.10g', '-f', '', '-f', file, 'euro', 'US$']);
    expect(Number(euro)).toBeCloseTo(rate, 6);
    expect(taken().map((url) => url.slice(0, path.length))).toEqual([path]);
  });

  it.skipIf(!hasTryton)('Tryton currency, a day, and the fixing before a Saturday', async () => {
    const script = `
from datetime import date
from trytond.modules.currency.ecb import get_rates
print(get_rates('EUR', date(2026, 3, 20))['USD'], get_rates('EUR', date(2026, 3, 14))['USD'])`;
    taken();
    expect(await redirected(['/usr/bin/python3', '-c', script])).toBe('1.1555 1.1476\n');
    const folder = '/stats/eurofxref';
    const files = ['daily', 'daily', 'hist-90d'].map((name) => `${folder}/eurofxref-${name}.xml`);
    expect(taken()).toEqual(files);
  });
});

it.skipIf(!hasQalc)('qalc reads the file of a day in its folder', async () => {
  const home = freshFolder();
  const folder = join(home, '.local', 'share', 'qalculate');
  mkdirSync(folder, { recursive: true });
  const answer = await request(`${base}/ecb/eurofxref-daily.xml`, { headers: { 'subscription-key': DEMO_KEY } });
  writeFileSync(join(folder, 'eurofxref-daily.xml'), await answer.body.text());
  const said = await run(['qalc', '-t', '100 EUR to USD'], { XDG_DATA_HOME: join(home, '.local', 'share') });
  expect(said).toContain(`${100 * OF_ECB}`);
});
