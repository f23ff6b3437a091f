/** The Parquet files of a tree: what they hold, what describes them, and how they are published. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { factsOfStable } from '../../generator/release/pointer/caching.ts';
import { sourcesOf } from '../../generator/release/tree/make/dataset.ts';
import { verifyLines } from '../../generator/release/verify/report.ts';
import { licenceOf } from '../../generator/sources/facts/licences.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { definition, freshFolder } from '../support/banks/archives.ts';
import { askDuckDb, duckDbIsThere } from '../support/kit/duckdb.ts';
import { archiveOfFourBanks, generateEmbedded } from '../support/trees/embedded.ts';
import { keyIn } from '../support/trees/manifests.ts';
import { ReleaseFolder } from '../support/trees/release-folder.ts';
import { NOW } from '../support/trees/release-pair.ts';
import { dailyLines, generateFrom, readTree } from '../support/trees/trees.ts';
import { ours, verifyFolder } from '../support/trees/verifying.ts';

const BASES = new Set([currencyCode.parse('EUR')]);
const OF_YEARS = /^v1\/series\/(\w+?)(?:-(\d{4}))?\.parquet$/;
const RUNNING = '2026';

let folder = '';
let tree: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = freshFolder();
  await generateEmbedded(folder, { archiveDir: await archiveOfFourBanks(), bases: BASES });
  tree = readTree(folder);
});

const files = () => [...tree.keys()].filter((path) => OF_YEARS.test(path));
/** Path, provider, currency and year of each series. */
const series = () =>
  [...tree.keys()].flatMap((path) => {
    const [, provider = '', currency = '', year = ''] =
      /^v1\/series\/(\w+)\/([A-Z]{3})\/(\d{4})\.csv$/.exec(path) ?? [];
    return year === '' ? [] : [{ path, provider, currency, year }];
  });
const tableOf = (provider: string, year: string) => `v1/series/${provider}${year < RUNNING ? '' : `-${year}`}.parquet`;

describe('a tree', () => {
  it('has for each provider one Parquet file of its whole years, and one of the year of the tree', () => {
    const expected = new Set(series().map(({ provider, year }) => tableOf(provider, year)));
    expect(files()).toEqual([...expected].sort());
    expect(expected.size).toBeGreaterThan(4);
  });

  it('gets both anew when the year turns, though no figure has changed', async () => {
    const [lines, out] = [{ ECB: dailyLines('2025-12-29', '2026-01-02') }, freshFolder()];
    const own = () => [...readTree(out).keys()].filter((path) => OF_YEARS.test(path) && path.includes('ECB'));
    await generateFrom(lines, out, { date: parseIsoDate('2025-12-31'), bases: BASES });
    // What is dated ahead of the tree has a file of its own year.
    expect(own()).toEqual(['v1/series/ECB-2025.parquet', 'v1/series/ECB-2026.parquet']);
    await generateFrom(lines, out, { date: parseIsoDate('2026-01-02'), bases: BASES });
    expect(own()).toEqual(['v1/series/ECB-2026.parquet', 'v1/series/ECB.parquet']);
  });

  it('gets the file of its whole years without a look at them when only the running year has news', async () => {
    const out = freshFolder();
    await generateFrom({ ECB: dailyLines('2025-10-01', '2026-03-12') }, out, { bases: BASES });
    const key = await keyIn(out, 'tables/ECB/2025/USD.csv');
    const whole = readTree(out).get('v1/series/ECB.parquet');
    rmSync(join(out, key));
    await generateFrom({ ECB: dailyLines('2025-10-01', '2026-03-13') }, out, { bases: BASES });
    // Whoever looks for a series that is gone makes the whole tree again.
    expect(existsSync(join(out, key))).toBe(false);
    expect(readFileSync(join(out, 'v1/series/ECB.parquet'), 'latin1')).toBe(whole);
  });
});

/** `1.1000000000` → `1.1`, as the rounded series are written. */
const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
const table = (path: string) => `'${join(folder, path)}'`;

