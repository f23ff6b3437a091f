/** The order in which pegged currencies are made. Pure. */
import type { Peg } from '../facts/pegs.ts';
import type { CurrencyCode } from '../wire/schemas.ts';

export interface Pegged {
  readonly code: CurrencyCode;
  readonly peg: Peg;
}

/** An anchor comes before the currencies pegged to it, so that its figure is known when theirs are made. */
export function inAnchorOrder(pegged: readonly Pegged[]): Iterable<Pegged> {
  const pegOf = new Map(pegged.map((one) => [one.code, one]));
  const ordered = new Set<Pegged>();
  const visit = (one: Pegged | undefined, depth: number): void => {
    if (one === undefined || ordered.has(one) || depth > pegOf.size) return;
    visit(pegOf.get(one.peg.anchor), depth + 1);
    ordered.add(one);
  };
  for (const one of pegged) visit(one, 0);
  return ordered;
}
