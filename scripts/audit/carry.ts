/** How a figure is rebased to EUR on a date, as docs/global.md describes it, written for the audit alone. */
import { distance, type Fraction, fraction, half, isLess, ONE, product, quotient, sum } from './fraction.ts';
import type { Bank, List } from './lists.ts';

const CARRIERS = ['EUR', 'USD', 'half'] as const;
type Carrier = (typeof CARRIERS)[number];

/** With what figures of one currency are rebased to EUR on a date. */
export interface Day {
  readonly date: string;
  readonly dollar: Fraction | null;
  /** Asked only for figures that more than one carrier can rebase, because finding it takes long. */
  readonly carrier: () => Carrier;
}

/** From one list of a bank to its next one: errors in billionths by `CARRIERS`. */
type Step = readonly bigint[];

const steps = new WeakMap<List, Map<string, Step>>();

/** What the list states of the currency, in units per unit of its bank's reference currency. */
export function midIn(list: List, currency: string): Fraction | null {
  return list.reference === currency ? ONE : (list.entries.get(currency)?.mid ?? null);
}

/** The figure in units per EUR on the date; null if there is nothing to rebase it with. */
export function perEuro([currency, mid, list]: readonly [string, Fraction, List], day: Day): Fraction | null {
  const { dollar } = day;
  const [euro, own] = [midIn(list, 'EUR'), midIn(list, 'USD')];
  const byEuro = euro === null ? null : quotient(mid, euro);
  if (currency === 'USD' || currency === 'EUR' || own === null || dollar === null) return byEuro;
  const byDollar = product(quotient(mid, own), dollar);
  if (euro === null || byEuro === null) return byDollar;
  const isOff = isLess(product(dollar, fraction(3n, 100n)), distance(quotient(own, euro), dollar));
  if (isOff) return byDollar;
  return { USD: byDollar, EUR: byEuro, half: half(sum(byEuro, byDollar)) }[day.carrier()];
}

/** What would have carried the figures of all these lists best. */
export function carrierOf(currency: string, banks: readonly Bank[]): Carrier {
  const all = banks.flatMap((bank) => stepsOf(currency, bank));
  const [first = 0n, ...others] = CARRIERS.map((_, place) => all.reduce((held, one) => held + (one[place] ?? 0n), 0n));
  let best: readonly [Carrier, bigint] = ['EUR', first];
  for (const [place, total] of others.entries()) if (total < best[1]) best = [CARRIERS[place + 1] ?? 'EUR', total];
  return best[0];
}

function stepsOf(currency: string, { lists }: Bank): readonly Step[] {
  const stating = lists.filter((list) => [currency, 'EUR', 'USD'].every((code) => midIn(list, code) !== null));
  return stating.slice(1).map((list, place) => {
    const held = steps.get(list)?.get(currency);
    const step = held ?? toStep(currency, stating[place] ?? list, list);
    steps.set(list, (steps.get(list) ?? new Map<string, Step>()).set(currency, step));
    return step;
  });
}

function toStep(currency: string, from: List, to: List): Step {
  const moved = (code: string) => quotient(midIn(to, code) ?? ONE, midIn(from, code) ?? ONE);
  const own = moved(currency);
  const [euro, dollar] = [quotient(moved('EUR'), own), quotient(moved('USD'), own)];
  return [euro, dollar, half(sum(dollar, euro))].map(errorOf);
}

function errorOf(ratio: Fraction): bigint {
  const { over, under } = distance(ratio, ONE);
  return over > under ? 1_000_000_000n : (over * 1_000_000_000n) / under;
}

/** The highest figure divided by the lowest, of the bank for which it is most, per EUR or USD, whichever is less. */
export function widest(currency: string, banks: readonly Bank[], first: string, last: string): Fraction {
  const [perEuro, perDollar] = ['EUR', 'USD'].map((against) =>
    banks
      .map((bank) => rangeOf(currency, bank, against, first, last))
      .reduce((held, one) => (isLess(held, one) ? one : held), ONE),
  );
  return perEuro !== undefined && perDollar !== undefined && isLess(perDollar, perEuro) ? perDollar : (perEuro ?? ONE);
}

function rangeOf(currency: string, { lists }: Bank, against: string, first: string, last: string): Fraction {
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
  return quotient(high, low);
}
