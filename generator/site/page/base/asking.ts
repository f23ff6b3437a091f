/**
 * What the page asks for, as addresses relative to it. Behind a gateway rates and lists are answers to queries; on a
 * plain host they are files. The documents of the tree have the same addresses in both places.
 */
import { historicalPath, latestPath, listPath, provenancePath, seriesPath } from '../../../wire/answers/paths.ts';
import type { PeriodKind } from '../../../wire/words/calendar.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../../wire/words/schemas.ts';
import { KEY_VARIABLE } from '../language/words.ts';

/** Where the page is: behind a gateway, or beside the files of a tree. */
export type Host = 'gateway' | 'files';

export interface RatesAsked {
  readonly provider: ProviderCode;
  readonly base: CurrencyCode;
  /** Whether `base` is the choice of the reader. Only GLOBAL has one; of a bank it is the reference currency. */
  readonly choosesBase: boolean;
  readonly extended: boolean;
}

export function latestOf(host: Host, asked: RatesAsked): string {
  if (host === 'gateway') return query('latest', ratesOf(asked));
  return latestPath(asked.provider, asked.base, asked.extended ? 'extended' : 'standard', 'csv');
}

/** The newest figures of a bank the way round in which it prints them, as a gateway answers them. */
export const printedOf = (provider: string) => query('latest', { provider, published: 'true' });

/** Of the newest fixing on or before the date; on a plain host, of that date. */
export function historicalOf(host: Host, asked: RatesAsked, date: IsoDate): string {
  if (host === 'gateway') return query('historical', { ...ratesOf(asked), date, latest: 'true' });
  return historicalPath(asked.provider, date, asked.base, asked.extended ? 'extended' : 'standard', 'csv');
}

/** Every fixing of the span, or averages, as a gateway answers them for several currencies at once. */
export function spanOf(asked: RatesAsked, currencies: string, from: string, to: string, by: PeriodKind | null = null) {
  return query('series', { ...ratesOf(asked), currencies, from, to, ...(by === null ? {} : { period: by }) });
}

export function convertOf(params: Readonly<Record<string, string>>): string {
  return query('convert', params);
}

/** All rates of a law for an event, as a file. */
export const ruledOf = (rule: string, date: string) => query('historical', { rule, date });

export function listOf(host: Host, list: 'currencies' | 'providers'): string {
  return host === 'gateway' ? `v1/${list}` : listPath(list, 'json');
}

export const provenanceOf = (provider: string, date: string) =>
  provenancePath(provider as ProviderCode, date as IsoDate);

export const seriesOf = (provider: string, currency: string, year: string) =>
  seriesPath(provider as ProviderCode, currency as CurrencyCode, year, 'csv');

/** A command that a shell understands. The key is a variable of the shell: it must not be pasted somewhere by chance. */
export function curlOf(host: Host, addresses: readonly string[]): string {
  const key = host === 'gateway' ? `-H "Subscription-Key: $${KEY_VARIABLE}" ` : '';
  return `curl ${key}${addresses.map((address) => `'${address.replaceAll("'", '%27')}'`).join(' ')}`;
}

function ratesOf({ provider, base, choosesBase, extended }: RatesAsked): Record<string, string> {
  return { provider, ...(choosesBase ? { base } : {}), ...(extended ? { extended: 'true' } : {}) };
}

function query(operation: string, params: Readonly<Record<string, string>>): string {
  return `v1/${operation}?${new URLSearchParams({ ...params, format: 'csv', header: 'true' })}`;
}
