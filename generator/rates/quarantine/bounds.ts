/**
 * The bounds that a figure is judged by, each with the measurement behind it. Decision 12 says why quarantine and gate
 * have different bounds for a step.
 */
import { Ratio } from '../../wire/exact/decimal.ts';

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
