/** The figure of a pegged currency, as docs/global.md describes it, written for the audit alone. */
import { midIn } from './carry.ts';
import { distance, type Fraction, fraction, isLess, product, quotient, toSignificant } from './fraction.ts';
import type { List } from './lists.ts';
import { type Agreement, agreed, freshest, median, type Voice } from './voices.ts';

/** A voice with the list that states it. */
export interface Heard extends Voice {
  readonly mid: Fraction;
  readonly list: List;
}

export interface Peg {
  readonly currency: string;
  readonly anchor: string;
  /** Units per one unit of the anchor. */
  readonly rate: Fraction;
  readonly since: string;
  readonly until: string;
}

/** @param held the figure of the anchor. @returns null if three banks or more contradict the peg and do not agree */
export function pegged({ currency, anchor, rate }: Peg, held: Fraction, spoken: readonly Heard[]): Agreement | null {
  const official = { digits: toSignificant(product(held, rate), 20), used: [] };
  const fresh = freshest(spoken);
  if (fresh.length < 3) return official;
  const perAnchor = ({ figure, mid, list }: Heard) => {
    const own = midIn(list, anchor);
    return own === null ? quotient(figure, held) : quotient(mid, own);
  };
  const middle = median(fresh.map(perAnchor));
  const isOff = isLess(product(rate, fraction(1n, 100n)), distance(middle, rate));
  return isOff ? agreed(currency, spoken) : official;
}
