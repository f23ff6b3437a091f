/** Every path of the tree is made here. The tree is a public interface: a change of a path needs a new version. */

import type { z } from 'zod';
import { FORMATS, type Format } from '../encode/document.ts';
import { toProviderCode } from '../words/codes.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../words/schemas.ts';
import type { View } from './table.ts';

/** A file of the tree, relative to its root, with `/` between parts. */
export type TreePath = string & z.core.$brand<'TreePath'>;

const SUFFIX: Record<View, string> = { standard: '', extended: '.extended', bid: '.bid', ask: '.ask' };

export const listPath = (list: 'currencies' | 'providers' | 'rules', format: Format) => path(`v1/${list}.${format}`);

export const latestPath = (provider: ProviderCode, base: CurrencyCode, view: View, format: Format) =>
  path(`v1/latest/${provider}/${base}${SUFFIX[view]}.${format}`);

export const historicalPath = (
  provider: ProviderCode,
  date: IsoDate,
  base: CurrencyCode,
  view: View,
  format: Format,
): TreePath => path(`v1/historical/${provider}/${day(date)}/${base}${SUFFIX[view]}.${format}`);

/** It contains a folder for each provider, and the files of all currencies of a provider. */
export const SERIES_FOLDER = 'v1/series';
/** It contains a folder for each currency. */
export const seriesFolder = (provider: ProviderCode) => `${SERIES_FOLDER}/${provider}`;

export const seriesPath = (provider: ProviderCode, currency: CurrencyCode, year: string, format: 'json' | 'csv') =>
  path(`${seriesFolder(provider)}/${currency}/${year}.${format}`);

/** All currencies of a provider through its whole years, or through one year. */
export const tablePathOf = (provider: ProviderCode, year: string | null) =>
  path(`${seriesFolder(provider)}${year === null ? '' : `-${year}`}.parquet`);
/** The newest fixing of every provider. */
export const newestPath = path('v1/rates.parquet');
/** Where the Parquet files are, and under what terms: in the words of Croissant, and of Data Package. */
export const datasetPath = path('v1/dataset.jsonld');
export const packagePath = path('v1/datapackage.json');

/** How many banks speak in each fixing of GLOBAL of the year, beside the series of its currencies. */
export const voicesPath = (year: string) => path(`${seriesFolder(toProviderCode('GLOBAL'))}/voices/${year}.csv`);

export const provenancePath = (provider: ProviderCode, date: IsoDate) =>
  path(`v1/provenance/${provider}/${day(date)}.json`);

export const correctionsPath = path('v1/corrections.csv');
/** Figures that are kept in the archive but left out of the tree, with the reason. */
export const quarantinePath = path('v1/quarantine.csv');
/** Of a list that grows, the lines about what was seen in one year. */
export const yearListPath = (list: 'corrections' | 'quarantine', year: string) => path(`v1/${list}-${year}.csv`);
/** Beside the copies of a release in a store, and in no tree: see release-list.ts. */
export const releaseListPath = path('v1/releases.csv');
export const statusPath = path('v1/status.json');
/** The rules with what `v1/rules.json` does not list: since when they hold, and how they round. */
export const fullRulesPath = path('v1/rules-full.json');
export const openapiPath = path('v1/openapi.json');

/** The exact fixing, from which answers are computed. */
export const tablePath = (provider: ProviderCode, date: IsoDate) =>
  path(`tables/${provider}/${date.slice(0, 4)}/${date}.csv`);

/** One currency through one year with exact figures, from which spans of dates are answered. */
export const exactPath = (provider: ProviderCode, currency: CurrencyCode, year: string) =>
  path(`tables/${provider}/${year}/${currency}.csv`);

/** The dates for which the provider has a fixing. */
export const indexPath = (provider: ProviderCode) => path(`index/${provider}.json`);

/** In the form of the ECB's files of reference rates. Those of the ECB itself have no folder of their own. */
export const ecbPath = (provider: ProviderCode, name: string) =>
  path(`${ECB_FOLDER}${provider === 'ECB' ? '' : `${provider}/`}${name}`);
export const ECB_FOLDER = 'ecb/';

/** Names the state of the tree. It is written last. */
export const releasePath = path('index/release.json');

/** In a part of a tree: what it was made from. */
export const partPath = path('part.json');

/** The format that the file's name ends in, or null. */
export function formatOf(candidate: string): Format | null {
  return FORMATS.find((format) => candidate.endsWith(`.${format}`)) ?? null;
}

function day(date: IsoDate): string {
  return date.replaceAll('-', '/');
}

function path(text: string): TreePath {
  return text as TreePath;
}
