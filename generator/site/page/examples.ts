/** Requests that the reference shows, in the languages in which people send them. A test runs each of them. */
import { KEY_VARIABLE } from './words.ts';

export interface Example {
  /** The path in the description of the service to which it belongs. */
  readonly of: string;
  /** What it asks for. */
  readonly title: string;
  /** Relative to the page. */
  readonly address: string;
}

/** @param date a day for which the tree has rates */
export function examplesOf(date: string): readonly Example[] {
  const [year, month, day] = date.split('-');
  return [
    operation('currencies', 'What the codes CHF and XAU stand for', { code: 'CHF,XAU' }),
    operation('providers', 'The providers of Switzerland', { countryCode: 'CH' }),
    operation('rules', 'The rates that Polish laws name', { countryCode: 'PL' }),
    operation('latest', 'Three of the latest rates, for one dollar', { base: 'USD', currencies: 'EUR,GBP,JPY' }),
    operation('historical', 'The newest rates of the ECB on or before a day', {
      ...{ provider: 'ECB', date, latest: 'true', currencies: 'USD,CHF' },
    }),
    operation('series', 'The averages of the months of a year', {
      ...{ provider: 'ECB', from: `${year}-${month}-${day}`, currencies: 'USD', period: 'month' },
    }),
    operation('convert', 'A hundred dollars in euros', { base: 'USD', to: 'EUR', amount: '100', decimals: '2' }),
    { of: '/status.json', title: 'The state of every provider', address: 'v1/status.json' },
    {
      of: '/provenance/{provider}/{year}/{month}/{day}.json',
      title: 'Where the rates of the ECB on a day come from',
      address: `v1/provenance/ECB/${year}/${month}/${day}.json`,
    },
    {
      of: '/series/{provider}/{currency}/{year}.csv',
      title: 'The dollar of the ECB through a year',
      address: `v1/series/ECB/USD/${year}.csv`,
    },
  ];
}

/** Whether a plain host answers it, too: it is a file. */
export function isOfFile({ address }: Example): boolean {
  return /\.\w+$/.test(address);
}

function operation(name: string, title: string, params: Readonly<Record<string, string>>): Example {
  return { of: `/${name}`, title, address: `v1/${name}?${new URLSearchParams(params)}` };
}

export const LANGUAGES = ['curl', 'JavaScript', 'Python', 'Spreadsheet'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A spreadsheet imports tables, and no JSON. */
export function isFor(language: Language, { address }: Example): boolean {
  return language !== 'Spreadsheet' || !address.endsWith('.json');
}

/** @param root the address of the service, with a slash at its end. @param hasKey whether the host wants a key */
export function snippetOf(language: Language, root: string, hasKey: boolean, { address }: Example): string {
  const url = `${root}${address}`;
  switch (language) {
    case 'curl':
      return hasKey ? `curl -H "Subscription-Key: $${KEY_VARIABLE}" '${url}'` : `curl '${url}'`;
    case 'JavaScript': {
      const headers = hasKey ? `, { headers: { 'Subscription-Key': process.env.${KEY_VARIABLE} } }` : '';
      return `const response = await fetch('${url}'${headers});\nconsole.log(await response.text());`;
    }
    case 'Python': {
      const headers = hasKey ? `, headers={'Subscription-Key': os.environ['${KEY_VARIABLE}']}` : '';
      return [
        'import os, urllib.request',
        `request = urllib.request.Request('${url}'${headers})`,
        'print(urllib.request.urlopen(request).read().decode())',
      ].join('\n');
    }
    case 'Spreadsheet': {
      const table = address.endsWith('.csv') ? [] : ['format=csv', 'header=true'];
      const added = [...table, ...(hasKey ? ['subscription-key=YOUR-KEY'] : [])].join('&');
      return `=IMPORTDATA("${url}${added === '' ? '' : `${url.includes('?') ? '&' : '?'}${added}`}")`;
    }
  }
}