describe.skipIf(!duckDbIsThere)('a Parquet file', () => {
  it('has every figure of the series of its years, digit by digit, by currency and date', async () => {
    let compared = 0;
    for (const path of files()) {
      const own = series().filter(({ provider, year }) => tableOf(provider, year) === path);
      const expected = own.flatMap(({ path: name, provider, currency }) => {
        const rows = z.array(z.array(z.string())).parse(parse(tree.get(name) ?? '', { from: 2 }));
        return rows.map(([date = '', ...sides]) => [provider, date, currency, ...sides]);
      });
      const rows = await askDuckDb(`SELECT provider, date, currency, mid, bid, ask FROM ${table(path)}`);
      expect(rows.map((cells) => cells.map(plain))).toEqual(expected);
      compared += rows.length;
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it('has a group of rows for each currency, which says the currency and its first and last date', async () => {
    const path = 'v1/series/ECB-2026.parquet';
    const groups = await askDuckDb(
      `SELECT c.stats_min_value, c.stats_max_value, d.stats_min_value, d.stats_max_value, c.row_group_num_rows
       FROM parquet_metadata(${table(path)}) c JOIN parquet_metadata(${table(path)}) d USING (row_group_id)
       WHERE c.path_in_schema = 'currency' AND d.path_in_schema = 'date' ORDER BY 1`,
    );
    const stated = await askDuckDb(
      `SELECT currency, currency, min(date), max(date), count(*) FROM ${table(path)} GROUP BY 1 ORDER BY 1`,
    );
    expect(groups).toEqual(stated);
    expect(groups.length).toBeGreaterThan(20);
  });

  it('has exact decimals of 64 bits, and all have the same columns, so that a query may name several', async () => {
    const all = `read_parquet('${join(folder, 'v1/series/*.parquet')}')`;
    expect(await askDuckDb(`SELECT DISTINCT typeof(mid), typeof(bid), typeof(date) FROM ${all}`)).toEqual([
      ['DECIMAL(18,10)', 'DECIMAL(18,10)', 'DATE'],
    ]);
    const [[dollars = ''] = []] = await askDuckDb(
      `SELECT mid FROM ${all} WHERE provider = 'ECB' AND currency = 'USD' AND date = '2026-03-13'`,
    );
    expect(tree.get('v1/series/ECB/USD/2026.csv')).toContain(`\n2026-03-13,${plain(dollars)},`);
  });

  it('has wider decimals where a figure has nine digits before the point', async () => {
    const out = freshFolder();
    const lines = ['2026-01-01 EUR/USD 1.1', '2026-01-02 EUR/USD 123456789.0123456789'];
    const facts = { definitions: [definition('ECB', 'EUR')], date: parseIsoDate('2026-01-02'), acceptsAll: true };
    await generateFrom({ ECB: lines }, out, facts);
    const file = join(out, 'v1/series/ECB-2026.parquet');
    expect(await askDuckDb(`SELECT typeof(mid), mid FROM '${file}' ORDER BY date`)).toEqual([
      ['DECIMAL(38,10)', '1.1000000000'],
      ['DECIMAL(38,10)', '123456789.0123456789'],
    ]);
  });

  it('names the base of each row where a provider changed its currency within a year', async () => {
    const out = freshFolder();
    const lines = ['2023-06-29 EUR/USD 1.1', '2023-07-03 USD/HRK 7.0'];
    const changing = [
      { from: '1990-01-01', currency: 'EUR' },
      { from: '2023-07-01', currency: 'HRK' },
    ];
    const definitions = [definition('HNB', 'EUR', { references: changing })];
    await generateFrom({ HNB: lines }, out, { definitions, date: parseIsoDate('2023-07-03') });
    const rows = await askDuckDb(`SELECT date, base, currency FROM '${join(out, 'v1/series/HNB-2023.parquet')}'`);
    expect(rows).toEqual([
      ['2023-06-29', 'EUR', 'USD'],
      ['2023-07-03', 'HRK', 'USD'],
    ]);
  });

  it('of the newest rates has the newest fixing of every provider', async () => {
    const columns = 'provider, date, base, currency, mid, bid, ask';
    const rows = await askDuckDb(`SELECT ${columns} FROM ${table('v1/rates.parquet')}`);
    const newest = `(provider, date) IN (SELECT (provider, max(date)) FROM own GROUP BY provider)`;
    const all = `SELECT ${columns} FROM read_parquet('${join(folder, 'v1/series/*.parquet')}') WHERE date <= '2026-03-20'`;
    const expected = await askDuckDb(
      `WITH own AS (${all}) SELECT * FROM own WHERE ${newest} ORDER BY provider, currency`,
    );
    expect(rows).toEqual(expected);
    expect(new Set(rows.map(([provider]) => provider)).size).toBe(5);
  });
});

const file = z.object({
  '@type': z.literal('cr:FileObject'),
  name: z.string(),
  encodingFormat: z.literal('application/vnd.apache.parquet'),
  contentUrl: z.string(),
  sha256: z.string(),
  temporalCoverage: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/)
    .optional(),
  creator: z.object({ '@type': z.literal('Organization'), name: z.string() }).optional(),
  isBasedOn: z.array(z.url()).min(1).optional(),
  license: z.union([
    z.string(),
    z.object({ '@type': z.literal('CreativeWork'), name: z.string(), url: z.url(), text: z.string().min(10) }),
  ]),
});
const dataset = z.object({
  '@type': z.literal('Dataset'),
  conformsTo: z.literal('http://mlcommons.org/croissant/1.0'),
  distribution: z.array(z.union([file, z.object({ '@type': z.literal('cr:FileSet'), includes: z.string() })])),
  recordSet: z.array(
    z.object({
      field: z.array(z.object({ name: z.string(), source: z.object({ extract: z.object({ column: z.string() }) }) })),
    }),
  ),
});
const dataPackage = z.object({
  resources: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      bytes: z.number(),
      hash: z.string(),
      licenses: z.array(z.object({ path: z.url(), title: z.string() })).optional(),
      schema: z.object({ fields: z.array(z.object({ name: z.string(), type: z.string() })) }),
    }),
  ),
});

