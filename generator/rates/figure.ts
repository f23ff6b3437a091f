/** Makes one figure of GLOBAL from what contributors say of its currency, or says why there is none. Pure. */
import type { Peg } from '../facts/pegs.ts';
import { groupBy } from '../kit/group.ts';
import type { Decimal } from '../wire/decimal.ts';
import { compareTexts } from '../wire/order.ts';
import type { CurrencyCode, IsoDate } from '../wire/schemas.ts';
import { consensus, type Rebased } from './consensus.ts';
import type { Contributions, LeftOut, Observed } from './contributions.ts';
import { splitByAge } from './fresh.ts';

/** Significant digits of a GLOBAL figure in its table. */
export const FIGURE_DIGITS = 20;

type Method = 'base' | 'peg' | 'median' | 'mean' | 'single';

export interface BlendedFigure {
  readonly currency: CurrencyCode;
  readonly method: Method;
  readonly figure: Decimal;
  readonly peg: Peg | null;
  readonly used: readonly Rebased[];
  /** Figures that would be used if there were not three newer ones. Their banks speak as well. */
  readonly older: readonly Rebased[];
  readonly leftOut: readonly LeftOut[];
}

export interface Unstated {
  readonly currency: CurrencyCode;
  readonly leftOut: readonly LeftOut[];
}

/** Why an older figure is left out; its bank speaks nevertheless. */
export const NEWER = 'three newer figures';
/** Reasons are part of the provenance that the tree publishes. */
export const DISPUTED = 'disputed: no more than half lie within 5 % of the median';

export const NOTHING = { peg: null, used: [], older: [], leftOut: [] } as const;

export function toFigure(currency: CurrencyCode, said: Contributions | undefined): BlendedFigure | null {
  const { counted, older } = splitByAge(said?.rebased ?? []);
  const agreed = consensus(counted.sort(byProvider));
  if (agreed === null) return null;
  const { method, value, used, outliers } = agreed;
  const stray = outliers.map((one) => ({ ...one, reason: 'outlier' }));
  const past = older.map((one) => ({ ...one, reason: NEWER }));
  const leftOut = [...(said?.leftOut ?? []), ...stray, ...past].sort(byProvider);
  return { currency, method, figure: value.roundSignificant(FIGURE_DIGITS), peg: null, used, older, leftOut };
}

/** @param anchor GLOBAL's figure of the currency that it is pegged to */
export function toPegged(
  anchor: Decimal,
  currency: CurrencyCode,
  peg: Peg,
  said: Contributions | undefined,
): BlendedFigure {
  const figure = anchor.times(peg.units).over(peg.per).roundSignificant(FIGURE_DIGITS);
  const leftOut = allLeftOut(said, 'official peg');
  return { currency, method: 'peg', figure, peg, used: [], older: [], leftOut };
}

export function toMissing(
  currency: CurrencyCode,
  held: string | undefined,
  peg: Peg | null,
  said: Contributions | undefined,
): Unstated {
  const reason = held ?? (peg === null ? DISPUTED : `official peg to ${peg.anchor}, which has no figure`);
  return { currency, leftOut: allLeftOut(said, reason) };
}

/** A currency of which every fresh voice is in quarantine: what banks stated before is left out as well. */
export function withQuarantined(
  currency: CurrencyCode,
  quarantined: readonly LeftOut[],
  said: Contributions | undefined,
): Unstated {
  const older = allLeftOut(said, 'every newer figure is in quarantine');
  return { currency, leftOut: [...older, ...quarantined].sort(byProvider) };
}

function allLeftOut(said: Contributions | undefined, reason: string): readonly LeftOut[] {
  return [...(said?.leftOut ?? []), ...(said?.rebased ?? []).map((one) => ({ ...one, reason }))].sort(byProvider);
}

export function toEnded(
  past: readonly Observed[],
  withdrawals: ReadonlyMap<CurrencyCode, IsoDate>,
): readonly Unstated[] {
  const groups = groupBy(past, ({ currency }) => currency);
  return [...groups].sort(byCode).map(([currency, ofCode]) => {
    const reason = `withdrawn since ${withdrawals.get(currency)}`;
    return { currency, leftOut: ofCode.map((one) => ({ ...one, value: null, reason })) };
  });
}

function byCode([left]: readonly [CurrencyCode, unknown], [right]: readonly [CurrencyCode, unknown]): number {
  return compareTexts(left, right);
}

export function byProvider(left: { readonly provider: string }, right: { readonly provider: string }): number {
  return compareTexts(left.provider, right.provider);
}
