/**
 * A redenomination that a person has confirmed: about its day each bank drops the zeros once, early or late, and a
 * figure in old units and one in new units say the same. Pure.
 */
import { type RedenominationRow, redenominationsUntil } from '../../sources/archive/confirmed.ts';
import { Ratio } from '../../wire/exact/decimal.ts';
import { addDays } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import { growthOf, type Point, SILENCE_DAYS } from './steps.ts';

export interface Renewal {
  readonly code: string;
  readonly from: IsoDate;
  /** So many old units are a new one. */
  readonly factor: Ratio;
}

interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** Banks may state new units so many days early, and for as long as an old figure counts late. */
export const EARLY_DAYS = 7;
export const LATE_DAYS = SILENCE_DAYS;

/** Those that were confirmed by that instant; null: by now. */
export function renewalsUntil(rows: readonly RedenominationRow[], asOf: string | null): readonly Renewal[] {
  return redenominationsUntil(rows, asOf).map(({ code, from, factor }) => ({
    code,
    from,
    factor: Ratio.parse(factor),
  }));
}

/** The renewals of the pair's currencies about the days from one to the other. */
function renewalsOf(renewals: readonly Renewal[], { base, quote }: Pair, first: IsoDate, last: IsoDate) {
  return renewals.filter(
    ({ code, from }) =>
      (code === base || code === quote) && addDays(from, -EARLY_DAYS) <= last && first <= addDays(from, LATE_DAYS),
  );
}

/** By what a figure of the pair, in quote per base, is multiplied when the currency drops its zeros. */
function shiftOf({ code, factor }: Renewal, { base }: Pair): Ratio {
  return code === base ? factor : factor.inverse();
}

/**
 * The bank's last figure as it would be in new units, if the new figure is nearer to that. A bank that has changed once
 * is not expected to change again.
 */
export function renewed(past: Point, to: Point, pair: Pair, renewals: readonly Renewal[]): Point {
  for (const renewal of renewalsOf(renewals, pair, to.date, to.date)) {
    const name = `${renewal.code} ${renewal.from}`;
    const value = past.value.times(shiftOf(renewal, pair));
    if (past.renewed !== name && isNearer(value, past.value, to.value)) return { ...past, value, renewed: name };
  }
  return past;
}

/**
 * What is compared with the figure, in old or in new units, whichever is nearer to it: nobody knows who has changed.
 */
export function inUnitsOf(to: Point, other: Point, pair: Pair, renewals: readonly Renewal[]): Ratio {
  const [first, last] = to.date < other.date ? [to.date, other.date] : [other.date, to.date];
  let best = other.value;
  for (const renewal of renewalsOf(renewals, pair, first, last)) {
    const shift = shiftOf(renewal, pair);
    for (const value of [other.value.times(shift), other.value.over(shift)])
      if (isNearer(value, best, to.value)) best = value;
  }
  return best;
}

function isNearer(one: Ratio, other: Ratio, to: Ratio): boolean {
  return growthOf(one, to).compareTo(growthOf(other, to)) < 0;
}
