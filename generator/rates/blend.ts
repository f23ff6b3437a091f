/**
 * GLOBAL: many providers' fixings → one figure a currency, in units per EUR, and the trail that lets a reader recompute
 * it. Pure: the order of the providers makes no difference.
 *
 * Each contributor gives its newest observation of a currency from the last 7 days (14 for a weekly list), rebased to
 * EUR with its own figures. GLOBAL's figure is the official peg where a law fixes the rate; otherwise the median of
 * three or more contributions, the mean of two, or the only one. There is none where most disagree, or once the
 * currency has ended. docs/global.md describes the method, and DECISIONS.md gives the reasons.
 */

import { type Peg, pegInForce } from '../facts/pegs.ts';
import { groupBy } from '../kit/group.ts';
import { Decimal } from '../wire/decimal.ts';
import { compareTexts } from '../wire/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, USD } from '../wire/schemas.ts';
import { type Table, toTable } from '../wire/table.ts';
import { inAnchorOrder, type Pegged } from './anchor-order.ts';
import { consensus, type Rebased } from './consensus.ts';
import {
  type Contributions,
  type LeftOut,
  newestObservations,
  type Observed,
  toContributions,
} from './contributions.ts';
import type { Fixing } from './fixing.ts';
import { toFrozenLists, toSilenced } from './frozen.ts';
import { toGap } from './gap.ts';
import { newestUsed } from './voices.ts';

/** Part of every digest of inputs, so that a change of method blends every date again. */
export const METHOD = 'ratetree-blend-3';
/** Significant digits of a GLOBAL figure in its table. */
export const FIGURE_DIGITS = 20;
/** A fixing is measured against the currencies quoted in so many days up to its date, the date included. */
export const WINDOW_DAYS = 31;

type Method = 'base' | 'peg' | 'median' | 'mean' | 'single';

export interface BlendedFigure {
  readonly currency: CurrencyCode;
  readonly method: Method;
  readonly figure: Decimal;
  readonly peg: Peg | null;
  readonly used: readonly Rebased[];
  readonly leftOut: readonly LeftOut[];
}

interface Unstated {
  readonly currency: CurrencyCode;
  readonly leftOut: readonly LeftOut[];
}

export interface Blend {
  readonly date: IsoDate;
  /** In code order, with EUR. */
  readonly figures: readonly BlendedFigure[];
  /** Currencies that were quoted in the window and have no figure, with the reasons. */
  readonly missing: readonly Unstated[];
  /** Currencies that had ended by the date and are still on some provider's list. */
  readonly ended: readonly Unstated[];
  /** Why there is no fixing on this date; null when there is one. */
  readonly gap: string | null;
}

/** What the law says, whatever is quoted: official rates, and the first day on which a currency no longer exists. */
export interface Law {
  readonly pegs: readonly Peg[];
  readonly withdrawals: ReadonlyMap<CurrencyCode, IsoDate>;
}

/** Why the figure of a currency is left out of the fixing by name; null if it is not. */
export type Withheld = (currency: CurrencyCode, figure: Decimal) => string | null;

/**
 * @param windows the fixings of the last 31 days, newest first, of each contributor whose first fixing is not later than
 *   the date, even if there are none; monthly, obsolete and late-publishing providers are not contributors
 */
export function blend(
  date: IsoDate,
  windows: readonly (readonly Fixing[])[],
  { pegs, withdrawals }: Law,
  withheld: Withheld = () => null,
): Blend {
  const silenced = toSilenced(toFrozenLists(windows));
  const listed = windows.flatMap((window) => newestObservations(date, window, silenced)).sort(byProvider);
  const hasEnded = ({ currency }: Observed) => (withdrawals.get(currency) ?? '9999') <= date;
  const observed = listed.filter((one) => !hasEnded(one));
  const dollar = dollarPerEuro(observed);
  const groups = contributionsByCode(observed, dollar?.figure ?? null);
  const codes = [...groups.keys()].filter((code) => code !== EUR).sort();
  const figures = new Map<CurrencyCode, BlendedFigure>([
    [EUR, { ...NOTHING, currency: EUR, method: 'base', figure: Decimal.one }],
  ]);
  const held = new Map<CurrencyCode, string>();
  const state = (one: BlendedFigure | null): void => {
    const reason = one === null ? null : withheld(one.currency, one.figure);
    if (one !== null && reason === null) figures.set(one.currency, one);
    else if (one !== null && reason !== null) held.set(one.currency, reason);
  };
  const pegged: Pegged[] = [];
  for (const code of codes) {
    const peg = pegInForce(pegs, code, date);
    if (peg === null) state(toFigure(code, groups.get(code)));
    else pegged.push({ code, peg });
  }
  for (const { code, peg } of inAnchorOrder(pegged)) state(toPegged(figures, code, peg, groups.get(code)));
  const missing = codes
    .filter((code) => !figures.has(code))
    .map((code) => toMissing(code, held.get(code), pegInForce(pegs, code, date), groups.get(code)));
  const sorted = [...figures.values()].sort((left, right) => compareTexts(left.currency, right.currency));
  // What frozen lists alone state is not expected, or a list that stays frozen would cost GLOBAL its fixings.
  const heard = new Set(observed.flatMap(({ currency, isFrozen }) => (isFrozen ? [] : [currency])));
  const unheard = missing.filter(({ currency }) => !heard.has(currency)).length;
  const covered = codes.length - missing.length + held.size;
  const counted = { stated: sorted.length, covered, quoted: codes.length - unheard };
  const gap = toGap({ ...counted, heard: newestUsed(sorted).size, known: windows.length, windowDays: WINDOW_DAYS });
  return { date, figures: sorted, missing, ended: toEnded(listed.filter(hasEnded), withdrawals), gap };
}

