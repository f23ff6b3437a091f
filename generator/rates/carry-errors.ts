/**
 * How far figures would have been off, had they been carried from each fixing of a contributor to its next one: by the
 * dollar, by the euro, by both, and by each of eight other currencies. Whole billionths, so that sums stay short. Pure.
 */
import { Ratio } from '../wire/exact/decimal.ts';
import { type CurrencyCode, EUR, USD } from '../wire/words/schemas.ts';
import { ANCHORS, PLAIN } from './carrier.ts';
import { type Fixing, midOf, type Windows } from './fixing.ts';

const BILLION = 1_000_000_000n;
const HALF = Ratio.of(1n, 2n);

/** From one fixing to the next. An anchor that one of the two does not state has no error. */
interface Step {
  readonly from: Fixing;
  readonly plain: readonly bigint[];
  readonly anchors: readonly (bigint | null)[];
}

/** Sums over all steps of all contributors. */
export interface CarryErrors {
  readonly steps: number;
  /** Of each of `PLAIN`. */
  readonly plain: readonly bigint[];
  /** Of each of `ANCHORS`. */
  readonly anchors: readonly AnchorErrors[];
}

export interface AnchorErrors {
  readonly anchor: CurrencyCode;
  readonly steps: number;
  readonly own: bigint;
  /** Of each of `PLAIN`, on the steps that the anchor has. */
  readonly plain: readonly bigint[];
}

/** A step is worked out once, however many days look back at it. */
const known = new WeakMap<Fixing, Map<CurrencyCode, Step>>();

/** @param windows each contributor's fixings, newest first; only those with EUR and USD count */
export function carryErrors(currency: CurrencyCode, windows: Windows): CarryErrors {
  const plain = PLAIN.map(() => 0n);
  const anchors = ANCHORS.map((anchor) => ({ anchor, steps: 0, own: 0n, plain: PLAIN.map(() => 0n) }));
  const steps = windows.flatMap((window) => stepsIn(currency, window));
  for (const step of steps) {
    addTo(plain, step.plain);
    for (const [place, error] of step.anchors.entries()) {
      const sums = anchors[place];
      if (error === null || sums === undefined) continue;
      sums.steps++;
      sums.own += error;
      addTo(sums.plain, step.plain);
    }
  }
  return { steps: steps.length, plain, anchors };
}

function addTo(sums: bigint[], errors: readonly bigint[]): void {
  for (const [place, error] of errors.entries()) sums[place] = (sums[place] ?? 0n) + error;
}

function stepsIn(currency: CurrencyCode, window: readonly Fixing[]): readonly Step[] {
  const stating = window.filter((fixing) => [currency, EUR, USD].every((code) => midOf(code, fixing) !== null));
  return stating.slice(1).flatMap((from, place) => stepOf(currency, from, stating[place]) ?? []);
}

function stepOf(currency: CurrencyCode, from: Fixing, to: Fixing | undefined): Step | null {
  if (to === undefined) return null;
  const ofFixing = known.get(to) ?? new Map<CurrencyCode, Step>();
  if (ofFixing.size === 0) known.set(to, ofFixing);
  const held = ofFixing.get(currency);
  if (held?.from === from) return held;
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
  return { from, plain: [...both, both[0].plus(both[1]).times(HALF)].map(errorOf), anchors };
}

/** By how much the carried figure differs from the stated one, in billionths of it, rounded down; at most all of it. */
function errorOf({ numerator, denominator }: Ratio): bigint {
  const distance = numerator > denominator ? numerator - denominator : denominator - numerator;
  return distance >= denominator ? BILLION : (distance * BILLION) / denominator;
}
