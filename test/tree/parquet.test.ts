/** The Parquet files of a tree: what they hold, what describes them, and how they are published. */
import { readFileSync } from 'node:fs';
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
import { currencyCode } from '../../generator/wire/words/schemas.ts';
import { definition, freshFolder } from '../support/banks/archives.ts';
import { askDuckDb, duckDbIsThere } from '../support/kit/duckdb.ts';
import { archiveOfFourBanks, generateEmbedded } from '../support/trees/embedded.ts';
import { ReleaseFolder } from '../support/trees/release-folder.ts';
import { NOW } from '../support/trees/release-pair.ts';
import { generateFrom, readTree } from '../support/trees/trees.ts';
import { ours, verifyFolder } from '../support/trees/verifying.ts';

const BASES = new Set([currencyCode.parse('EUR')]);
const PARQUET = /^v1\/series\/(\w+)\/(\d{4})\.parquet$/;

let folder = '';
let tree: ReadonlyMap<string, string>;
let without: ReadonlyMap<string, string>;
beforeAll(async () => {
  const options = { archiveDir: await archiveOfFourBanks(), bases: BASES };
  [folder, without] = [freshFolder(), new Map()];
  await generateEmbedded(folder, { ...options, parquet: true });
  const plain = freshFolder();
  await generateEmbedded(plain, options);
  [tree, without] = [readTree(folder), readTree(plain)];
});

const files = () => [...tree.keys()].filter((path) => PARQUET.test(path));

describe('generate', () => {
  it('adds a file for each provider and year and their description, and changes no other file but its own notes', () => {
    const years = new Set(
      [...without.keys()].flatMap(
        (path) => /^(v1\/series\/\w+)\/[A-Z]{3}\/(\d{4})\.csv$/.exec(path)?.slice(1).join('/') ?? [],
      ),
    );
    expect(files().map((path) => path.replace('.parquet', ''))).toEqual([...years].sort());
    expect(years.size).toBeGreaterThan(4);
    const added = [...tree.keys()].filter((path) => !without.has(path));
    expect(added.filter((path) => !PARQUET.test(path))).toEqual(['v1/dataset.jsonld']);
    const changed = [...without].filter(([path, text]) => tree.get(path) !== text).map(([path]) => path);
    expect(changed).toEqual([]);
  });
});

/** `1.1000000000` → `1.1`, as the rounded series are written. */
const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

