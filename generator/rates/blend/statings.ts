/** Which fixings state a currency. Each fixing is looked at once, because nearly all lack nearly every currency. Pure. */
import { getOrInsert } from '../../wire/words/maps.ts';
import { type CurrencyCode, EUR, USD } from '../../wire/words/schemas.ts';
import { type Fixing, midOf, ownCodes, type Windows } from './fixing.ts';

export interface Statings {
  /** Of each contributor that states a mid of the currency, the fixings that do, newest first. */
  of(currency: CurrencyCode): Windows;
  /** The same, but only fixings that state EUR and USD too. */
  comparable(currency: CurrencyCode): Windows;
}

type ByCurrency = Map<CurrencyCode, Fixing[][]>;

export function toStatings(windows: Windows): Statings {
  const all = byCurrency(windows);
  const comparable = byCurrency(windows.map((window) => window.filter(isComparable)));
  return { of: (currency) => all.get(currency) ?? [], comparable: (currency) => comparable.get(currency) ?? [] };
}

function isComparable(fixing: Fixing): boolean {
  return midOf(EUR, fixing) !== null && midOf(USD, fixing) !== null;
}

function byCurrency(windows: Windows): ByCurrency {
  const found: ByCurrency = new Map();
  for (const window of windows) {
    const own = new Map<CurrencyCode, Fixing[]>();
    for (const fixing of window) for (const code of ownCodes(fixing)) getOrInsert(own, code, () => []).push(fixing);
    for (const [code, fixings] of own) getOrInsert(found, code, () => []).push(fixings);
  }
  return found;
}
