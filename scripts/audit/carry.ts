/** How an older figure is carried to a date, as docs/global.md describes it, written for the audit alone. */
import { distance, type Fraction, fraction, half, isLess, ONE, product, quotient, sum } from './fraction.ts';
import type { Bank, List } from './lists.ts';

export const ANCHORS = ['GBP', 'ZAR', 'INR', 'SGD', 'AUD', 'CNY', 'RUB', 'BRL'];
const PLAIN = ['USD', 'EUR', 'half'] as const;

/** What carries older figures of one currency to a date. */
export interface Carriers {
  readonly plain: (typeof PLAIN)[number];
  /** GLOBAL's figure of the anchor, and the day on which the oldest of its figures was made. */
  readonly anchor: { readonly code: string; readonly figure: Fraction; readonly since: string } | null;
}

/** With what figures of one currency are rebased to EUR on a date. */
export interface Day {
  readonly date: string;
  readonly dollar: Fraction | null;
  /** Asked for older figures only, because most days have none, and finding them takes long. */
  readonly carriers: () => Carriers;
}

/** From one list of a bank to its next one: errors in billionths by `PLAIN`, and by `ANCHORS` where both state them. */
interface Step {
  readonly plain: readonly bigint[];
  readonly anchors: readonly (bigint | null)[];
}

const steps = new WeakMap<List, Map<string, Step>>();

/** What the list states of the currency, in units per unit of its bank's reference currency. */
export function midIn(list: List, currency: string): Fraction | null {
  return list.reference === currency ? ONE : (list.entries.get(currency)?.mid ?? null);
}

/** The figure in units per EUR on the date; null if there is nothing to rebase it with. */
export function perEuro([currency, mid, list]: readonly [string, Fraction, List], day: Day): Fraction | null {
  const { date, dollar } = day;
  const [euro, own] = [midIn(list, 'EUR'), midIn(list, 'USD')];
  const byEuro = euro === null ? null : quotient(mid, euro);
  if (currency === 'USD' || currency === 'EUR') return byEuro;
  const byDollar = own === null || dollar === null ? null : product(quotient(mid, own), dollar);
  const only = byEuro ?? byDollar;
  if (list.made >= date || only === null) return only;
  const { plain, anchor } = day.carriers();
  if (byEuro === null || byDollar === null) return anchored(only, mid, list, anchor);
  const byBoth = half(sum(byEuro, byDollar));
  return anchored({ USD: byDollar, EUR: byEuro, half: byBoth }[plain], mid, list, anchor);
}

/** By the anchor, if it is newer and hardly says otherwise. */
function anchored(carried: Fraction, mid: Fraction, list: List, anchor: Carriers['anchor']): Fraction {
  const own = anchor === null ? null : midIn(list, anchor.code);
  if (anchor === null || own === null || anchor.since <= list.made) return carried;
  const figure = product(quotient(mid, own), anchor.figure);
  return isLess(product(carried, fraction(2n, 100n)), distance(figure, carried)) ? carried : figure;
}

/** What would have carried the figures of all these lists best; the anchor is '' if none would. */
export function carriersOf(
  currency: string,
  banks: readonly Bank[],
): { readonly plain: Carriers['plain']; readonly anchor: string } {
  const all = banks.flatMap((bank) => stepsOf(currency, bank));
  const total = (place: number, own = all) => own.reduce((held, { plain }) => held + (plain[place] ?? 0n), 0n);
  let best = 0;
  for (const place of all.length < 10 ? [1] : [1, 2]) if (total(place) < total(best)) best = place;
  let found = { code: '', own: 1n, of: 1n };
  for (const [place, code] of ANCHORS.entries()) {
    const having = all.filter(({ anchors }) => anchors[place] !== null);
    const own = having.reduce((held, { anchors }) => held + (anchors[place] ?? 0n), 0n);
    const of = total(best, having);
    if (ANCHORS.includes(currency) || having.length < 10 || of === 0n || own * 10n > of * 9n) continue;
    if (own * found.of < found.own * of) found = { code, own, of };
  }
  return { plain: PLAIN[best] ?? 'USD', anchor: found.code };
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
  const [dollar, euro] = [quotient(moved('USD'), own), quotient(moved('EUR'), own)];
  const anchors = ANCHORS.map((code) =>
    midIn(from, code) === null || midIn(to, code) === null ? null : errorOf(quotient(moved(code), own)),
  );
  return { plain: [dollar, euro, half(sum(dollar, euro))].map(errorOf), anchors };
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
