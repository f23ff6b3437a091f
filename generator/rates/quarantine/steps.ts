/**
 * A step from one figure to the next, how large it is, whether the figure after it bears it out, and the bounds that it
 * is judged by, each with the measurement behind it. Pure and exact.
 */
import { Ratio } from '../../wire/exact/decimal.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

/** Another provider's figure confirms one that is nearer than this. */
export const AGREEMENT = Ratio.of(105n, 100n);
/** One provider that states something else may itself be wrong. */
export const DENIALS_MIN = 2;
/** Providers date the rate of an afternoon by that day, by the next day, or by the next working day after a weekend. */
export const [DAYS_BEFORE, DAYS_AFTER] = [1, 3];
/** After a longer silence of the provider its last figure says nothing about the next one. */
export const SILENCE_DAYS = 92;
/**
 * A lasting change of more than this looks like a change of units, and only another provider or a person confirms it.
 */
export const UNITS = Ratio.of(2n, 1n);
/**
 * A row that is further than this from the provider's last one is doubtful: 64 of 403,084 steps of up to ten days in
 * our recordings are. A next figure that is nearer bears a step out.
 */
export const STEP = Ratio.of(110n, 100n);
/**
 * A row whose step is between this and STEP, like 1,201 of those, is doubtful only if two other providers deny it.
 * Canada's and Australia's dollar are 3 % apart.
 */
export const SMALL_STEP = Ratio.of(103n, 100n);
/**
 * A step of more than this in at most LONE_STEP_DAYS, a long weekend, waits for the source's next figure if fewer than
 * two others state the pair, although SPEAKING_MIN speak: a digit typed wrong in the list of a thin currency. A bank that
 * is all that an archive has is believed, or the ECB's history would lack the days of every crisis.
 */
export const LONE_STEP = Ratio.of(105n, 100n);
export const LONE_STEP_DAYS = 4;
export const SPEAKING_MIN = 4;
/** Replaces STEP for a row after the provider has been silent for more than STEP_DAYS. */
export const LONG_STEP = Ratio.of(125n, 100n);
export const STEP_DAYS = 10;

// The parts of sentences that quarantine and gate share.

/** Significant digits of a figure in a sentence. */
const FIGURES_SHOWN = 10;
const NAMES_SHOWN = 5;

export function toFigure(value: Ratio): string {
  return `${value.roundSignificant(FIGURES_SHOWN)}`;
}

/** From 4 to 5 it is `25 %`, and from 5 to 4 `-20 %`. */
export function toPercent(from: Ratio, to: Ratio): string {
  return `${to.over(from).plus(Ratio.of(-1n, 1n)).times(Ratio.of(100n, 1n)).round(1)} %`;
}

/** `BOC, ECB`, each name once. From the sixth on they are only counted. */
export function toNames(names: readonly string[]): string {
  const own = [...new Set(names)];
  const more = own.length > NAMES_SHOWN ? ` and ${own.length - NAMES_SHOWN} more` : '';
  return `${own.slice(0, NAMES_SHOWN).join(', ')}${more}`;
}

/** One figure with the date it was published for. */
export interface Point {
  readonly date: IsoDate;
  readonly value: Ratio;
  /** The redenomination that the series has taken part in, see renewal.ts; absent if it has in none. */
  readonly renewed?: string | undefined;
}

/** Both values are in the same units of the same pair. */
export interface FigureStep {
  readonly from: Point;
  readonly to: Point;
}

const MINUS_ONE = Ratio.of(-1n, 1n);

/** The larger value divided by the smaller one. */
export function growthOf(left: Ratio, right: Ratio): Ratio {
  return left.compareTo(right) > 0 ? left.over(right) : right.over(left);
}

/** @param factor how many times the smaller the larger may be */
export function isNear(left: Ratio, right: Ratio, factor: Ratio): boolean {
  return left.compareTo(right.times(factor)) <= 0 && right.compareTo(left.times(factor)) <= 0;
}

/** A move up and a move down by the same factor have the same size: 0.25 for both 4 → 5 and 5 → 4. */
export function sizeOf(step: FigureStep): Ratio {
  return growthOf(step.from.value, step.to.value).plus(MINUS_ONE);
}

export function isUp({ from, to }: FigureStep): boolean {
  return to.value.compareTo(from.value) > 0;
}

/** So much of the way a spike returns at least. 23 figures of our recordings are held for it. */
const SPIKE_SHARE = Ratio.of(3n, 4n);

/**
 * Whether the provider's next figure bears the step out: it stays near or goes further the same way. A spike returns, and
 * a change of units, which lasts as well, is larger than twofold.
 */
export function isBorneOut({ from, to }: FigureStep, next: Ratio): boolean {
  if (!isNear(to.value, from.value, UNITS)) return false;
  if (to.value.compareTo(from.value) === next.compareTo(to.value)) return true;
  const backTo = (end: Ratio) => to.value.plus(end.negated());
  return isNear(to.value, next, STEP) && backTo(next).over(backTo(from.value)).compareTo(SPIKE_SHARE) < 0;
}

/** A slip multiplies the day's true move by a power of ten, so the factor is only close to that power. */
const SLIPS = [10n, 100n, 1_000n, 10_000n, 100_000n, 1_000_000n].map((power) => Ratio.of(power, 1n));
const SLIP_TOLERANCE = Ratio.of(5n, 100n);
/** Within this factor of 1 a figure and its inverse cannot be told apart; there only the bound of a move applies. */
const FLIP_FACTOR_MIN = Ratio.of(5n, 4n);

/**
 * A slip of the decimal point, or an inverted pair. No other provider confirms it, only a person: adapters share the
 * code that reads units and directions. A currency that drops zeros under its old code is confirmed once for all banks.
 */
export function slipOf({ from, to }: FigureStep): 'jump' | 'flip' | null {
  if (SLIPS.some((slip) => isAbout(growthOf(from.value, to.value), slip))) return 'jump';
  const isFlip =
    growthOf(from.value, Ratio.one).compareTo(FLIP_FACTOR_MIN) >= 0 && isAbout(to.value, from.value.inverse());
  return isFlip ? 'flip' : null;
}

function isAbout(value: Ratio, wanted: Ratio): boolean {
  const margin = wanted.times(SLIP_TOLERANCE);
  return value.compareTo(wanted.plus(margin)) <= 0 && value.compareTo(wanted.plus(margin.negated())) >= 0;
}
