/** How far bid and ask are apart, exactly, and rounded once where it is shown. */
import { Decimal, Ratio } from '../../../wire/exact/decimal.ts';

const SIGNIFICANT = 4;
const TWO_HUNDRED = Ratio.of(200n, 1n);

/** In units, and in percent of their middle. */
export function spreadOf(bid: string, ask: string): { readonly units: string; readonly percent: string } {
  const [low, high] = [Decimal.parse(bid).toRatio(), Decimal.parse(ask).toRatio()];
  const apart = high.plus(low.negated());
  const sum = high.plus(low);
  const percent = sum.sign === 0 ? '0' : apart.times(TWO_HUNDRED).over(sum).round(2);
  return { units: apart.roundSignificant(SIGNIFICANT).toString(), percent };
}
