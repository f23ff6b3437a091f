/**
 * Programs of Debian at a real gateway: at the host that is written into them, behind the nginx, the hosts file and the
 * certificates of docs/integrations.md, or by a file in their folder.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';
import { type AskedGateway, EURUSD, OF_ECB, startAsked } from './asked-gateway.ts';
import { openRedirect, redirects, run } from './fixed-hosts.ts';

const isThere = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0;
const hasPerl = isThere('perl', '-MFinance::Quote', '-e', '1');
const hasGnuCash = isThere('gnucash-cli', '--version');
const hasUnits = isThere('units_cur', '--help');
const hasQalc = isThere('qalc', '--version');
const hasTryton = isThere('/usr/bin/python3', '-c', 'import trytond.modules.currency.ecb');
for (const [name, found] of Object.entries({
  'Tryton currency': hasTryton,
  'Finance::Quote': hasPerl,
  'gnucash-cli': hasGnuCash,
  units_cur: hasUnits,
  qalc: hasQalc,
})) {
  if (!found) console.log(`skipped: ${name} is not installed`);
}

let base: string;
let asking: AskedGateway['asking'];
beforeAll(async () => {
  ({ base, asking } = await startAsked());
});

const GZIP = 0x1f;
/** Has Finance::Quote ask the named service first, and no other. */
const CHOSEN = `package Chosen;
use Finance::Quote;
no warnings 'redefine';
my $new = \\&Finance::Quote::new;
*Finance::Quote::new = sub {
  my ($class, @others) = @_;
  my %rates = (order => [$ENV{CHOSEN}], openexchange => {API_KEY => $ENV{KEY}}, fixer => {API_KEY => $ENV{KEY}});
  return $new->($class, currency_rates => \\%rates, @others);
};
1;
`;

/** Runs a program where /etc/hosts and the trusted certificates are ours, for that process alone. */
let redirected: (words: readonly string[]) => Promise<string>;

describe.skipIf(!redirects)('at a fixed host', () => {
  beforeAll(async () => {
    redirected = await openRedirect(base);
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
    const said = await asking([path], () => redirected(['perl', '-MFinance::Quote', '-e', script]));
    expect(Number(said)).toBeCloseTo(rate, 8);
  });

  it.skipIf(!hasPerl || !hasGnuCash).each([
    ['oxr', 'OpenExchange', '/oxr/api/latest.json?', EURUSD],
    ['fixer', 'Fixer', '/fixer/api/latest?', EURUSD],
    ['ecb', 'ECB', '/stats/eurofxref/eurofxref-daily.xml', OF_ECB],
  ])('gnucash-cli, %s', async (_, name, path, rate) => {
    const folder = freshFolder();
    const book = join(folder, 'euros.gnucash');
    copyFileSync(join(packageRoot(), 'test', 'clients', 'euros.gnucash'), book);
    // Its Finance::Quote asks Alpha Vantage alone, unless whoever calls it says something else.
    writeFileSync(join(folder, 'Chosen.pm'), CHOSEN);
    const set = {
      PERL5LIB: folder,
      PERL5OPT: '-MChosen',
      CHOSEN: name,
      ALPHAVANTAGE_API_KEY: 'none',
      LC_ALL: 'C.UTF-8',
    };
    const words = Object.entries(set).map(([key, value]) => `${key}=${value}`);
    await asking([path], () => redirected(['env', ...words, 'gnucash-cli', '--quotes', 'get', book]));
    const bytes = readFileSync(book);
    const text = (bytes[0] === GZIP ? gunzipSync(bytes) : bytes).toString();
    const [, code, value = ''] =
      /<price:commodity>[\s\S]*?<cmdty:id>(\w+)<[\s\S]*?<price:value>([\d/]+)</.exec(text) ?? [];
    const [numerator, denominator] = value.split('/').map(Number);
    expect([code, Number(numerator) / Number(denominator)]).toEqual(['EUR', expect.closeTo(rate, 6)]);
  });

  it.skipIf(!hasUnits).each([
    ['openexchangerates', '/oxr/api/latest.json?', EURUSD],
    ['fixer', '/fixer/api/latest?', EURUSD],
    ['floatrates', '/daily/USD.json', EURUSD],
    ['eubank', '/stats/eurofxref/eurofxref-daily.xml', OF_ECB],
    ['exchangerate_api', '/v6/', EURUSD],
  ])('units_cur, %s', async (source, path, rate) => {
    const file = join(freshFolder(), 'currency.units');
    await asking([path], () => redirected(['units_cur', '-s', source, '-k', DEMO_KEY, file]));
    const euro = await run(['units', '-t', '-o', '%.10g', '-f', '', '-f', file, 'euro', 'US$']);
    expect(Number(euro)).toBeCloseTo(rate, 6);
  });

  it.skipIf(!hasTryton)('Tryton currency, a day, and the fixing before a Saturday', async () => {
    const script = `
from datetime import date
from trytond.modules.currency.ecb import get_rates
print(get_rates('EUR', date(2026, 3, 20))['USD'], get_rates('EUR', date(2026, 3, 14))['USD'])`;
    const files = ['daily', 'daily', 'hist-90d'].map((name) => `/stats/eurofxref/eurofxref-${name}.xml`);
    expect(await asking(files, () => redirected(['/usr/bin/python3', '-c', script]))).toBe('1.1555 1.1476\n');
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
