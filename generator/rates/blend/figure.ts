/** Makes one figure of GLOBAL from what contributors state of its currency, or says why there is none. Pure. */
import { groupBy, remembered } from '../../kit/items.ts';
import type { Peg } from '../../sources/facts/pegs.ts';
import { Decimal } from '../../wire/exact/decimal.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { type Bridge, carrierOf } from './carrying.ts';
import {
  AGREEMENT_PERCENT,
  type Contributions,
  consensus,
  FIGURES_MIN,
  type FigureSource,
  type LeftOut,
  newerOfTwo,
  PAIR_PERCENT,
  type Rebased,
  splitByAge,
} from './consensus.ts';
import { newestObservations, type Observed, toContributions } from './contributions.ts';
import type { Windows } from './fixing.ts';
import type { Statings } from './voices.ts';

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
/** The newer figures of the currency are in quarantine: what banks stated before is left out as well. */
export const QUARANTINED = 'newer figures are in quarantine';

/** One EUR is one EUR. */
export const BASE: BlendedFigure = {
  currency: EUR,
  method: 'base',
  figure: Decimal.one,
  peg: null,
  used: [],
  older: [],
  leftOut: [],
};

export function toFigure(currency: CurrencyCode, contributions: Contributions | undefined): BlendedFigure | null {
  const { counted, older } = splitByAge(contributions?.rebased ?? []);
  // Everything is rebased by USD, so one bank's word against another's is not enough for it.
  const agreed = consensus(counted.sort(byProvider)) ?? (currency === USD ? null : newerOfTwo(counted));
  if (agreed === null) return null;
  const { method, value, used, outliers } = agreed;
  const stray = outliers.map((one) => ({ ...one, reason: 'outlier' }));
  const past = older.map((one) => ({ ...one, reason: NEWER }));
  const leftOut = [...(contributions?.leftOut ?? []), ...stray, ...past].sort(byProvider);
  return { currency, method, figure: value.roundSignificant(FIGURE_DIGITS), peg: null, used, older, leftOut };
}

/** Why two figures give none. The dispute ends when one of the two banks publishes again. */
export const PAIR_DISPUTED = `disputed: the two are more than ${PAIR_PERCENT} % apart`;

/** Why what contributors state gives no figure. Reasons are part of the provenance that the tree publishes. */
export function toDisagreement(contributions: Contributions | undefined): string {
  const { counted } = splitByAge(contributions?.rebased ?? []);
  return counted.length < FIGURES_MIN
    ? PAIR_DISPUTED
    : `disputed: no more than half lie within ${AGREEMENT_PERCENT} % of the median`;
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

// What contributors state on a date, before anything is concluded from it. Pure.

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
  const bridge = toBridge(statings, observed);
  const byCode = groupBy(observed, ({ currency }) => currency);
  const contributions = new Map([...byCode].map(([code, own]) => [code, toContributions(own, bridge)]));
  const codes = [...byCode.keys()].filter((code) => code !== EUR).sort();
  return { date, observed, ended, bridge, contributions, codes };
}

export function hasEnded(currency: CurrencyCode, date: IsoDate, withdrawals: Law['withdrawals']): boolean {
  return (withdrawals.get(currency) ?? '9999') <= date;
}

/** Its EUR/USD is the consensus of those that state both for one date. */
function toBridge(statings: Statings, observed: readonly Observed[]): Bridge {
  const dollars = observed.filter(({ currency }) => currency === USD);
  return {
    dollar: toFigure(USD, toContributions(dollars, null))?.figure ?? null,
    carrierOf: remembered((code: CurrencyCode) => carrierOf(code, statings.comparable(code))),
  };
}
