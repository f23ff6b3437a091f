/**
 * Restates a figure in units per EUR on the date of a fixing: by its contributor's own EUR figure, by its USD figure
 * and GLOBAL's EUR/USD, or, if it is older, by whatever would have carried the currency's figures best in the last 45
 * days, from each fixing of a contributor to its next one. Errors are whole billionths, so that sums stay short.
 * Pure.
 */

import { type Decimal, Ratio } from '../../wire/exact/decimal.ts';
import { type CurrencyCode, currencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { BOTH, type Carrier, isWithin, type Rebased } from './consensus.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';

/** If two are equally good, the first is taken. */
export const PLAIN: readonly Carrier[] = [USD, EUR, BOTH];
/** Currencies with which neighbours move: the rand and the pula, the Singapore dollar and the ringgit. */
export const ANCHORS: readonly CurrencyCode[] = ['GBP', 'ZAR', 'INR', 'SGD', 'AUD', 'CNY', 'RUB', 'BRL'].map((code) =>
  currencyCode.parse(code),
);

/** How figures of one currency are carried. */
export interface Carriers {
  /** The dollar, the euro or both. */
  readonly plain: Carrier;
  /** Another currency that carries them better; null if none does. */
  readonly anchor: CurrencyCode | null;
}

/** What GLOBAL itself states on a date, with which figures of contributors are rebased or carried. */
export interface Bridge {
  readonly date: IsoDate;
  /** Null where GLOBAL has no EUR/USD. */
  readonly dollar: Decimal | null;
  /** GLOBAL's figure of an anchor, and the day of the oldest figure from which it is made; null if it is no median. */
  anchorOf(code: CurrencyCode): { readonly figure: Decimal; readonly since: IsoDate } | null;
  /** What carries a figure from an earlier day to the date. */
  carriersOf(currency: CurrencyCode): Carriers;
}

/** An anchor that moves a figure by more than this is not believed: the contributor may state it in its own way. */
export const ANCHOR_PERCENT = 2n;
const ANCHOR_SHARE = Ratio.of(ANCHOR_PERCENT, 100n);
const HALF = Ratio.of(1n, 2n);

/** What provenance says about a figure that is used. */
export function toUse(carrier: Carrier): string {
  if (carrier === EUR) return 'used';
  if (carrier === BOTH) return 'used, half by its USD figure and EUR/USD';
  return `used, by its ${carrier} figure and EUR/${carrier}`;
}

type Carried = Pick<Rebased, 'value' | 'carrier'>;

/** Null if there is nothing to rebase with. On USD itself GLOBAL's EUR/USD would only return itself. */
export function carry(currency: CurrencyCode, mid: Ratio, fixing: Fixing, bridge: Bridge | null): Carried | null {
  const [euro, own] = [midOf(EUR, fixing), midOf(USD, fixing)];
  const byEuro: Carried | null = euro === null ? null : { value: mid.over(euro), carrier: EUR };
  if (bridge === null || currency === USD || currency === EUR) return byEuro;
  const dollar = bridge.dollar?.toRatio() ?? null;
  const byDollar: Carried | null =
    own === null || dollar === null ? null : { value: mid.over(own.over(dollar)), carrier: USD };
  if (fixing.made >= bridge.date) return byEuro ?? byDollar;
  const { plain, anchor } = bridge.carriersOf(currency);
  const carried = byEuro === null || byDollar === null ? (byEuro ?? byDollar) : plainly(plain, byEuro, byDollar);
  if (carried === null || anchor === null) return carried;
  const byAnchor = anchored(mid, fixing, anchor, bridge);
  return byAnchor !== null && isWithin(ANCHOR_SHARE, byAnchor.value, carried.value) ? byAnchor : carried;
}

function plainly(carrier: Carrier, byEuro: Carried, byDollar: Carried): Carried {
  if (carrier === BOTH) return { value: byEuro.value.plus(byDollar.value).times(HALF), carrier: BOTH };
  return carrier === EUR ? byEuro : byDollar;
}

/** Null unless everything behind GLOBAL's figure of the anchor is newer. */
function anchored(mid: Ratio, fixing: Fixing, anchor: CurrencyCode, { anchorOf }: Bridge): Carried | null {
  const own = midOf(anchor, fixing);
  const stated = own === null ? null : anchorOf(anchor);
  if (own === null || stated === null || stated.since <= fixing.made) return null;
  return { value: mid.over(own).times(stated.figure.toRatio()), carrier: anchor };
}

/** Fewer steps can only tell whether the dollar or the euro is nearer. */
export const STEPS_MIN = 10;
/** An anchor may have at most this many tenths of the plain carrier's error. */
const TENTHS_MAX = 9n;
const BILLION = 1_000_000_000n;

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
