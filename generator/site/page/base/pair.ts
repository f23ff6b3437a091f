/** What a reader asks of the converter, as its address says it: two currencies, a provider, a day, and decimals. */
import { PLACES_MAX } from '../../../wire/words/order.ts';
import { toWrittenCode } from '../../../wire/words/written-codes.ts';
import { type Context, parameter } from './context.ts';
import { providerOf } from './lists.ts';

/** Stands for every currency where one could be named. It is no code: ALL is the lek. */
export const ALL = '*';

export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** The pair that the address names. Without one it is the provider's own currency in dollars, or in euros. */
export function pairOf(context: Context): Pair {
  const provider = providerOf(context, parameter(context, 'provider', 'GLOBAL'));
  const own = provider.referenceCurrency;
  const named = toWrittenCode(parameter(context, 'to', ''));
  const from = toWrittenCode(parameter(context, 'from', named === own ? otherThan(own) : own));
  const to = named === '' ? (from === own ? otherThan(own) : own) : named;
  return { from, to };
}

function otherThan(code: string): string {
  return code === 'USD' ? 'EUR' : 'USD';
}

/** So many decimals as the address names; null for those of the currency. */
export function placesOf(context: Context): number | null {
  const found = PLACES.indexOf(parameter(context, 'decimals', ''));
  return found < 0 ? null : found;
}

const PLACES = Array.from({ length: PLACES_MAX + 1 }, (_, places) => `${places}`);
