/**
 * Whether one figure is doubtful, judged by the source's own past and by what others state about the same days, and the
 * reason in words. Pure.
 */
import type { Ratio } from '../../wire/exact/decimal.ts';
import {
  type FigureStep,
  isBorneOut,
  isNear,
  LONG_STEP,
  type Point,
  SMALL_STEP,
  STEP,
  STEP_DAYS,
  slipOf,
  toPercent,
  UNITS,
} from './steps.ts';
import { contradictionsOf, isConfirming, isDenied, isFree, toDissent, type WitnessRate } from './witness-rates.ts';

interface Context {
  /** The figure of the date before. */
  readonly level: Point | null;
  /** The figure that the source had stated for the same date. */
  readonly standing: Point | null;
  /** Days since the source's last statement, whether that one stands or is held back. */
  readonly silence: number;
  readonly next: () => Ratio | undefined;
  /** The source's nearest later figure that had been seen before this one. */
  readonly known: () => Point | undefined;
  readonly witnesses: () => readonly WitnessRate[];
}

/** Returns why the figure is doubtful, or null if it is not. */
export function doubt(to: Point, { level, standing, silence, next, known, witnesses }: Context): string | null {
  const { value } = to;
  if (standing !== null && !isNear(value, standing.value, STEP)) {
    const change = `a correction of ${toPercent(standing.value, value)}`;
    return unlessConfirmed({ from: standing, to }, change, witnesses().filter(isFree), undefined);
  }
  if (level === null) return standing === null ? (strangeness(value, witnesses()) ?? reversal(value, known())) : null;
  if (isNear(value, level.value, SMALL_STEP)) return null;
  const change = `${toPercent(level.value, value)} from the figure of ${level.date}`;
  if (silence > STEP_DAYS && isNear(value, level.value, LONG_STEP)) return null;
  if (isNear(value, level.value, STEP)) {
    const others = witnesses().filter(isFree);
    return isDenied(value, others, SMALL_STEP) ? `${change}, and ${toDissent(value, others)}` : null;
  }
  return unlessConfirmed({ from: level, to }, change, witnesses().filter(isFree), next());
}

const SLIPS = { jump: 'a slip of the decimal point', flip: 'an inverted pair' } as const;

/** @param next the source's next figure, which counts if nobody else quotes the pair */
function unlessConfirmed(
  step: FigureStep,
  change: string,
  others: readonly WitnessRate[],
  next: Ratio | undefined,
): string | null {
  const isConfirmed = others.some(({ rate }) => isConfirming(rate, step));
  if (others.length > 0 && !isConfirmed) return `${change}, and ${toDissent(step.to.value, others)}`;
  const isLasting = next !== undefined && isBorneOut(step, next);
  if (others.length === 0 && !isLasting) return `${change}, and no other provider quotes it about that day`;
  const slip = slipOf(step);
  return slip === null ? null : `${change}, and only a person can confirm ${SLIPS[slip]}`;
}

function strangeness(value: Ratio, others: readonly WitnessRate[]): string | null {
  const against = contradictionsOf(value, others);
  return against.length === 0 ? null : `without a past, and ${toDissent(value, against)}`;
}

/** A history that begins at twice a figure that was seen before has another unit, or comes from another column. */
function reversal(value: Ratio, known: Point | undefined): string | null {
  if (known === undefined || isNear(value, known.value, UNITS)) return null;
  return `${toPercent(known.value, value)} from the figure of ${known.date}, which had been seen before`;
}
