/** Makes one figure of GLOBAL from what contributors state of its currency, or says why there is none. Pure. */

import { groupBy } from '../../kit/items.ts';
import type { Peg } from '../../sources/facts/pegs.ts';
import { Decimal } from '../../wire/exact/decimal.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type CurrencyCode, EUR, type IsoDate } from '../../wire/words/schemas.ts';
import {
  type Contributions,
  consensus,
  type FigureSource,
  type LeftOut,
  type Rebased,
  splitByAge,
} from './consensus.ts';

/** Significant digits of a GLOBAL figure in its table. */
export const FIGURE_DIGITS = 20;

type Method = 'base' | 'peg' | 'median' | 'mean' | 'single';

export interface BlendedFigure {
  readonly currency: CurrencyCode;
  readonly method: Method;
  readonly figure: Decimal;
  readonly peg: Peg | null;
  readonly used: readonly Rebased[];
  /** Figures that would be used if there were not three newer ones. Their banks count as contributors as well. */
  readonly older: readonly Rebased[];
  readonly leftOut: readonly LeftOut[];
}

export interface Unstated {
  readonly currency: CurrencyCode;
  readonly leftOut: readonly LeftOut[];
}

/** Why an older figure is left out; its bank still counts as a contributor. */
export const NEWER = 'three newer figures';
/** Reasons are part of the provenance that the tree publishes. */
export const DISPUTED = 'disputed: no more than half lie within 5 % of the median';

/** Every fresh figure of the currency is in quarantine: what banks stated before is left out as well. */
export const ALL_QUARANTINED = 'every newer figure is in quarantine';

/** One EUR is one EUR. */
export const BASE: BlendedFigure = {
  ...{ currency: EUR, method: 'base', figure: Decimal.one },
  ...{ peg: null, used: [], older: [], leftOut: [] },
};

export function toFigure(currency: CurrencyCode, contributions: Contributions | undefined): BlendedFigure | null {
  const { counted, older } = splitByAge(contributions?.rebased ?? []);
  const agreed = consensus(counted.sort(byProvider));
  if (agreed === null) return null;
  const { method, value, used, outliers } = agreed;
  const stray = outliers.map((one) => ({ ...one, reason: 'outlier' }));
  const past = older.map((one) => ({ ...one, reason: NEWER }));
  const leftOut = [...(contributions?.leftOut ?? []), ...stray, ...past].sort(byProvider);
  return { currency, method, figure: value.roundSignificant(FIGURE_DIGITS), peg: null, used, older, leftOut };
}

/** @param anchor GLOBAL's figure of the currency that it is pegged to */
export function toPegged(
  anchor: Decimal,
  currency: CurrencyCode,
  peg: Peg,
  contributions: Contributions | undefined,
): BlendedFigure {
  const figure = anchor.times(peg.units).over(peg.per).roundSignificant(FIGURE_DIGITS);
  const leftOut = allLeftOut(contributions, 'official peg');
  return { currency, method: 'peg', figure, peg, used: [], older: [], leftOut };
}

/** @param quarantined figures that are left out for a reason of their own */
export function toUnstated(
  currency: CurrencyCode,
  reason: string,
  contributions: Contributions | undefined,
  quarantined: readonly LeftOut[] = [],
): Unstated {
  return { currency, leftOut: [...allLeftOut(contributions, reason), ...quarantined].sort(byProvider) };
}

function allLeftOut(contributions: Contributions | undefined, reason: string): readonly LeftOut[] {
  return [...(contributions?.leftOut ?? []), ...(contributions?.rebased ?? []).map((one) => ({ ...one, reason }))].sort(
    byProvider,
  );
}

export function toEnded(
  past: readonly (FigureSource & { readonly currency: CurrencyCode })[],
  withdrawals: ReadonlyMap<CurrencyCode, IsoDate>,
): readonly Unstated[] {
  const groups = groupBy(past, ({ currency }) => currency);
  const ended = [...groups].map(([currency, own]) => {
    const reason = `withdrawn since ${withdrawals.get(currency)}`;
    return { currency, leftOut: own.map((one) => ({ ...one, value: null, reason })) };
  });
  return ended.sort(byCurrency);
}

export function byCurrency(left: { readonly currency: string }, right: { readonly currency: string }): number {
  return compareTexts(left.currency, right.currency);
}

export function byProvider(left: { readonly provider: string }, right: { readonly provider: string }): number {
  return compareTexts(left.provider, right.provider);
}