describe.skipIf(!duckDbIsThere)('a Parquet file', () => {
  it('has every figure of the series of its provider and year, digit by digit, by currency and date', async () => {
    let compared = 0;
    for (const path of files()) {
      const [, provider = '', year = ''] = PARQUET.exec(path) ?? [];
      const series = [...tree].filter(
        ([name]) => name.startsWith(`v1/series/${provider}/`) && name.endsWith(`/${year}.csv`),
      );
      const expected = series.flatMap(([name, text]) => {
        const [, , , currency = ''] = name.split('/');
        const rows = currency === 'voices' ? [] : z.array(z.array(z.string())).parse(parse(text, { from: 2 }));
        return rows.map(([date = '', ...sides]) => [provider, date, currency, ...sides]);
      });
      const rows = await askDuckDb(`SELECT provider, date, currency, mid, bid, ask FROM '${join(folder, path)}'`);
      expect(rows.map((cells) => cells.map(plain))).toEqual(expected);
      compared += rows.length;
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it('has exact decimals, and all files have the same columns, so that a query may name several of them', async () => {
    const all = `read_parquet('${join(folder, 'v1/series/*/*.parquet')}')`;
    expect(await askDuckDb(`SELECT DISTINCT typeof(mid), typeof(bid), typeof(date) FROM ${all}`)).toEqual([
      ['DECIMAL(38,10)', 'DECIMAL(38,10)', 'DATE'],
    ]);
    const [[dollars = ''] = []] = await askDuckDb(
      `SELECT mid FROM ${all} WHERE provider = 'ECB' AND currency = 'USD' AND date = '2026-03-13'`,
    );
    expect(tree.get('v1/series/ECB/USD/2026.csv')).toContain(`\n2026-03-13,${plain(dollars)},`);
  });

  it('names the base of each row where a provider changed its currency within a year', async () => {
    const out = freshFolder();
    const lines = ['2023-06-29 EUR/USD 1.1', '2023-07-03 USD/HRK 7.0'];
    const changing = [
      { from: '1990-01-01', currency: 'EUR' },
      { from: '2023-07-01', currency: 'HRK' },
    ];
    const definitions = [definition('HNB', 'EUR', { references: changing })];
    await generateFrom({ HNB: lines }, out, { definitions, parquet: true, date: parseIsoDate('2023-07-03') });
    const rows = await askDuckDb(`SELECT date, base, currency FROM '${join(out, 'v1/series/HNB/2023.parquet')}'`);
    expect(rows).toEqual([
      ['2023-06-29', 'EUR', 'USD'],
      ['2023-07-03', 'HRK', 'USD'],
    ]);
  });
});

const dataset = z.object({
  '@context': z.literal('https://schema.org/'),
  '@type': z.literal('Dataset'),
  name: z.string(),
  description: z.string(),
  temporalCoverage: z.string().regex(/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/),
  variableMeasured: z.array(
    z.object({ '@type': z.literal('PropertyValue'), name: z.string(), description: z.string() }),
  ),
  hasPart: z.array(
    z.object({
      '@type': z.literal('Dataset'),
      identifier: z.string(),
      name: z.string(),
      creator: z.object({ '@type': z.literal('Organization'), name: z.string() }).optional(),
      isBasedOn: z.array(z.url()).min(1).optional(),
      license: z.object({
        '@type': z.literal('CreativeWork'),
        name: z.string().optional(),
        url: z.url().optional(),
        text: z.string().min(10),
      }),
      distribution: z.array(
        z.object({
          '@type': z.literal('DataDownload'),
          name: z.string(),
          encodingFormat: z.literal('application/vnd.apache.parquet'),
          contentUrl: z.string(),
        }),
      ),
    }),
  ),
});

describe('v1/dataset.jsonld', () => {
  const read = () => dataset.parse(JSON.parse(readFileSync(join(folder, 'v1/dataset.jsonld'), 'utf8')));

  it('names every Parquet file by an address that is relative to its own', () => {
    const named = read().hasPart.flatMap(({ distribution }) => distribution.map(({ contentUrl }) => contentUrl));
    const resolved = named.map((address) =>
      new URL(address, 'https://rates.example/v1/dataset.jsonld').pathname.slice(1),
    );
    expect(resolved.sort()).toEqual(files());
  });

  it('has for each provider the terms of its adapter, whom the figures are from, and which servers state them', () => {
    const parts = read().hasPart;
    expect(parts.map(({ identifier }) => identifier)).toEqual(['GLOBAL', 'BNM', 'CBR', 'ECB', 'HMRC']);
    for (const { identifier, creator, isBasedOn, license } of parts.slice(1)) {
      const own = PROVIDERS.find(({ code }) => code === identifier);
      expect(creator?.name).toBe(own?.description);
      expect(license).toMatchObject({ name: licenceOf(`${identifier}`), url: own?.terms.url, text: own?.terms.note });
      expect(isBasedOn?.length).toBeGreaterThan(0);
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

  it('describes the columns that the files have', async () => {
    if (!duckDbIsThere) return;
    const described = await askDuckDb(
      `SELECT column_name FROM (DESCRIBE SELECT * FROM '${join(folder, files()[0] ?? '')}')`,
    );
    expect(read().variableMeasured.map(({ name }) => [name])).toEqual(described);
  });
});

describe('a release with Parquet files', () => {
  it('is published with them, and every byte of it is verified', async () => {
    const published = new ReleaseFolder(freshFolder(), ours.signer, NOW);
    await published.publish(folder);
    const report = await verifyFolder(published.dir);
    expect(verifyLines(report).at(-1)).toBe('good');
    expect(report.counts.files).toBe(tree.size);
    published.flip(`v1/series/ECB/2026.parquet`);
    const stable = await verifyFolder(published.dir, { mode: 'stable' });
    expect(stable.faults.map(({ key }) => key)).toEqual(['v1/series/ECB/2026.parquet']);
  });

  it.each([
    ['v1/series/ECB/2026.parquet', 'application/vnd.apache.parquet', 'public, max-age=300'],
    ['v1/series/ECB/2025.parquet', 'application/vnd.apache.parquet', 'public, max-age=3600'],
    ['v1/dataset.jsonld', 'application/ld+json; charset=utf-8', 'public, max-age=60'],
  ])('has %s in a bucket as %s, which may be cached by %j', (path, contentType, cacheControl) => {
    expect(factsOfStable(path, parseIsoDate('2026-03-13'))).toEqual({ contentType, cacheControl });
  });
});
