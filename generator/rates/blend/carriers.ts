/**
 * Chooses what carries a figure from an earlier day to the day of a fixing: whatever would have carried the currency's
 * figures best in the last 45 days, from each fixing of a contributor to its next one. Errors are whole billionths, so
 * that sums stay short. Pure.
 */
import { Ratio } from '../../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../../wire/words/schemas.ts';
import { ANCHORS, BOTH, type Carriers, PLAIN } from './carrier.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';

/** Fewer steps can only tell whether the dollar or the euro is nearer. */
export const STEPS_MIN = 10;
/** An anchor may have at most this many tenths of the plain carrier's error. */
const TENTHS_MAX = 9n;
const BILLION = 1_000_000_000n;
const HALF = Ratio.of(1n, 2n);

/** From one fixing to the next. */
interface Step {
  readonly to: Fixing;
  /** The error of each of `PLAIN`. */
  readonly plain: readonly bigint[];
  /** The error of each of `ANCHORS`; null if one of the two fixings does not state the anchor. */
  readonly anchors: readonly (bigint | null)[];
}

/**
 * A step is worked out once, however many days look back at it. It is kept with its earlier fixing: the later one would
 * keep the earlier in memory, which would keep the one before it, and so on to the first of the archive.
 */
const known = new WeakMap<Fixing, Map<CurrencyCode, Step>>();

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

function stepsOf(currency: CurrencyCode, comparable: Windows): readonly Step[] {
  const steps: Step[] = [];
  for (const window of comparable) {
    let to: Fixing | null = null;
    for (const from of window) {
      const step = to === null ? null : stepOf(currency, from, to);
      if (step !== null) steps.push(step);
      to = from;
    }
  }
  return steps;
}

function stepOf(currency: CurrencyCode, from: Fixing, to: Fixing): Step | null {
  const ofFixing = known.get(from) ?? new Map<CurrencyCode, Step>();
  if (ofFixing.size === 0) known.set(from, ofFixing);
  const held = ofFixing.get(currency);
  if (held?.to === to) return held;
  const step = toStep(currency, from, to);
  if (step !== null) ofFixing.set(currency, step);
  return step;
}

function toStep(currency: CurrencyCode, from: Fixing, to: Fixing): Step | null {
  const moved = (code: CurrencyCode): Ratio | null => {
    const [before, after] = [midOf(code, from), midOf(code, to)];
    return before === null || after === null ? null : after.over(before);
  };
  const [own, dollar, euro] = [currency, USD, EUR].map(moved);
  if (own == null || dollar == null || euro == null) return null;
  const both = [dollar.over(own), euro.over(own)] as const;
  const anchors = ANCHORS.map((code) => {
    const anchor = code === currency ? null : moved(code);
    return anchor === null ? null : errorOf(anchor.over(own));
  });
  return { to, plain: [...both, both[0].plus(both[1]).times(HALF)].map(errorOf), anchors };
}

/** How far the carried figure is from the stated one, in billionths of the latter, rounded down; at most all of it. */
function errorOf({ numerator, denominator }: Ratio): bigint {
  const distance = numerator > denominator ? numerator - denominator : denominator - numerator;
  return distance >= denominator ? BILLION : (distance * BILLION) / denominator;
}
