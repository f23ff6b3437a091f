/** How an older figure is carried to a date, as docs/global.md describes it, written for the audit alone. */
import { type Fraction, fraction, isLess, ONE, quotient, sum } from './fraction.ts';
import type { Bank, List } from './lists.ts';

export type Carrier = 'EUR' | 'USD';

const ZERO = fraction(0n, 1n);

/** What the list states of the currency, in units per unit of its bank's reference currency. */
export function midIn(list: List, currency: string): Fraction | null {
  return list.reference === currency ? ONE : (list.entries.get(currency)?.mid ?? null);
}

/** The figure in units per EUR on the date; null if there is nothing to rebase it with. */
export function perEuro(
  [currency, mid, list]: readonly [string, Fraction, List],
  { date, dollar, carrier }: { readonly date: string; readonly dollar: Fraction | null; readonly carrier: Carrier },
): Fraction | null {
  const [euro, own] = [midIn(list, 'EUR'), midIn(list, 'USD')];
  const isCarried = euro === null || (list.made < date && carrier === 'USD');
  if (isCarried && own !== null && dollar !== null && currency !== 'USD') return quotient(mid, quotient(own, dollar));
  return euro === null ? null : quotient(mid, euro);
}

/** The one against which the banks' figures moved less in all. */
export function carrierOf(currency: string, banks: readonly Bank[], first: string, last: string): Carrier {
  const total = (against: Carrier) =>
    banks.map((bank) => ranges(currency, bank, against, first, last).excess).reduce(sum, ZERO);
  return isLess(total('EUR'), total('USD')) ? 'EUR' : 'USD';
}

/** The highest figure divided by the lowest, of the bank for which it is most. */
export function widest(currency: string, banks: readonly Bank[], against: Carrier, first: string, last: string) {
  return banks
    .map((bank) => ranges(currency, bank, against, first, last).factor)
    .reduce((held, one) => (isLess(held, one) ? one : held), ONE);
}

function ranges(currency: string, { lists }: Bank, against: Carrier, first: string, last: string) {
  const figures = lists.flatMap((list) => {
    if (list.made < first || list.made > last) return [];
    const [own, euro, dollar] = [midIn(list, currency), midIn(list, 'EUR'), midIn(list, 'USD')];
    return own && euro && dollar ? [quotient(own, against === 'EUR' ? euro : dollar)] : [];
  });
  let [low = ONE, high = ONE] = [figures[0], figures[0]];
  for (const figure of figures) {
    if (isLess(figure, low)) low = figure;
    if (isLess(high, figure)) high = figure;
  }
  const factor = quotient(high, low);
  return { factor, excess: fraction(factor.over - factor.under, factor.under) };
}
