/** What banks agree on, and who denies it, as docs/global.md describes it, written for the audit alone. */
import { type Day, midIn, perEuro, widest } from './carry.ts';
import {
  ascending,
  distance,
  type Fraction,
  fraction,
  half,
  isLess,
  ONE,
  product,
  quotient,
  sum,
  toSignificant,
} from './fraction.ts';
import type { Bank, List } from './lists.ts';

/** One bank's figure per EUR, and the day on which its list was made. */
export interface Voice {
  readonly bank: string;
  readonly figure: Fraction;
  readonly made: string;
}

/** What the banks agree on, as digits, and the figures it is made from. */
export interface Agreement {
  readonly digits: string;
  readonly used: readonly Voice[];
}

const DAY_MS = 86_400_000;

/** The figures of the newest days, until there are three. */
export function freshest<Own extends Voice>(all: readonly Own[]): readonly Own[] {
  const days = all.map(({ made }) => made).sort();
  const third = days.at(-3) ?? '';
  return all.filter(({ made }) => made >= third);
}

export function agreed(currency: string, spoken: readonly Voice[]): Agreement | null {
  const all = freshest(spoken);
  if (all.length === 0) return null;
  const [low = ONE, high = low, third] = all.map(({ figure }) => figure).sort(ascending);
  if (third === undefined && isLess(product(low, fraction(103n, 100n)), high)) {
    const [newer, older] = all.toSorted((one, other) => (one.made < other.made ? 1 : -1));
    if (currency === 'USD' || newer === undefined || newer.made === older?.made) return null;
    if (isLess(product(low, fraction(105n, 100n)), high)) return null;
    return { digits: toSignificant(newer.figure, 20), used: [newer] };
  }
  const middle = median(all.map(({ figure }) => figure));
  const bound = product(middle, fraction(5n, 100n));
  const near = all.filter(({ figure }) => !isLess(bound, distance(figure, middle)));
  if (near.length * 2 <= all.length) return null;
  const used = near.length >= 3 ? near : all;
  return { digits: toSignificant(median(used.map(({ figure }) => figure)), 20), used };
}

/** Whether most banks that spoke in the 45 days stated something else than the only one that speaks now. */
export function isDenied(
  currency: string,
  only: Voice,
  others: readonly Bank[],
  all: readonly Bank[],
  day: Day,
): boolean {
  const first = dayAfter(day.date, -44);
  const last = others.flatMap(({ code: bank, lists }): Voice[] => {
    const states = (list: List) =>
      first <= list.made &&
      list.made <= day.date &&
      midIn(list, currency) &&
      (midIn(list, 'EUR') ?? midIn(list, 'USD'));
    const list = lists.findLast(states);
    const mid = list === undefined ? null : midIn(list, currency);
    const figure = list === undefined || mid === null ? null : perEuro([currency, mid, list], day);
    return list === undefined || figure === null ? [] : [{ bank, figure, made: list.made }];
  });
  const bound = product(fraction(105n, 95n), widest(currency, all, first, day.date));
  const isApart = ({ figure }: Voice) =>
    isLess(bound, isLess(figure, only.figure) ? quotient(only.figure, figure) : quotient(figure, only.figure));
  return last.filter(isApart).length * 2 > last.length;
}

export function median(figures: readonly Fraction[]): Fraction {
  const sorted = figures.toSorted(ascending);
  const [upper = ONE] = sorted.slice(sorted.length >> 1);
  if (sorted.length % 2 === 1) return upper;
  const [lower = ONE] = sorted.slice((sorted.length >> 1) - 1);
  return half(sum(lower, upper));
}

export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
