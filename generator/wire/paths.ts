/** Every path of the tree, made here and nowhere else. The tree is a public interface: a change here is a new version. */
import type { z } from 'zod';
import { FORMATS, type Format } from './encode.ts';
import { type CurrencyCode, type IsoDate, type ProviderCode, providerCode } from './schemas.ts';
import type { View } from './views.ts';

/** A file of the tree, relative to its root, with `/` between parts. */
export type TreePath = string & z.core.$brand<'TreePath'>;

const SUFFIX: Record<View, string> = { standard: '', extended: '.extended', bid: '.bid', ask: '.ask' };

export const listPath = (list: 'currencies' | 'providers', format: Format) => path(`v1/${list}.${format}`);

export const latestPath = (provider: ProviderCode, base: CurrencyCode, view: View, format: Format) =>
  path(`v1/latest/${provider}/${base}${SUFFIX[view]}.${format}`);

export const historicalPath = (
  provider: ProviderCode,
  date: IsoDate,
  base: CurrencyCode,
  view: View,
  format: Format,
): TreePath => path(`v1/historical/${provider}/${day(date)}/${base}${SUFFIX[view]}.${format}`);

/** Below it a folder for each currency. */
export const seriesFolder = (provider: ProviderCode) => `v1/series/${provider}`;

export const seriesPath = (provider: ProviderCode, currency: CurrencyCode, year: string, format: 'json' | 'csv') =>
  path(`${seriesFolder(provider)}/${currency}/${year}.${format}`);

export const provenancePath = (provider: ProviderCode, date: IsoDate) =>
  path(`v1/provenance/${provider}/${day(date)}.json`);

export const correctionsPath = path('v1/corrections.csv');
/** Figures that are archived and kept out of the tree, with the reason. */
export const quarantinePath = path('v1/quarantine.csv');
export const statusPath = path('v1/status.json');
export const openapiPath = path('v1/openapi.json');

/** The exact fixing, for answers that are computed. */
export const tablePath = (provider: ProviderCode, date: IsoDate) =>
  path(`tables/${provider}/${date.slice(0, 4)}/${date}.csv`);

/** What each date of a provider was made from: the generator's memory between nights. */
export const inputsPath = (provider: ProviderCode) => path(`tables/${provider}/inputs.csv`);

/** Files of no provider, whose names have a dot, beside the folders of those that have one. */
export const LISTS_FOLDER = 'v1';
/** A file for each provider, and the release. */
export const INDEX_FOLDER = 'index';

/** The dates there are. */
export const indexPath = (provider: ProviderCode) => path(`${INDEX_FOLDER}/${provider}.json`);

/** Which state of the tree this is; written last. */
export const releasePath = path(`${INDEX_FOLDER}/release.json`);

/** A file by its name in a folder of the tree. */
export const fileIn = (folder: typeof LISTS_FOLDER | typeof INDEX_FOLDER, name: string) => path(`${folder}/${name}`);

/** The providers among the names of the index folder. */
export function providersIn(names: readonly string[]): readonly ProviderCode[] {
  return names.flatMap((name) => {
    const code = providerCode.safeParse(name.replace(/\.json$/, ''));
    return code.success ? [code.data] : [];
  });
}

/** True for a path that a reader of a fixing asks for: what parity between static and computed is about. */
export function isRatesPath(candidate: string): boolean {
  return /^v1\/(latest|historical)\//.test(candidate);
}

/** The format that a file's name ends in, or null. */
export function formatOf(candidate: string): Format | null {
  return FORMATS.find((format) => candidate.endsWith(`.${format}`)) ?? null;
}

function day(date: IsoDate): string {
  return date.replaceAll('-', '/');
}

function path(text: string): TreePath {
  return text as TreePath;
}
