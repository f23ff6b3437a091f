/**
 * Whether one figure is doubtful, judged by the source's own past and by what others state about the same days, and the
 * reason in words. Pure.
 */
import type { Ratio } from '../../wire/exact/decimal.ts';
import { daysBetween } from '../../wire/words/calendar.ts';
import {
  type FigureStep,
  isBorneOut,
  isNear,
  LONE_STEP,
  LONE_STEP_DAYS,
  LONG_STEP,
  type Point,
  SMALL_STEP,
  SPEAKING_MIN,
  STEP,
  STEP_DAYS,
  slipOf,
  toPercent,
  UNITS,
} from './steps.ts';
import {
  type CountVoices,
  contradictionsOf,
  dissentOf,
  isAlone,
  isFree,
  toDissent,
  type WitnessRate,
} from './witness-rates.ts';

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
  /** How many others state anything about that day. */
  readonly speaking: () => number;
  readonly countVoices: CountVoices;
}

/** Returns why the figure is doubtful, or null if it is not. */
export function doubt(to: Point, context: Context): string | null {
  const { level, standing, silence, known, witnesses } = context;
  const { value } = to;
  if (standing !== null && !isNear(value, standing.value, SMALL_STEP)) {
    const change = `a correction of ${toPercent(standing.value, value)}`;
    return unlessBelieved({ from: standing, to }, change, { ...context, next: () => undefined });
  }
  if (level === null) return standing === null ? (strangeness(value, witnesses()) ?? reversal(value, known())) : null;
  if (isNear(value, level.value, SMALL_STEP)) return null;
  if (silence > STEP_DAYS && isNear(value, level.value, LONG_STEP)) return null;
  const change = `${toPercent(level.value, value)} from the figure of ${level.date}`;
  return unlessBelieved({ from: level, to }, change, context);
}

const SLIPS = { jump: 'a slip of the decimal point', flip: 'an inverted pair' } as const;

/** The source's next figure counts only if hardly anybody else quotes the pair. */
function unlessBelieved(
  step: FigureStep,
  change: string,
  { witnesses, speaking, next, countVoices }: Pick<Context, 'witnesses' | 'speaking' | 'next' | 'countVoices'>,
): string | null {
  const { from, to } = step;
  const others = witnesses().filter(isFree);
  const isSmall = isNear(to.value, from.value, STEP);
  const dissent = dissentOf(step, others, isSmall, countVoices);
  if (dissent !== null) return `${change}, and ${dissent}`;
  const isLasting = () => {
    const following = next();
    return following !== undefined && isBorneOut(step, following);
  };
  if (isSmall)
    return isSudden(step) && isAlone(step, others) && speaking() >= SPEAKING_MIN && !isLasting()
      ? `${change}, and no other provider confirms it`
      : null;
  if (others.length === 0 && !isLasting()) return `${change}, and no other provider quotes it about that day`;
  const slip = slipOf(step);
  return slip === null ? null : `${change}, and only a person can confirm ${SLIPS[slip]}`;
}

/** Whether a step is large for the few days that it took. */
function isSudden({ from, to }: FigureStep): boolean {
  return daysBetween(from.date, to.date) <= LONE_STEP_DAYS && !isNear(to.value, from.value, LONE_STEP);
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
