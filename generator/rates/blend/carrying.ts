/**
 * Restates a figure in units per EUR on the date of a fixing: by its contributor's own EUR figure, by its USD figure
 * and GLOBAL's EUR/USD, or by both, whichever would have carried the currency's figures best in the last 45 days, from
 * each fixing of a contributor to its next one. Errors are whole billionths, so that sums stay short. Pure.
 */

import { type Decimal, Ratio } from '../../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../../wire/words/schemas.ts';
import { BOTH, type Carrier, isWithin, PAIR_SHARE, type Rebased } from './consensus.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';

/** If two are equally good, the first is taken. */
const CARRIERS: readonly Carrier[] = [EUR, USD, BOTH];

/** With what figures of contributors are rebased on a date. */
export interface Bridge {
  /** GLOBAL's own EUR/USD; null if it has none. */
  readonly dollar: Decimal | null;
  /** What carries figures of the currency to the date. */
  carrierOf(currency: CurrencyCode): Carrier;
}

const HALF = Ratio.of(1n, 2n);

/** What provenance says about a figure that is used. */
export function toUse(carrier: Carrier): string {
  if (carrier === EUR) return 'used';
  return `used, ${carrier === BOTH ? 'half ' : ''}by its USD figure and EUR/USD`;
}

type Carried = Pick<Rebased, 'value' | 'carrier'>;

/**
 * Null if there is nothing to rebase with. On USD itself GLOBAL's EUR/USD would only return itself. A contributor whose
 * own EUR/USD is further from GLOBAL's than two voices may be apart states the euro in a way of its own: in 2026 an
 * average of deals put CBTT's 3 to 17 % above the market's.
 */
export function carry(currency: CurrencyCode, mid: Ratio, fixing: Fixing, bridge: Bridge | null): Carried | null {
  const [euro, own] = [midOf(EUR, fixing), midOf(USD, fixing)];
  const byEuro: Carried | null = euro === null ? null : { value: mid.over(euro), carrier: EUR };
  if (bridge === null || currency === USD || currency === EUR) return byEuro;
  const dollar = bridge.dollar?.toRatio() ?? null;
  if (own === null || dollar === null) return byEuro;
  const byDollar: Carried = { value: mid.over(own.over(dollar)), carrier: USD };
  if (byEuro === null || euro === null || !isWithin(PAIR_SHARE, own.over(euro), dollar)) return byDollar;
  const carrier = bridge.carrierOf(currency);
  if (carrier === BOTH) return { value: byEuro.value.plus(byDollar.value).times(HALF), carrier };
  return carrier === EUR ? byEuro : byDollar;
}

const BILLION = 1_000_000_000n;

/** From one fixing to the next. */
interface Step {
  readonly to: Fixing;
  /** The error of each of `CARRIERS`. */
  readonly errors: readonly bigint[];
}

/**
 * A step is worked out once, however many days look back at it. It is kept with its earlier fixing: the later one would
 * keep the earlier in memory, which would keep the one before it, and so on to the first of the archive.
 */
const known = new WeakMap<Fixing, Map<CurrencyCode, Step>>();

/**
 * The carrier with the least error, or the euro if there are no steps.
 * @param comparable each contributor's fixings of the days that are remembered, which state the currency, EUR and USD
 */
export function carrierOf(currency: CurrencyCode, comparable: Windows): Carrier {
  const steps = stepsOf(currency, comparable);
  const sums = CARRIERS.map((_, place) => steps.reduce((sum, { errors }) => sum + (errors[place] ?? 0n), 0n));
  const least = sums.reduce((place, sum, other) => (sum < (sums[place] ?? 0n) ? other : place), 0);
  return CARRIERS[least] ?? EUR;
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
  const [byEuro, byDollar] = [euro.over(own), dollar.over(own)];
  return { to, errors: [byEuro, byDollar, byEuro.plus(byDollar).times(HALF)].map(errorOf) };
}

/** How far the carried figure is from the stated one, in billionths of the latter, rounded down; at most all of it. */
function errorOf({ numerator, denominator }: Ratio): bigint {
  const distance = numerator > denominator ? numerator - denominator : denominator - numerator;
  return distance >= denominator ? BILLION : (distance * BILLION) / denominator;
}