describe('what describes the files', () => {
  const textOf = (name: string) => JSON.parse(tree.get(`v1/${name}`) ?? '');
  const objects = () =>
    dataset.parse(textOf('dataset.jsonld')).distribution.flatMap((one) => ('contentUrl' in one ? [one] : []));
  const resources = () => dataPackage.parse(textOf('datapackage.json')).resources;
  const resolved = (address: string) => new URL(address, 'https://rates.example/v1/dataset.jsonld').pathname.slice(1);
  const all = () => ['v1/rates.parquet', ...files()];

  it('names every Parquet file by an address that is relative to its own, with its hash', () => {
    const expected = all().map((path) => [path, hashOf(Buffer.from(tree.get(path) ?? '', 'latin1'))]);
    const named = objects().map(({ contentUrl, sha256 }) => [resolved(contentUrl), sha256]);
    expect(named.sort()).toEqual(expected.sort());
    const packaged = resources().map(({ path, hash }) => [resolved(path), hash.replace('sha256:', '')]);
    expect(packaged.sort()).toEqual(expected.sort());
    expect(resources().map(({ path, bytes }) => tree.get(resolved(path))?.length === bytes)).not.toContain(false);
    expect(resources().map(({ name }) => name)).toContain('ecb-2026');
  });

  it('has for each bank the terms of its adapter, whom the figures are from, and which servers state them', () => {
    for (const { contentUrl, creator, isBasedOn, license, temporalCoverage = '' } of objects()) {
      const [, code = '', year = ''] = OF_YEARS.exec(resolved(contentUrl)) ?? [];
      const own = PROVIDERS.find((one) => one.code === code);
      if (own === undefined) {
        expect([contentUrl, license]).toEqual([contentUrl, expect.stringContaining('whose terms apply')]);
        continue;
      }
      expect(creator?.name).toBe(own.description);
      expect(license).toMatchObject({ name: licenceOf(code), url: own.terms.url, text: own.terms.note });
      expect(isBasedOn?.length).toBeGreaterThan(0);
      expect(temporalCoverage.slice(11) < '2026-01-01').toBe(year === '');
      const packaged = resources().find(({ path }) => path === contentUrl);
      expect(packaged?.licenses).toEqual([{ path: own.terms.url, title: `${licenceOf(code)}: ${own.terms.note}` }]);
    }
  });

  it.each(PROVIDERS.map((one) => [one.code, one] as const))(
    'finds the servers of %s, though it may have ended',
    (_, one) => {
      // Those that gave way to the ECB ended at different times.
      const days = ['2026-03-13', '2001-12-28', '1998-12-30'].map(parseIsoDate);
      expect(days.some((last) => sourcesOf(one, last).length > 0)).toBe(true);
    },
  );

  it.skipIf(!duckDbIsThere)('describes the columns that the files have', async () => {
    const { recordSet } = dataset.parse(textOf('dataset.jsonld'));
    const fields = [...recordSet.map(({ field }) => field), ...resources().map(({ schema }) => schema.fields)];
    const named = new Set(fields.map((own) => own.map(({ name }) => name).join()));
    const described = all().map((path) =>
      askDuckDb(`SELECT string_agg(column_name, ',') FROM (DESCRIBE SELECT * FROM ${table(path)})`),
    );
    expect(named).toEqual(new Set((await Promise.all(described)).flat(2)));
  });
});

describe('a release', () => {
  it('is published with its Parquet files, and every byte of it is verified', async () => {
    const published = new ReleaseFolder(freshFolder(), ours.signer, NOW);
    await published.publish(folder);
    const report = await verifyFolder(published.dir);
    expect(verifyLines(report).at(-1)).toBe('good');
    expect(report.counts.files).toBe(tree.size);
    published.flip('v1/series/ECB-2026.parquet');
    const stable = await verifyFolder(published.dir, { mode: 'stable' });
    expect(stable.faults.map(({ key }) => key)).toEqual(['v1/series/ECB-2026.parquet']);
  });

  it.each([
    ['v1/series/ECB-2026.parquet', 'application/vnd.apache.parquet', 'public, max-age=300'],
    ['v1/series/ECB.parquet', 'application/vnd.apache.parquet', 'public, max-age=300'],
    ['v1/rates.parquet', 'application/vnd.apache.parquet', 'public, max-age=60'],
    ['v1/datapackage.json', 'application/json; charset=utf-8', 'public, max-age=60'],
    ['v1/dataset.jsonld', 'application/ld+json; charset=utf-8', 'public, max-age=60'],
  ])('has %s in a bucket as %s, which may be cached by %j', (path, contentType, cacheControl) => {
    expect(factsOfStable(path, parseIsoDate('2026-03-13'))).toEqual({ contentType, cacheControl });
  });
});
