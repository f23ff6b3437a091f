/** Which contributors state a currency: of a small one only its own bank, so that no other list is searched. Pure. */
import { groupBy } from '../kit/group.ts';
import type { CurrencyCode } from '../wire/words/schemas.ts';
import type { Fixing, Windows } from './fixing.ts';

/** Returns, for a currency, those of the windows that state it on some date, in their order. */
export function contributorsOf(windows: Windows): (currency: CurrencyCode) => Windows {
  const stated = windows.flatMap((window) => [...codesIn(window)].map((code) => ({ code, window })));
  const byCurrency = groupBy(stated, ({ code }) => code);
  return (currency) => (byCurrency.get(currency) ?? []).map(({ window }) => window);
}

function codesIn(window: readonly Fixing[]): ReadonlySet<CurrencyCode> {
  return new Set(window.flatMap(({ reference, quotations }) => [reference, ...quotations.keys()]));
}
