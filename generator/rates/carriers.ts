/**
 * Chooses what carries a figure from an earlier day to the day of a fixing: whatever would have carried the currency's
 * figures best in the last 45 days. Pure.
 */
import type { CurrencyCode } from '../wire/words/schemas.ts';
import { ANCHORS, BOTH, type Carriers, PLAIN } from './carrier.ts';
import { type Step, stepsOf } from './carry-errors.ts';
import type { Windows } from './fixing.ts';

/** Fewer steps can only tell whether the dollar or the euro is nearer. */
export const STEPS_MIN = 10;
/** An anchor may have at most this many tenths of the plain carrier's error. */
const TENTHS_MAX = 9n;

/** Sums of an anchor's errors and of the plain carrier's, over the same steps. */
interface Compared {
  readonly anchor: CurrencyCode;
  readonly own: bigint;
  readonly plain: bigint;
}

/**
 * The plain carrier is the one with the least error, or the dollar if there are no steps. Of the anchors that are
 * clearly better, the one with the smallest share of that error is taken. Anchors themselves have no anchor.
 * @param comparable each contributor's fixings of the days that are remembered, which state the currency, EUR and USD
 */
export function carriersOf(currency: CurrencyCode, comparable: Windows): Carriers {
  const steps = stepsOf(currency, comparable);
  const carriers = steps.length < STEPS_MIN ? PLAIN.slice(0, 2) : PLAIN;
  const sums = carriers.map((_, place) => steps.reduce((sum, { plain }) => sum + (plain[place] ?? 0n), 0n));
  const least = sums.reduce((place, sum, other) => (sum < (sums[place] ?? 0n) ? other : place), 0);
  const candidates = ANCHORS.includes(currency) ? [] : ANCHORS;
  const better = candidates.flatMap((anchor, place) => compare(anchor, place, least, steps) ?? []);
  const [first, ...more] = better;
  const best = more.reduce(
    (held, one) => (one.own * (held?.plain ?? 0n) < (held?.own ?? 0n) * one.plain ? one : held),
    first,
  );
  return { plain: PLAIN[least] ?? BOTH, anchor: best?.anchor ?? null };
}

/** Null if the anchor is not clearly better on the steps that it has. @param least the place of the plain carrier */
function compare(anchor: CurrencyCode, place: number, least: number, steps: readonly Step[]): Compared | null {
  let [count, own, plain] = [0, 0n, 0n];
  for (const step of steps) {
    const error = step.anchors[place] ?? null;
    if (error === null) continue;
    count++;
    own += error;
    plain += step.plain[least] ?? 0n;
  }
  const isBetter = own < plain && own * 10n <= plain * TENTHS_MAX;
  return count >= STEPS_MIN && isBetter ? { anchor, own, plain } : null;
}
