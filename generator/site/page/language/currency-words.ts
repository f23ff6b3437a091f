/** Other words for a currency than its code and name: its symbol, its countries, and its names there and for the reader. */
import { getOrInsert } from '../../../wire/words/order.ts';

/** Currencies of other countries than the one that their code begins with, or of more. */
const COUNTRIES: Readonly<Record<string, string>> = {
  EUR: 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
  ...{ USD: 'US EC PR SV TL', AUD: 'AU KI NR TV', CHF: 'CH LI', DKK: 'DK FO GL', ILS: 'IL PS', ZAR: 'ZA LS NA SZ' },
  ...{ XAF: 'CF CG CM GA GQ TD', XOF: 'BF BJ CI GW ML NE SN TG', XCD: 'AG DM GD KN LC VC', XPF: 'NC PF WF' },
};
const NICKNAMES: Readonly<Record<string, string>> = {
  ...{ CNY: 'renminbi', GBP: 'sterling quid', USD: 'america greenback', XDR: 'sdr', BRL: 'r$', CHF: 'sfr' },
};
const known = new Map<string, string>();

/** In small letters, without accents. A browser knows them all; they are made when somebody types. */
export function currencyWords(code: string): string {
  return getOrInsert(known, code, () => {
    const countries = (COUNTRIES[code] ?? (code.startsWith('X') ? '' : code.slice(0, 2))).split(' ').filter(Boolean);
    const words = [
      NICKNAMES[code],
      attempt(() => symbolOf(code)),
      ...countries.flatMap((country) => [regionName(country, 'en'), regionName(country)]),
      ...[undefined, languageOf(countries[0])].map((language) => nameIn(code, language)),
    ];
    return plain(words.join(' '));
  });
}

/** `Złoty` and `zloty` are one word to whoever types. */
export const plain = (text: string) =>
  text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l');

export function regionName(code: string, language?: string): string {
  return attempt(() => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code) || code;
}

function nameIn(currency: string, language: string | undefined): string {
  return attempt(() => new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? '');
}

function languageOf(country = ''): string {
  return attempt(() => new Intl.Locale(`und-${country}`).maximize().language) || 'en';
}

function symbolOf(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? '';
}

/** What is no code in the browser's lists has no words. */
function attempt(ask: () => string): string {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}
