/**
 * Every operation and every dialect calls the same fixing of a provider the newest: the last one dated on or before the
 * release's day, whatever the clock says. The tree is of 4 March 2026 and has fixings of the weeks after it as well.
 */

import { describe, expect, it } from 'vitest';
import { DIALECT_NAMES } from '../../generator/wire/answers/operations.ts';
import { historicalPath } from '../../generator/wire/answers/paths.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { GLOBAL, USD } from '../../generator/wire/words/schemas.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import { toConversion } from '../../server/clients/console/convert.ts';
import { toRates } from '../../server/clients/console/rates.ts';
import { toSeries } from '../../server/clients/console/series.ts';
import { toWhy } from '../../server/clients/console/why.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { archiveOfFourBanks, generateEmbedded } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const RELEASED = parseIsoDate('2026-03-04');
const tree = freshFolder();
await generateEmbedded(tree, { archiveDir: await archiveOfFourBanks(), date: RELEASED });
const files = readTree(tree);
const read = (path: string) => JSON.parse(files.get(path) ?? '');

const REFERENCES = { GLOBAL: 'EUR', CBR: 'RUB', ECB: 'EUR', HMRC: 'GBP', BNM: 'MYR' } as const;
const PROVIDERS = Object.keys(REFERENCES) as (keyof typeof REFERENCES)[];
const datesOf = (provider: string): string[] =>
  read(`index/${provider}.json`).fixings.map((fixing: string) => fixing.slice(0, 10));
const newestOf = (provider: string) => datesOf(provider).findLast((date) => date <= RELEASED);

const CLOCKS = {
  'at noon of its day': '2026-03-04T12:00:00Z',
  'past midnight, with the tree of yesterday': '2026-03-05T00:30:00Z',
  'months later, with no release since': '2026-11-23T12:00:00Z',
};

/** Address, and where in the body the date stands. */
type Door = readonly [operation: string, url: string, dateOf: (body: never) => string | undefined];
type Dated = { readonly date: string };
const ofBody = ({ date }: Dated) => date;
const ofRows = (rows: readonly Dated[]) => rows.map(ofBody).sort().at(-1);
type Euros = Readonly<Record<string, number>>;
/** The date of GLOBAL's fixing that has so many euros for a dollar: each has another figure. */
const ofRate = (euros: number | undefined) =>
  datesOf(GLOBAL).find((date) => {
    const path = historicalPath(GLOBAL, parseIsoDate(date), USD, 'standard', 'json');
    return read(path).exchangeRates.EUR === euros;
  });

const doorsOf = (provider: keyof typeof REFERENCES): readonly Door[] => [
  ['latest', `/v1/latest?provider=${provider}`, ofBody],
  ['convert', `/v1/convert?amount=1&provider=${provider}`, ofBody],
  ['historical', `/v1/historical?provider=${provider}&date=${RELEASED}&latest=true`, ofBody],
  ['series', `/v1/series?provider=${provider}&from=${datesOf(provider)[0]}`, ({ to }: { readonly to: string }) => to],
  ['frankfurter', `/v2/rates?providers=${provider}&base=${REFERENCES[provider]}`, ofRows],
  ['frankfurter', `/v2/rates?providers=${provider}&base=${REFERENCES[provider]}&from=2026-03-01`, ofRows],
  ['frankfurter', `/v2/rate/${REFERENCES[provider]}/USD?providers=${provider}`, ofBody],
];
const DOORS_OF_GLOBAL: readonly Door[] = [
  ['currencylayer', '/currencylayer/live', ({ quotes }: { readonly quotes: Euros }) => ofRate(quotes.USDEUR)],
  [
    'currencylayer',
    '/currencylayer/convert?from=USD&to=EUR&amount=1',
    ({ result }: { readonly result: number }) => ofRate(result),
  ],
  ['oxr', '/oxr/api/latest.json', ({ rates }: { readonly rates: Euros }) => ofRate(rates.EUR)],
  ['fixer', '/fixer/latest', ofBody],
  ['exchangerate-api', '/v6/latest/USD', ({ rates }: { readonly rates: Euros }) => ofRate(rates.EUR)],
  ['exchangerate-api', '/v4/latest/USD', ofBody],
  ['fawazahmed0', '/latest/v1/currencies/usd.json', ofBody],
  [
    'floatrates',
    '/daily/usd.json',
    ({ eur }: { readonly eur: Dated }) => new Date(eur.date).toISOString().slice(0, 10),
  ],
  ['prebid', '/prebid/latest.json', ({ dataAsOf }: { readonly dataAsOf: string }) => dataAsOf],
];
const DOORS_OF_THE_ECB: readonly Door[] = [
  ['ecb', '/ecb/eurofxref-daily.xml', (text: string) => /time='([\d-]+)'/.exec(text)?.[1]],
  ['ecb', '/ecb/eurofxref-hist.csv', (text: string) => text.split('\n')[1]?.slice(0, 10)],
  [
    'sdmx',
    '/service/data/EXR/D.USD.EUR.SP00.A?format=csvdata&lastNObservations=1',
    (text: string) => /SP00,A,([\d-]+),/.exec(text)?.[1],
  ],
  ['frankfurter', '/frankfurter/v1/latest', ofBody],
  ['frankfurter', '/frankfurter/v1/2026-03-02..', ({ end_date }: { readonly end_date: string }) => end_date],
];

