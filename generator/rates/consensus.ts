/** One figure out of several sources' figures, so that no single source can move it outside the range of the others; none where they disagree. */
import { Ratio } from '../wire/decimal.ts';
import type { IsoDate, ProviderCode } from '../wire/schemas.ts';

/** One contributor's figure in units per EUR, exact. */
export interface Rebased {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  readonly document: string;
  readonly value: Ratio;
  /** Rebased with the contributor's USD figure and the consensus EUR/USD, for want of a EUR figure. */
  readonly bridged: boolean;
}

export interface Consensus {
  readonly method: 'median' | 'mean' | 'single';
  readonly value: Ratio;
  readonly used: readonly Rebased[];
  readonly outliers: readonly Rebased[];
}

/** A figure agrees when it is at most this part of the median away from the median. */
export const AGREEMENT_PERCENT = 5n;
const AGREEMENT_SHARE = Ratio.of(AGREEMENT_PERCENT, 100n);
/** Outliers are left out only while so many figures remain: below it, leaving one out would let the rest be moved. */
export const VOICES_MIN = 3;

/**
 * The median of three or more, the mean of two, the one there is; null for none, and where no more than half lie near the
 * median: of 1.00 and 9.00 the mean is a figure that nobody stated and that is wrong whoever is right.
 *
 * With sources at 1.00, 1.04 and 9.00, all three stay in and 1.04 is the answer: leaving 9.00 out would give the mean 1.02,
 * which a source at 0.96 in the place of 1.00 could then pull below both others.
 */
export function consensus(figures: readonly Rebased[]): Consensus | null {
  const [one, two] = figures;
  if (one === undefined) return null;
  if (two === undefined) return { method: 'single', value: one.value, used: figures, outliers: [] };
  const middle = median(figures);
  const near = figures.filter(({ value }) => isNear(value, middle));
  if (near.length * 2 <= figures.length) return null;
  if (figures.length < VOICES_MIN) return { method: 'mean', value: middle, used: figures, outliers: [] };
  if (near.length < VOICES_MIN) return { method: 'median', value: middle, used: figures, outliers: [] };
  const outliers = figures.filter((figure) => !near.includes(figure));
  return { method: 'median', value: median(near), used: near, outliers };
}

/** The middle figure, or the exact mean of the middle two. */
function median(figures: readonly Rebased[]): Ratio {
  const values = figures.map(({ value }) => value).sort((left, right) => left.compareTo(right));
  const low = values[(values.length - 1) >> 1];
  const high = values[values.length >> 1];
  if (low === undefined || high === undefined) throw new RangeError('the median of no figures');
  return low === high ? low : low.plus(high).times(Ratio.of(1n, 2n));
}

function isNear(value: Ratio, middle: Ratio): boolean {
  const bound = middle.times(AGREEMENT_SHARE);
  const distance = value.compareTo(middle) < 0 ? middle.plus(value.negated()) : value.plus(middle.negated());
  return distance.compareTo(bound) <= 0;
}
