/** Requests that the reference shows, in the languages in which people send them. A test runs each of them. */
import { KEY_VARIABLE } from '../language/words.ts';

export interface Example {
  /** The path in the description of the service to which it belongs. */
  readonly of: string;
  /** What it asks for. */
  readonly title: string;
  /** Relative to the page. */
  readonly address: string;
  /** The element of its XML that fills the cells of a spreadsheet; a file has none. */
  readonly element?: string;
}

/** @param date a day for which the tree has rates */
export function examplesOf(date: string): readonly Example[] {
  const day = date.replaceAll('-', '/');
  const ofEcb = `provider=ECB&date=${date}&latest=true&currencies=USD,CHF`;
  return [
    operation('currencies', 'What the codes CHF and XAU stand for', 'code=CHF,XAU', 'name'),
    operation('providers', 'The providers of Poland', 'countryCode=PL', 'description'),
    operation('rules', 'The rates that Polish laws name', 'countryCode=PL', 'purpose'),
    operation('latest', 'Three of the latest rates, for one dollar', 'base=USD&currencies=EUR,GBP,JPY', 'rate'),
    operation('historical', 'The newest rates of the ECB on or before a day', ofEcb, 'rate'),
    operation('series', 'The averages of months', `provider=ECB&from=${date}&currencies=USD&period=month`, 'rate'),
    operation('convert', 'A hundred dollars in euros', 'base=USD&to=EUR&amount=100&decimals=2', 'convertedAmount'),
    { of: '/status.json', title: 'The state of every provider', address: 'v1/status.json' },
    {
      of: '/provenance/{provider}/{year}/{month}/{day}.json',
      title: 'Where the rates of the ECB on a day come from',
      address: `v1/provenance/ECB/${day}.json`,
    },
    {
      of: '/series/{provider}/{currency}/{year}.csv',
      title: 'The dollar of the ECB through a year',
      address: `v1/series/ECB/USD/${date.slice(0, 4)}.csv`,
    },
  ];
}

/** Whether a plain host answers it, too: it is a file. */
export function isOfFile({ address }: Example): boolean {
  return /\.\w+$/.test(address);
}

function operation(name: string, title: string, query: string, element: string): Example {
  return { of: `/${name}`, title, address: `v1/${name}?${query}`, element };
}

const LIBREOFFICE = 'LibreOffice, Excel';
const GOOGLE = 'Google Sheets';
export const LANGUAGES = ['curl', 'JavaScript', 'Python', LIBREOFFICE, GOOGLE] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a person has to know before the examples are of use, if there is anything. */
export const HINTS: Readonly<Partial<Record<Language, string>>> = {
  [LIBREOFFICE]:
    'Where an answer has several rows, select as many cells and enter the formula with Ctrl+Shift+Enter. In locales ' +
    'with a decimal comma, arguments are separated by semicolons. LibreOffice was tried, Excel was not.',
  [GOOGLE]: 'In locales with a decimal comma, arguments are separated by semicolons. Google Sheets was not tried.',
};

/** Spreadsheets import no JSON; by formula LibreOffice and Excel read XML only, and Google Sheets reads tables. */
export function isFor(language: Language, { address, element }: Example): boolean {
  if (language === LIBREOFFICE) return element !== undefined;
  return language !== GOOGLE || !address.endsWith('.json');
}

/** @param root the address of the service, with a slash at its end. @param hasKey whether the host wants a key */
export function snippetOf(language: Language, root: string, hasKey: boolean, { address, element }: Example): string {
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
    case LIBREOFFICE: {
      const texts = `FILTERXML(WEBSERVICE("${withParameters(url, ['format=xml'], hasKey)}"),"//${element}")`;
      // The cells hold texts, which sums leave out and which no locale with a decimal comma reads as numbers.
      return isFigure(element) ? `=NUMBERVALUE(${texts},".")` : `=${texts}`;
    }
    case GOOGLE: {
      const table = address.endsWith('.csv') ? [] : ['format=csv', 'header=true'];
      return `=IMPORTDATA("${withParameters(url, table, hasKey)}", ",", "en_US")`;
    }
  }
}

function isFigure(element: string | undefined): boolean {
  return element === 'rate' || element === 'convertedAmount';
}

/** A spreadsheet sends no header, so that the key stands in the address. */
function withParameters(url: string, parameters: readonly string[], hasKey: boolean): string {
  const added = [...parameters, ...(hasKey ? ['subscription-key=YOUR-KEY'] : [])].join('&');
  return `${url}${added === '' ? '' : `${url.includes('?') ? '&' : '?'}${added}`}`;
}
