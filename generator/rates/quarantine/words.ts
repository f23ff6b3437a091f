/** The parts of sentences that quarantine and gate share. */
import { Ratio } from '../../wire/exact/decimal.ts';

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
