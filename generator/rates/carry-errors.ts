/**
 * How far figures would have been off, had they been carried from each fixing of a contributor to its next one: by the
 * dollar, by the euro, by both, and by each of eight other currencies. Whole billionths, so that sums stay short. Pure.
 */
import { Ratio } from '../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../wire/words/schemas.ts';
import { ANCHORS } from './carrier.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';

const BILLION = 1_000_000_000n;
const HALF = Ratio.of(1n, 2n);

/** From one fixing to the next. */
export interface Step {
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

/** @param comparable each contributor's fixings that state the currency, EUR and USD, newest first */
export function stepsOf(currency: CurrencyCode, comparable: Windows): readonly Step[] {
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
