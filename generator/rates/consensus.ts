/**
 * One figure from the figures of several contributors, such that no single contributor can move it outside the range of
 * the others. There is no figure where they disagree, and older figures count only where the newer ones are few. Pure.
 */
import { groupBy } from '../kit/group.ts';
import { Ratio } from '../wire/exact/decimal.ts';
import type { IsoDate, ProviderCode } from '../wire/words/schemas.ts';
import type { Carrier } from './carrier.ts';

/** Where a contributor's figure is from. */
export interface FigureSource {
  readonly provider: ProviderCode;
  readonly date: IsoDate;
  /** The day on which it was made, by which it is old or new. */
  readonly made: IsoDate;
  readonly document: string;
}

/** One contributor's exact figure, in units per EUR. */
export interface Rebased extends FigureSource {
  readonly value: Ratio;
  /** By whose figure of the contributor it was rebased: EUR, or USD and others with GLOBAL's figures of the day. */
  readonly carrier: Carrier;
}

export interface LeftOut extends FigureSource {
  /** The contributor's figure per EUR; null when it could not be rebased. */
  readonly value: Ratio | null;
  readonly reason: string;
}

/** All that contributors state of one currency: the figures per EUR, and the figures that cannot be used. */
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

/** A figure agrees with the others when it differs from the median by at most so much of the median. */
export const AGREEMENT_PERCENT = 5n;
export const AGREEMENT_SHARE = Ratio.of(AGREEMENT_PERCENT, 100n);
/**
 * Outliers are left out only where at least so many figures remain. With fewer, one contributor could move the rest.
 */
export const FIGURES_MIN = 3;

/**
 * The median of three or more figures, the mean of two, or the only one. Null for no figures, and where no more than
 * half lie near the median: nobody stated the mean of 1.00 and 9.00, and it is wrong whichever of the two is right.
 *
 * Of 1.00, 1.04 and 9.00 all three stay, and 1.04 is the answer. Leaving 9.00 out would give the mean 1.02, and a
 * contributor that states 0.96 instead of 1.00 could then pull the answer below both others.
 */
export function consensus(figures: readonly Rebased[]): Consensus | null {
  const [one, two] = figures;
  if (one === undefined) return null;
  if (two === undefined) return { method: 'single', value: one.value, used: figures, outliers: [] };
  const middle = median(valuesOf(figures));
  const near = figures.filter(({ value }) => isWithin(AGREEMENT_SHARE, value, middle));
  if (near.length * 2 <= figures.length) return null;
  if (figures.length < FIGURES_MIN) return { method: 'mean', value: middle, used: figures, outliers: [] };
  if (near.length < FIGURES_MIN) return { method: 'median', value: middle, used: figures, outliers: [] };
  const outliers = figures.filter((figure) => !near.includes(figure));
  return { method: 'median', value: median(valuesOf(near)), used: near, outliers };
}

/**
 * The figures of the newest day, and of the next older days until there are three or more. Of one day all count, so
 * that the order of the contributors makes no difference.
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

/** Whether the value is at most so large a share of the middle away from it. */
export function isWithin(share: Ratio, value: Ratio, middle: Ratio): boolean {
  const bound = middle.times(share);
  const distance = value.compareTo(middle) < 0 ? middle.plus(value.negated()) : value.plus(middle.negated());
  return distance.compareTo(bound) <= 0;
}

function valuesOf(figures: readonly Rebased[]): readonly Ratio[] {
  return figures.map(({ value }) => value);
}
