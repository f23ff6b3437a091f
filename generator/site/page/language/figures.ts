/** Small arithmetic on the texts of figures: exact, and rounded once where it is shown. */
import { Decimal } from '../../../wire/exact/decimal.ts';
import { localText } from './locale.ts';

const HUNDRED = Decimal.parse('100');
const PLACES = 3;

/** Which of two figures is larger. A figure that was not stated comes before every other. */
export function compareFigures(left: string | null, right: string | null): number {
  if (left === null || right === null) return (left === null ? 0 : 1) - (right === null ? 0 : 1);
  return Decimal.parse(left).compareTo(Decimal.parse(right));
}

/** By how many percent a figure is above an earlier one; null if one of them is missing, or nothing can be compared. */
export function changeOf(figure: string | null, earlier: string | null): string | null {
  if (figure === null || earlier === null) return null;
  const [now, before] = [Decimal.parse(figure), Decimal.parse(earlier)];
  if (before.sign === 0) return null;
  const difference = now.toRatio().plus(before.toRatio().negated());
  return difference.times(HUNDRED.toRatio()).over(before.toRatio()).round(PLACES);
}

/** `0.25` → `+0.250 %` in the reader's language, with the typographic minus and as many decimals in every row. */
export function localPercent(change: string): string {
  const [whole = '', fraction = ''] = change.replace(/^-/, '').split('.');
  const sign = change.startsWith('-') ? '−' : Decimal.parse(change).sign === 0 ? '' : '+';
  return `${sign}${localText(`${whole}.${fraction.padEnd(PLACES, '0')}`)} %`;
}
