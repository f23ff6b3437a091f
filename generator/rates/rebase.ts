/** Observations of many contributors → figures per EUR, each by its contributor's own EUR figure, or by the dollar as a bridge. */

import type { Decimal } from '../wire/decimal.ts';
import { USD } from '../wire/schemas.ts';
import type { Rebased } from './consensus.ts';
import type { LeftOut, Observed } from './contributions.ts';

/** One currency's figures, and those that cannot be used. */
export interface Group {
  readonly rebased: Rebased[];
  readonly leftOut: LeftOut[];
}

/** @param dollar GLOBAL's own EUR/USD; null: nobody has it, or it is what is being made */
export function rebaseAll(observed: readonly Observed[], dollar: Decimal | null): Group {
  const group: Group = { rebased: [], leftOut: [] };
  for (const one of observed) {
    const { provider, date, document, mid, euro } = one;
    // Towards the dollar itself the bridge says nothing of its own: a contributor without EUR does not vote on EUR/USD.
    const bridge =
      one.currency === USD || dollar === null || one.dollar === null ? null : one.dollar.over(dollar.toRatio());
    const perEuro = euro ?? bridge;
    const lack =
      one.dollar === null || one.currency === USD
        ? 'no EUR or USD figure of its date to rebase with'
        : 'by its USD figure, but there is no EUR/USD';
    const reason = one.reason ?? (perEuro === null ? lack : null);
    if (reason !== null || mid === null || perEuro === null) {
      group.leftOut.push({ provider, date, document, value: null, reason: reason ?? 'one side only, no mid' });
    } else {
      group.rebased.push({ provider, date, document, value: mid.over(perEuro), bridged: euro === null });
    }
  }
  return group;
}
