/**
 * Whether one figure is doubtful, judged by the source's own past and by what others state about the same days, and the
 * reason in words. Pure.
 */
import { levelOf } from '../archive/per-unit.ts';
import type { ArchiveRow } from '../archive/rows.ts';
import { Ratio } from '../wire/decimal.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { Testimony } from './witnesses.ts';

export interface Level {
  readonly date: IsoDate;
  readonly value: Ratio;
}

interface Context {
  /** The figure of the date before. */
  readonly level: Level | null;
  /** The figure that the source had stated for the same date. */
  readonly standing: Level | null;
  /** Days since the source's last statement, whether that one stands or is held back. */
  readonly silence: number;
  readonly next: () => ArchiveRow | undefined;
  /** The source's nearest later figure that had been seen before this one. */
  readonly known: () => ArchiveRow | undefined;
  readonly ask: () => readonly Testimony[];
}

/** A larger step from the provider's last figure is doubtful: 64 of 403,084 steps of up to ten days in our recordings are. */
export const STEP = Ratio.of(110n, 100n);
/**
 * A step between this and STEP, like 1,201 of those, is doubtful only if two other providers deny it. Canada's and
 * Australia's dollar are 3 % apart.
 */
const SMALL_STEP = Ratio.of(103n, 100n);
/** Replaces STEP after the source has been silent for more than STEP_DAYS. */
const LONG_STEP = Ratio.of(125n, 100n);
const STEP_DAYS = 10;
/** Another provider's figure confirms one that is nearer than this. */
const AGREEMENT = Ratio.of(105n, 100n);
/** A lasting change of more than this looks like a change of units, and only another provider or a person confirms it. */
const UNITS = Ratio.of(2n, 1n);

/** Returns why the figure is doubtful, or null if it is not. */
export function doubt(value: Ratio, { level, standing, silence, next, known, ask }: Context): string | null {
  if (standing !== null && !isNear(value, standing.value, STEP)) {
    return unlessConfirmed(
      value,
      `a correction of ${percentBetween(standing.value, value)} %`,
      ask().filter(isFree),
      null,
    );
  }
  if (level === null) return standing === null ? (strangeness(value, ask()) ?? reversal(value, known())) : null;
  if (isNear(value, level.value, SMALL_STEP)) return null;
  const change = `${percentBetween(level.value, value)} % from the figure of ${level.date}`;
  if (silence > STEP_DAYS && isNear(value, level.value, LONG_STEP)) return null;
  if (isNear(value, level.value, STEP)) {
    const testimonies = ask().filter(isFree);
    return isDenied(value, testimonies, SMALL_STEP) ? `${change}, and ${dissent(value, testimonies)}` : null;
  }
  const after = next();
  return unlessConfirmed(
    value,
    change,
    ask().filter(isFree),
    after === undefined ? null : isShift(level.value, value, levelOf(after)),
  );
}

/**
 * @param lasted whether the source's next figure confirms it; null without one. It counts if nobody else quotes the
 * pair
 */
function unlessConfirmed(
  value: Ratio,
  change: string,
  testimonies: readonly Testimony[],
  lasted: boolean | null,
): string | null {
  if (testimonies.some(({ rate }) => isNear(value, rate, AGREEMENT))) return null;
  if (testimonies.length > 0) return `${change}, and ${dissent(value, testimonies)}`;
  return lasted === true ? null : `${change}, and no other provider quotes it about that day`;
}

/**
 * A first figure has no past. It is doubtful only if at least two others state something else. The dollars and euros of
 * a first list that is inverted as a whole are held back too. Through them nobody can confirm its other figures, but
 * many can deny them.
 */
function strangeness(value: Ratio, testimonies: readonly Testimony[]): string | null {
  const said = testimonies.filter((one) => isFree(one) || !isNear(value, one.rate, AGREEMENT));
  return isDenied(value, said, AGREEMENT) ? `without a past, and ${dissent(value, said)}` : null;
}

function isFree({ byHeld }: Testimony): boolean {
  return !byHeld;
}

/** A history that begins at twice a figure that was seen before has another unit, or comes from another column. */
function reversal(value: Ratio, known: ArchiveRow | undefined): string | null {
  if (known === undefined || isNear(value, levelOf(known), UNITS)) return null;
  return `${percentBetween(levelOf(known), value)} % from the figure of ${known.date}, which had been seen before`;
}

/** At least two providers state the pair, and none of their figures is near. */
function isDenied(value: Ratio, testimonies: readonly Testimony[], factor: Ratio): boolean {
  if (new Set(testimonies.map(({ provider }) => provider)).size < 2) return false;
  return !testimonies.some(({ rate }) => isNear(value, rate, factor));
}

/** The next figure stays near it or goes further the same way. A spike would return, and a change of units is larger. */
function isShift(last: Ratio, value: Ratio, next: Ratio): boolean {
  if (!isNear(value, last, UNITS)) return false;
  return isNear(value, next, STEP) || value.compareTo(last) === next.compareTo(value);
}

function dissent(value: Ratio, testimonies: readonly Testimony[]): string {
  const names = [...new Set(testimonies.map(({ provider }) => provider))];
  const nearest = testimonies
    .map(({ rate }) => factorBetween(rate, value))
    .reduce((least, factor) => (factor.compareTo(least) < 0 ? factor : least));
  const off = percentBetween(Ratio.of(1n, 1n), nearest);
  return `${off} % or more from ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`;
}

/** The larger figure divided by the smaller one. */
export function factorBetween(left: Ratio, right: Ratio): Ratio {
  return left.compareTo(right) > 0 ? left.over(right) : right.over(left);
}

/** @param factor how many times the smaller the larger may be */
export function isNear(left: Ratio, right: Ratio, factor: Ratio): boolean {
  return left.compareTo(right.times(factor)) <= 0 && right.compareTo(left.times(factor)) <= 0;
}

function percentBetween(from: Ratio, to: Ratio): string {
  return to.over(from).plus(Ratio.of(-1n, 1n)).times(Ratio.of(100n, 1n)).round(1);
}
