/**
 * Makes one figure from those of several contributors, so that none of them can move it outside the range of the
 * others. If they disagree there is no figure, and older figures count only if there are few newer ones. Pure.
 */
import { groupBy } from '../../kit/items.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../wire/words/schemas.ts';

/** The mean of what the euro and the dollar give. */
export const BOTH = 'EUR and USD';

/** What rebases a figure: EUR, USD, or the two with equal weight. */
export type Carrier = CurrencyCode | typeof BOTH;

/** Where a contributor's figure is from. */
export interface FigureSource {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  /** The day on which it was made, from which its age counts. */
  readonly made: IsoDate;
  readonly document: string;
}

/** One contributor's exact figure, in units per EUR. */
export interface Rebased extends FigureSource {
  readonly value: Ratio;
  readonly carrier: Carrier;
}

export interface LeftOut extends FigureSource {
  /** The contributor's figure per EUR; null when it could not be rebased. */
  readonly value: Ratio | null;
  readonly reason: string;
}

/** Everything that contributors state about one currency: the figures per EUR, and those that cannot be used. */
export interface Contributions {
  readonly rebased: readonly Rebased[];
  readonly leftOut: readonly LeftOut[];
}

interface Consensus {
  readonly method: 'median' | 'mean' | 'single';
  readonly value: Ratio;
  readonly used: readonly Rebased[];
  readonly outliers: readonly Rebased[];
}

/** A figure agrees with the others if it is within this share of the median. */
export const AGREEMENT_PERCENT = 5n;
export const AGREEMENT_SHARE = Ratio.of(AGREEMENT_PERCENT, 100n);
/**
 * Two figures agree only if the larger is at most this much above the smaller: with nobody to side with either, their
 * mean is half as wrong as the wrong one.
 */
export const PAIR_PERCENT = 3n;
export const PAIR_SHARE = Ratio.of(PAIR_PERCENT, 100n);
/** Outliers are left out only if at least this many figures remain. With fewer, one contributor could move the rest. */
export const FIGURES_MIN = 3;

/**
 * The median of three or more figures, the mean of two, or the only one. Null if there are no figures, if two are too
 * far apart, or if no more than half of more are near the median: nobody stated the mean of 1.00 and 9.00, and it is
 * wrong whichever of the two is right.
 *
 * Of 1.00, 1.04 and 9.00 all three stay, and 1.04 is the answer. Leaving 9.00 out would give the mean 1.02, and a
 * contributor that states 0.96 instead of 1.00 could then pull the answer below both others.
 */
export function consensus(figures: readonly Rebased[]): Consensus | null {
  const [one, two] = figures;
  if (one === undefined) return null;
  if (two === undefined) return { method: 'single', value: one.value, used: figures, outliers: [] };
  const middle = median(valuesOf(figures));
  if (figures.length < FIGURES_MIN)
    return isPair(one, two, PAIR_SHARE) ? { method: 'mean', value: middle, used: figures, outliers: [] } : null;
  const near = figures.filter(({ value }) => isWithin(AGREEMENT_SHARE, value, middle));
  if (near.length * 2 <= figures.length) return null;
  if (near.length < FIGURES_MIN) return { method: 'median', value: middle, used: figures, outliers: [] };
  const outliers = figures.filter((figure) => !near.includes(figure));
  return { method: 'median', value: median(valuesOf(near)), used: near, outliers };
}

/**
 * Of two that are 3 to 5 % apart, the newer one: the currency may have moved since the other was made. Null if both are
 * of one day, or further apart: then the newer one may as well be a slip. Whether the other one denies it is asked of
 * every single figure.
 */
export function newerOfTwo(figures: readonly Rebased[]): Consensus | null {
  const [one, two, third] = figures;
  if (one === undefined || two === undefined || third !== undefined || one.made === two.made) return null;
  if (!isPair(one, two, AGREEMENT_SHARE)) return null;
  const [newer, older] = one.made > two.made ? [one, two] : [two, one];
  return { method: 'single', value: newer.value, used: [newer], outliers: [older] };
}

/** Whether the larger of the two is at most that share above the smaller. */
function isPair(one: Rebased, other: Rebased, share: Ratio): boolean {
  const isAbove = one.value.compareTo(other.value) > 0;
  return isAbove ? isWithin(share, one.value, other.value) : isWithin(share, other.value, one.value);
}

/**
 * The figures of the newest day, then of the day before it, and so on until there are three or more. All figures of a
 * day count, so the order of the contributors makes no difference.
 */
export function splitByAge<Figure extends Pick<FigureSource, 'made'>>(figures: readonly Figure[]) {
  const [counted, older]: [Figure[], Figure[]] = [[], []];
  const byDay = groupBy(figures, ({ made }) => made);
  for (const day of [...byDay.keys()].sort().reverse()) {
    const rest = counted.length < FIGURES_MIN ? counted : older;
    rest.push(...(byDay.get(day) ?? []));
  }
  return { counted, older };
}

/** The middle one, or the exact mean of the middle two. */
export function median(unsorted: readonly Ratio[]): Ratio {
  const values = unsorted.toSorted((left, right) => left.compareTo(right));
  const low = values[(values.length - 1) >> 1];
  const high = values[values.length >> 1];
  if (low === undefined || high === undefined) throw new RangeError('the median of no figures');
  return low === high ? low : low.plus(high).times(Ratio.of(1n, 2n));
}

/** Whether the value is within that share of the middle. */
export function isWithin(share: Ratio, value: Ratio, middle: Ratio): boolean {
  const bound = middle.times(share);
  const distance = value.compareTo(middle) < 0 ? middle.plus(value.negated()) : value.plus(middle.negated());
  return distance.compareTo(bound) <= 0;
}

function valuesOf(figures: readonly Rebased[]): readonly Ratio[] {
  return figures.map(({ value }) => value);
}