describe('the newest fixing', () => {
  it('has later ones beside it in this tree, and the next one of a bank is of the day after', () => {
    expect(PROVIDERS.filter((provider) => datesOf(provider).at(-1) === newestOf(provider))).toEqual(['HMRC']);
    expect(datesOf('CBR')).toContain('2026-03-05');
  });

  it('is asked for by every operation that has one and by every dialect', () => {
    const asked = [...doorsOf('GLOBAL'), ...DOORS_OF_GLOBAL, ...DOORS_OF_THE_ECB].map(([operation]) => operation);
    // Newest answers of currencyconverterapi have no date.
    const dated = DIALECT_NAMES.filter((name) => name !== 'currencyconverterapi');
    expect([...new Set(asked)].sort()).toEqual(['convert', 'historical', 'latest', 'series', ...dated].sort());
  });

  it.each(PROVIDERS)('of %s is in the static file', (provider) => {
    expect(read(`v1/latest/${provider}/${REFERENCES[provider]}.json`).date).toBe(newestOf(provider));
  });

  describe.each(Object.entries(CLOCKS))('%s', async (_, clock) => {
    const nowMs = () => Date.parse(clock);
    const { ask } = await gatewayOver(diskStore(tree), { nowMs });
    const asker = await treeAsker({ store: diskStore(tree), nowMs, say: () => {} });
    const codesOf = async (url: string, toCodes: (body: never) => Iterable<string>) =>
      [...toCodes(JSON.parse((await ask(url)).text) as never)].sort();

    it.each([
      ...PROVIDERS.flatMap((provider) => doorsOf(provider).map((door) => [provider, ...door] as const)),
      ...DOORS_OF_GLOBAL.map((door) => ['GLOBAL', ...door] as const),
      ...DOORS_OF_THE_ECB.map((door) => ['ECB', ...door] as const),
    ])('of %s is what %s answers: %s', async (provider, _operation, url, dateOf) => {
      const { status, text } = await ask(url);
      const body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
      expect([status, dateOf(body as never)], text.slice(0, 200)).toEqual([200, newestOf(provider)]);
    });

    it.each(PROVIDERS)('of %s is what the command line tells', async (provider) => {
      const told = await Promise.all([
        toRates(asker, '/v1/latest', { provider, currencies: 'USD' }, nowMs()),
        toConversion(asker, { provider, amount: '1', base: 'USD' }, nowMs()),
        toWhy(asker, { provider, date: 'latest', currency: 'USD' }, nowMs()),
      ]);
      const { to } = JSON.parse((await toSeries(asker, { provider, currencies: 'USD' })).json);
      const dates = told.map(({ json }) => JSON.parse(json).date);
      expect([...dates, to]).toEqual(Array(4).fill(newestOf(provider)));
    });

    it('has a rate of each currency that is listed, and no others', async () => {
      const quotes = await codesOf('/v2/rates', (rows: { quote: string }[]) => rows.map(({ quote }) => quote));
      const listed = (rows: { iso_code: string }[]) => rows.map(({ iso_code }) => iso_code);
      expect(await codesOf('/v2/currencies', listed)).toEqual(quotes);
      const names = await codesOf('/frankfurter/v1/currencies', (body: object) => Object.keys(body));
      const ofEcb = ({ exchangeRates }: { exchangeRates: object }) => Object.keys(exchangeRates);
      expect(names).toEqual(await codesOf('/v1/latest?provider=ECB', ofEcb));
    });
  });
});
