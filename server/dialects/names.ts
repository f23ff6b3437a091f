/** The codes and names of currencies, which most services list. */
import type { Catalogue } from '../../generator/wire/release/catalogue.ts';
import type { Currency } from '../../generator/wire/words/schemas.ts';
import type { Question } from './dialect.ts';

/** Those that have not ended. */
export function namedCurrencies({ currencies }: Catalogue): readonly Currency[] {
  return currencies.filter(({ obsolete }) => !obsolete);
}

/** Name by code as a JSON object. */
export function toNames(currencies: readonly Currency[]): string {
  return JSON.stringify(Object.fromEntries(currencies.map(({ code, name }) => [code, name])));
}

/** @param toText the answer, from the currencies that have not ended */
export function ofNames(toText: (currencies: readonly Currency[]) => string): Question {
  return {
    async answer(_asked, { catalogue }) {
      return { text: toText(namedCurrencies(catalogue)), freshness: 'current' };
    },
  };
}
