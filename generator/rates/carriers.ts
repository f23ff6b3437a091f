/**
 * By what a figure of an earlier day is carried to the day of a fixing: by what would have carried the currency's
 * figures best in the last 45 days. Pure.
 */
import type { CurrencyCode } from '../wire/words/schemas.ts';
import { ANCHORS, BOTH, type Carriers, PLAIN } from './carrier.ts';
import { type AnchorErrors, carryErrors } from './carry-errors.ts';
import type { Windows } from './fixing.ts';

/** Fewer steps prove nothing but whether the dollar or the euro is nearer. */
export const STEPS_MIN = 10;
/** An anchor may have at most so many tenths of the error of the plain carrier. */
const TENTHS_MAX = 9n;

/** The errors of an anchor and of the plain carrier, on the same steps. */
interface Compared {
  readonly anchor: CurrencyCode;
  readonly own: bigint;
  readonly plain: bigint;
}

/**
 * The plain carrier is the one with the least error, and the dollar if there is nothing to tell. Of the anchors that are
 * clearly better, the one with the smallest share of its error is taken. Anchors have none themselves.
 * @param windows each contributor's fixings of the days that are remembered
 */
export function carriersOf(currency: CurrencyCode, windows: Windows): Carriers {
  const errors = carryErrors(currency, windows);
  const plain = errors.steps < STEPS_MIN ? errors.plain.slice(0, 2) : errors.plain;
  const least = plain.reduce((place, sum, other) => (sum < (plain[place] ?? 0n) ? other : place), 0);
  const anchors = ANCHORS.includes(currency) ? [] : errors.anchors;
  const better = anchors.flatMap((one) => compare(one, least) ?? []);
  const [first, ...more] = better;
  const best = more.reduce(
    (held, one) => (one.own * (held?.plain ?? 0n) < (held?.own ?? 0n) * one.plain ? one : held),
    first,
  );
  return { plain: PLAIN[least] ?? BOTH, anchor: best?.anchor ?? null };
}

/** Null if the anchor is not clearly better. @param least the place of the plain carrier */
function compare({ anchor, steps, own, plain }: AnchorErrors, least: number): Compared | null {
  const ofPlain = plain[least] ?? 0n;
  const isBetter = own < ofPlain && own * 10n <= ofPlain * TENTHS_MAX;
  return steps >= STEPS_MIN && isBetter ? { anchor, own, plain: ofPlain } : null;
}