export function toBlendTable({ date, figures }: Blend): Table {
  const rows = figures.map(
    ({ currency, figure }) => [currency, { mid: figure.toRatio(), bid: null, ask: null }] as const,
  );
  return toTable({ provider: GLOBAL, date, reference: EUR, bidAsk: false }, rows);
}

/** Reasons are part of the provenance that the tree publishes. */
const DISPUTED = 'disputed: no more than half lie within 5 % of the median';

const NOTHING = { peg: null, used: [], leftOut: [] } as const;

function toFigure(currency: CurrencyCode, said: Contributions | undefined): BlendedFigure | null {
  const agreed = consensus(said?.rebased ?? []);
  if (agreed === null) return null;
  const { method, value, used, outliers } = agreed;
  const stray = outliers.map((one) => ({ ...one, reason: 'outlier' }));
  const leftOut = [...(said?.leftOut ?? []), ...stray].sort(byProvider);
  return { currency, method, figure: value.roundSignificant(FIGURE_DIGITS), peg: null, used, leftOut };
}

function toPegged(
  figures: ReadonlyMap<CurrencyCode, BlendedFigure>,
  currency: CurrencyCode,
  peg: Peg,
  said: Contributions | undefined,
): BlendedFigure | null {
  const anchor = figures.get(peg.anchor);
  if (anchor === undefined) return null;
  const figure = anchor.figure.times(peg.units).over(peg.per).roundSignificant(FIGURE_DIGITS);
  const leftOut = allLeftOut(said, 'official peg');
  return { currency, method: 'peg', figure, peg, used: [], leftOut };
}

function toMissing(
  currency: CurrencyCode,
  held: string | undefined,
  peg: Peg | null,
  said: Contributions | undefined,
): Unstated {
  const reason = held ?? (peg === null ? DISPUTED : `official peg to ${peg.anchor}, which has no figure`);
  return { currency, leftOut: allLeftOut(said, reason) };
}

function allLeftOut(said: Contributions | undefined, reason: string): readonly LeftOut[] {
  return [...(said?.leftOut ?? []), ...(said?.rebased ?? []).map((one) => ({ ...one, reason }))].sort(byProvider);
}

function toEnded(past: readonly Observed[], withdrawals: Law['withdrawals']): readonly Unstated[] {
  const groups = groupBy(past, ({ currency }) => currency);
  return [...groups].sort(byCode).map(([currency, ofCode]) => {
    const reason = `withdrawn since ${withdrawals.get(currency)}`;
    return { currency, leftOut: ofCode.map((one) => ({ ...one, value: null, reason })) };
  });
}

function byCode([left]: readonly [CurrencyCode, unknown], [right]: readonly [CurrencyCode, unknown]): number {
  return compareTexts(left, right);
}

/** The bridge for contributors without a EUR figure: the consensus of those that state EUR and USD for one date. */
function dollarPerEuro(observed: readonly Observed[]): BlendedFigure | null {
  const own = observed.filter(({ currency }) => currency === USD);
  return toFigure(USD, toContributions(own, null));
}

function contributionsByCode(observed: readonly Observed[], dollar: Decimal | null): Map<CurrencyCode, Contributions> {
  const byCode = groupBy(observed, ({ currency }) => currency);
  return new Map([...byCode].map(([code, ofCode]) => [code, toContributions(ofCode, dollar)]));
}

function byProvider(left: { readonly provider: string }, right: { readonly provider: string }): number {
  return compareTexts(left.provider, right.provider);
}
