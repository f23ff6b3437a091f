/**
 * GLOBAL: many providers' fixings → one figure a currency, in units per EUR, and the trail that lets a reader recompute
 * it. Pure: the same fixings give the same figures in whatever order they come.
 *
 * Per contributor and currency its newest observation of the last 7 days (14 from a weekly list), rebased to EUR inside
 * that contributor; then the official peg where law fixes the number, else the median of three or more, the mean of two,
 * the one there is, and none where most disagree or the currency has ended. docs/global.md is the method, DECISIONS.md says why.
 */

import { type Peg, pegInForce } from '../facts/pegs.ts';
import { groupBy } from '../kit/group.ts';
import { Decimal } from '../wire/decimal.ts';
import { compareTexts } from '../wire/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, USD } from '../wire/schemas.ts';
import { type Table, toTable } from '../wire/table.ts';
import { consensus, type Rebased } from './consensus.ts';
import { type LeftOut, newestObservations, type Observed } from './contributions.ts';
import type { Fixing } from './fixing.ts';
import { type Group, rebaseAll } from './rebase.ts';

/** Part of every digest of inputs: a change of method is a change of every date. */
export const METHOD = 'ratetree-blend-2';
/** Significant digits of a GLOBAL figure in its table. */
export const FIGURE_DIGITS = 20;
export const CURRENCIES_MIN = 20;
/** Days up to the date whose currencies a fixing is measured against, the date included. */
export const WINDOW_DAYS = 31;

export type Method = 'base' | 'peg' | 'median' | 'mean' | 'single';

export interface BlendedFigure {
  readonly currency: CurrencyCode;
  readonly method: Method;
  readonly figure: Decimal;
  readonly peg: Peg | null;
  readonly used: readonly Rebased[];
  readonly leftOut: readonly LeftOut[];
}

export interface Unstated {
  readonly currency: CurrencyCode;
  readonly leftOut: readonly LeftOut[];
}

export interface Blend {
  readonly date: IsoDate;
  /** In code order, EUR among them. */
  readonly figures: readonly BlendedFigure[];
  /** Currencies quoted in the window that no figure can be stated for, with the reasons. */
  readonly missing: readonly Unstated[];
  /** Currencies that had ended by the date and that somebody goes on listing. */
  readonly ended: readonly Unstated[];
  /** Why there is no fixing on this date; null when there is one. */
  readonly gap: string | null;
}

/** What is law whoever quotes: rates fixed at one number, and from which day on a currency is none any more. */
export interface Law {
  readonly pegs: readonly Peg[];
  readonly withdrawals: ReadonlyMap<CurrencyCode, IsoDate>;
}

/**
 * @param windows per contributor its fixings of the last 31 days, newest first; monthly, obsolete and late-publishing
 *   providers are not among them
 */
export function blend(date: IsoDate, windows: readonly (readonly Fixing[])[], { pegs, withdrawals }: Law): Blend {
  const listed = windows.flatMap((window) => newestObservations(date, window)).sort(byProvider);
  const hasEnded = ({ currency }: Observed) => (withdrawals.get(currency) ?? '9999') <= date;
  const observed = listed.filter((one) => !hasEnded(one));
  const dollar = dollarPerEuro(observed);
  const groups = groupByCurrency(observed, dollar?.figure ?? null);
  const codes = [...groups.keys()].filter((code) => code !== EUR).sort();
  const figures = new Map<CurrencyCode, BlendedFigure>([
    [EUR, { ...NOTHING, currency: EUR, method: 'base', figure: Decimal.one }],
  ]);
  const pegged: { code: CurrencyCode; peg: Peg }[] = [];
  for (const code of codes) {
    const peg = pegInForce(pegs, code, date);
    const figure = peg === null ? toFigure(code, groups.get(code)) : null;
    if (peg !== null) pegged.push({ code, peg });
    if (figure !== null) figures.set(code, figure);
  }
  for (const { code, peg } of inAnchorOrder(pegged)) applyPeg(figures, code, peg, groups.get(code));
  const missing = codes
    .filter((code) => !figures.has(code))
    .map((code) => toMissing(code, pegInForce(pegs, code, date), groups.get(code)));
  const sorted = [...figures.values()].sort((left, right) => compareTexts(left.currency, right.currency));
  const gap = toGap(sorted.length, codes.length - missing.length, codes.length);
  return { date, figures: sorted, missing, ended: toEnded(listed.filter(hasEnded), withdrawals), gap };
}

