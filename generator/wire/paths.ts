/** Every path of the tree, made here and nowhere else. The tree is a public interface: a change here is a new version. */
import type { z } from 'zod';
import { FORMATS, type Format } from './encode.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from './schemas.ts';
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

export const seriesPath = (provider: ProviderCode, currency: CurrencyCode, year: string, format: 'json' | 'csv') =>
  path(`v1/series/${provider}/${currency}/${year}.${format}`);

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

/** The dates there are. */
export const indexPath = (provider: ProviderCode) => path(`index/${provider}.json`);

/** Which state of the tree this is; written last. */
export const releasePath = path('index/release.json');

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
