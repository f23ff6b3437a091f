/** Which contributors state a currency: of a small one only its own bank, so that no other list is searched. Pure. */
import type { CurrencyCode } from '../wire/schemas.ts';
import type { Fixing } from './fixing.ts';

type Windows = readonly (readonly Fixing[])[];

/** Returns, for a currency, those of the windows that state it on some date, in their order. */
export function speakersOf(windows: Windows): (currency: CurrencyCode) => Windows {
  const byCurrency = new Map<CurrencyCode, (readonly Fixing[])[]>();
  for (const window of windows) {
    const stated = new Set<CurrencyCode>();
    for (const { reference, quotations } of window) {
      stated.add(reference);
      for (const code of quotations.keys()) stated.add(code);
    }
    for (const code of stated) {
      const own = byCurrency.get(code);
      if (own === undefined) byCurrency.set(code, [window]);
      else own.push(window);
    }
  }
  return (currency) => byCurrency.get(currency) ?? [];
}