export function toBlendTable({ date, figures }: Blend): Table {
  const rows = figures.map(
    ({ currency, figure }) => [currency, { mid: figure.toRatio(), bid: null, ask: null }] as const,
  );
  return toTable({ provider: GLOBAL, date, reference: EUR, bidAsk: false }, rows);
}

const DISPUTED = 'disputed: no more than half lie within 5 % of the median';

const NOTHING = { peg: null, used: [], leftOut: [] } as const;

function toFigure(currency: CurrencyCode, group: Group | undefined): BlendedFigure | null {
  const agreed = consensus(group?.rebased ?? []);
  if (agreed === null) return null;
  const { method, value, used, outliers } = agreed;
  const leftOut = [...(group?.leftOut ?? []), ...outliers.map((one) => ({ ...one, reason: 'outlier' }))].sort(
    byProvider,
  );
  return { currency, method, figure: value.roundSignificant(FIGURE_DIGITS), peg: null, used, leftOut };
}

function applyPeg(
  figures: Map<CurrencyCode, BlendedFigure>,
  currency: CurrencyCode,
  peg: Peg,
  group: Group | undefined,
): void {
  const anchor = figures.get(peg.anchor);
  if (anchor === undefined) return;
  const figure = anchor.figure.times(peg.units).over(peg.per).roundSignificant(FIGURE_DIGITS);
  const leftOut = allLeftOut(group, 'official peg');
  figures.set(currency, { currency, method: 'peg', figure, peg, used: [], leftOut });
}

function toMissing(currency: CurrencyCode, peg: Peg | null, group: Group | undefined): Unstated {
  const reason = peg === null ? DISPUTED : `official peg to ${peg.anchor}, which has no figure`;
  return { currency, leftOut: allLeftOut(group, reason) };
}

function allLeftOut(group: Group | undefined, reason: string): readonly LeftOut[] {
  return [...(group?.leftOut ?? []), ...(group?.rebased ?? []).map((one) => ({ ...one, reason }))].sort(byProvider);
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

/** Anchors before what hangs on them, so that a peg to a pegged currency finds its anchor's figure. */
function inAnchorOrder(pegged: readonly { code: CurrencyCode; peg: Peg }[]) {
  const byCode = new Map(pegged.map((one) => [one.code, one]));
  const ordered = new Set<{ code: CurrencyCode; peg: Peg }>();
  const visit = (one: { code: CurrencyCode; peg: Peg } | undefined, depth: number): void => {
    if (one === undefined || ordered.has(one) || depth > byCode.size) return;
    visit(byCode.get(one.peg.anchor), depth + 1);
    ordered.add(one);
  };
  for (const one of pegged) visit(one, 0);
  return ordered;
}

/** The bridge for contributors without a EUR figure: the consensus of those that have EUR and USD on the same date. */
function dollarPerEuro(observed: readonly Observed[]): BlendedFigure | null {
  const own = observed.filter(({ currency }) => currency === USD);
  return toFigure(USD, rebaseAll(own, null));
}

function groupByCurrency(observed: readonly Observed[], dollar: Decimal | null): Map<CurrencyCode, Group> {
  const byCode = groupBy(observed, ({ currency }) => currency);
  return new Map([...byCode].map(([code, ofCode]) => [code, rebaseAll(ofCode, dollar)]));
}

function byProvider(left: { readonly provider: string }, right: { readonly provider: string }): number {
  return compareTexts(left.provider, right.provider);
}

function toGap(stated: number, covered: number, quoted: number): string | null {
  if (stated < CURRENCIES_MIN) return `states ${stated} currencies, ${CURRENCIES_MIN} are needed`;
  if (covered * 10 >= quoted * 9) return null;
  return `states ${covered} of the ${quoted} currencies quoted in the ${WINDOW_DAYS} days before, nine tenths are needed`;
}
