/** What contributors state on a date, before anything is concluded from it. Pure. */

import { groupBy, remembered } from '../../kit/items.ts';
import type { Peg } from '../../sources/facts/pegs.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { type Bridge, carriersOf } from './carrying.ts';
import type { Contributions } from './consensus.ts';
import { newestObservations, type Observed, toContributions } from './contributions.ts';
import { byProvider, toFigure } from './figure.ts';
import type { Windows } from './fixing.ts';
import type { Statings } from './windows.ts';

/** What the law says, whatever is quoted: official rates, and the first day on which a currency no longer exists. */
export interface Law {
  readonly pegs: readonly Peg[];
  readonly withdrawals: ReadonlyMap<CurrencyCode, IsoDate>;
}

export interface Evidence {
  readonly date: IsoDate;
  /** The newest observations of each contributor, by provider, also those that cannot be used. */
  readonly observed: readonly Observed[];
  /** Those of currencies that had ended by the date. */
  readonly ended: readonly Observed[];
  readonly bridge: Bridge;
  readonly contributions: ReadonlyMap<CurrencyCode, Contributions>;
  /** The currencies observed, in code order, without EUR. */
  readonly codes: readonly CurrencyCode[];
}

/**
 * @param statings of the windows and the days before them that are remembered
 * @param silenced why lists are not used, by provider and table
 */
export function toEvidence(
  date: IsoDate,
  windows: Windows,
  statings: Statings,
  silenced: ReadonlyMap<string, string>,
  { withdrawals }: Law,
): Evidence {
  const listed = windows.flatMap((window) => newestObservations(date, window, silenced)).sort(byProvider);
  const observed = listed.filter(({ currency }) => !hasEnded(currency, date, withdrawals));
  const ended = listed.filter(({ currency }) => hasEnded(currency, date, withdrawals));
  const bridge = toBridge(date, statings, observed);
  const byCode = groupBy(observed, ({ currency }) => currency);
  const contributions = new Map([...byCode].map(([code, own]) => [code, toContributions(own, bridge)]));
  const codes = [...byCode.keys()].filter((code) => code !== EUR).sort();
  return { date, observed, ended, bridge, contributions, codes };
}

export function hasEnded(currency: CurrencyCode, date: IsoDate, withdrawals: Law['withdrawals']): boolean {
  return (withdrawals.get(currency) ?? '9999') <= date;
}

/** Its EUR/USD is the consensus of those that state both for one date; anchors are carried by the two alone. */
function toBridge(date: IsoDate, statings: Statings, observed: readonly Observed[]): Bridge {
  const figureOf = (code: CurrencyCode, bridge: Bridge | null) => {
    const own = observed.filter(({ currency }) => currency === code);
    return toFigure(code, toContributions(own, bridge));
  };
  const anchorOf = remembered((code: CurrencyCode) => {
    const made = figureOf(code, bridge);
    const [since] = (made?.used ?? []).map((one) => one.made).sort();
    return made?.method === 'median' && since !== undefined ? { figure: made.figure, since } : null;
  });
  const dollar = figureOf(USD, null)?.figure ?? null;
  const carriers = remembered((code: CurrencyCode) => carriersOf(code, statings.comparable(code)));
  const bridge = { date, dollar, anchorOf, carriersOf: carriers };
  return bridge;
}
