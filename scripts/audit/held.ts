/** Currencies whose newer voices are in quarantine, as docs/global.md describes it, written for the audit alone. */
import { type Day, midIn, perEuro } from './carry.ts';
import { distance, type Fraction, fraction, isLess, product } from './fraction.ts';
import type { List } from './lists.ts';
import { dayAfter, median } from './voices.ts';

/** The newest figure that one bank states for a currency. */
interface Stated {
  readonly bank: string;
  readonly currency: string;
  /** Null if it cannot be used. */
  readonly mid: Fraction | null;
  readonly list: List;
}

/**
 * By currency, how many banks are held.
 * @param said what banks state without what is in quarantine
 * @param spoken what they state with it
 */
export function silencedBy(
  date: string,
  said: readonly Stated[],
  spoken: readonly Stated[],
  dayOf: (currency: string) => Day,
): ReadonlyMap<string, number> {
  const isVoice = ({ mid, list }: Stated) =>
    mid !== null && weekdaysTo(date, list.made) <= 3 && (midIn(list, 'EUR') ?? midIn(list, 'USD')) !== null;
  const nameOf = ({ bank, currency }: Stated) => `${bank} ${currency}`;
  const made = new Map(said.map((one) => [nameOf(one), one.list.made]));
  const held = spoken.filter((one) => isVoice(one) && one.list.made > (made.get(nameOf(one)) ?? ''));
  const names = new Set(held.map(nameOf));
  const heard = said.filter((one) => isVoice(one) && !names.has(nameOf(one)));
  const counts = new Map<string, number>();
  for (const currency of new Set(held.map((one) => one.currency))) {
    const isOwn = (one: Stated) => one.currency === currency;
    const [doubted, others] = [held.filter(isOwn), heard.filter(isOwn)];
    if (currency !== 'EUR' && (others.length === 0 || isOutvoted(others, doubted, dayOf(currency))))
      counts.set(currency, doubted.length);
  }
  return counts;
}

/** Two banks or more in quarantine agree within 5 %, and are more than the others since the first of them. */
function isOutvoted(others: readonly Stated[], held: readonly Stated[], day: Day): boolean {
  const toFigures = (all: readonly Stated[]) =>
    all.flatMap(({ currency, mid, list }): Figure[] => {
      const figure = mid === null ? null : perEuro([currency, mid, list], day);
      return figure === null ? [] : [{ figure, made: list.made }];
    });
  const [figures, standing] = [toFigures(held), toFigures(others)];
  if (figures.length === 0) return false;
  const middle = median(figures.map(({ figure }) => figure));
  const bound = product(middle, fraction(5n, 100n));
  const isNear = ({ figure }: Figure) => !isLess(bound, distance(figure, middle));
  const near = figures.filter(isNear);
  const [first = ''] = near.map(({ made }) => made).sort();
  const isMore = near.length > standing.filter(({ made }) => made >= first).length;
  return near.length >= 2 && isMore && !standing.some(isNear);
}

interface Figure {
  readonly figure: Fraction;
  readonly made: string;
}

function weekdaysTo(date: string, from: string): number {
  let count = 0;
  for (let day = dayAfter(from, 1); day <= date; day = dayAfter(day, 1))
    if (![0, 6].includes(new Date(day).getUTCDay())) count++;
  return count;
}
