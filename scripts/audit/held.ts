/** Currencies whose fresh voices are all in quarantine, as docs/global.md describes it, written for the audit alone. */
import { midIn } from './carry.ts';
import type { List } from './lists.ts';
import { dayAfter } from './voices.ts';

/** The newest figure that one bank states for a currency. */
interface Stated {
  readonly bank: string;
  readonly currency: string;
  /** Null if it cannot be used. */
  readonly mid: unknown;
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
): ReadonlyMap<string, number> {
  const isVoice = ({ mid, list }: Stated) =>
    mid !== null && weekdaysTo(date, list.made) <= 3 && (midIn(list, 'EUR') ?? midIn(list, 'USD')) !== null;
  const nameOf = ({ bank, currency }: Stated) => `${bank} ${currency}`;
  const made = new Map(said.map((one) => [nameOf(one), one.list.made]));
  const held = spoken.filter((one) => isVoice(one) && one.list.made > (made.get(nameOf(one)) ?? ''));
  const names = new Set(held.map(nameOf));
  const heard = new Set(said.filter((one) => isVoice(one) && !names.has(nameOf(one))).map(({ currency }) => currency));
  const counts = new Map<string, number>();
  for (const { currency } of held)
    if (currency !== 'EUR' && !heard.has(currency)) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return counts;
}

function weekdaysTo(date: string, from: string): number {
  let count = 0;
  for (let day = dayAfter(from, 1); day <= date; day = dayAfter(day, 1))
    if (![0, 6].includes(new Date(day).getUTCDay())) count++;
  return count;
}
