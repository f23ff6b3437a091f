/**
 * Which fixings of a contributor a date of GLOBAL is made from, their digests, and which of them state a currency.
 * Pure.
 */

import { addDays } from '../../wire/words/calendar.ts';
import { getOrInsert } from '../../wire/words/maps.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../../wire/words/schemas.ts';
import { type Fixing, midOf, ownCodes, type Windows } from './fixing.ts';
import { madeWithin } from './fixing-day.ts';
import type { History } from './history.ts';

/** A fixing is measured against the currencies quoted in this many days up to its date, the date included. */
export const WINDOW_DAYS = 31;
/** A bank's last figure is remembered for this many days, the date of the fixing included. */
export const MEMORY_DAYS = 45;
/** Three weekdays span at most this many days. No older figure is fresh. */
const FRESH_DAYS_MAX = 5;

/** The dates of the fixings that were made in the window. */
export function windowDates({ definition, dates }: History, date: IsoDate): readonly IsoDate[] {
  return madeWithin(definition, dates, addDays(date, 1 - WINDOW_DAYS), date);
}

/** The days before the window, in which other banks may have stated what one bank alone states now. */
function olderDates({ definition, dates }: History, date: IsoDate): readonly IsoDate[] {
  return madeWithin(definition, dates, addDays(date, 1 - MEMORY_DAYS), addDays(date, -WINDOW_DAYS));
}

function freshDates({ definition, dates }: History, date: IsoDate): readonly IsoDate[] {
  return madeWithin(definition, dates, addDays(date, -FRESH_DAYS_MAX), date);
}

export function toWindows(contributors: readonly History[], date: IsoDate): Windows {
  return contributors.map((history) => fixingsOf(history, windowDates(history, date)));
}

/** The windows, and before them the fixings of the days that are remembered. */
export function toMemory(contributors: readonly History[], date: IsoDate): Windows {
  return contributors.map((history) => {
    const older = olderDates(history, date).flatMap((own) => history.ownFixing(own) ?? []);
    return [...fixingsOf(history, windowDates(history, date)), ...older.reverse()];
  });
}

export function toFreshWindows(histories: readonly History[], date: IsoDate): Windows {
  return histories.map((history) => fixingsOf(history, freshDates(history, date)));
}

/** The digests of everything that `toWindows` and `toMemory` are made from. */
export function digestsOf(contributors: readonly History[], date: IsoDate): readonly string[] {
  return contributors.flatMap((history) => {
    const older = olderDates(history, date).map((own) => history.ownDigest(own));
    const digests = windowDates(history, date).map((own) => history.digest(own));
    return older.length + digests.length === 0 ? [] : [history.provider, ...older, '', ...digests];
  });
}

/** The digests of everything that `toFreshWindows` is made from. */
export function freshDigestsOf(histories: readonly History[], date: IsoDate): readonly string[] {
  return histories.flatMap((history) => {
    const digests = freshDates(history, date).map((own) => history.digest(own));
    return digests.length === 0 ? [] : ['spoken', history.provider, ...digests];
  });
}

/** Those that can be made, newest first. @param dates oldest first */
function fixingsOf(history: History, dates: readonly IsoDate[]): readonly Fixing[] {
  const whole = dates.filter((date) => !history.isBroken(date));
  return whole.map((date) => history.fixing(date)).reverse();
}

export interface Statings {
  /** Of each contributor that states a mid of the currency, the fixings that do, newest first. */
  of(currency: CurrencyCode): Windows;
  /** The same, but only fixings that state EUR and USD too. */
  comparable(currency: CurrencyCode): Windows;
}

type ByCurrency = Map<CurrencyCode, Fixing[][]>;

export function toStatings(windows: Windows): Statings {
  const all = byCurrency(windows);
  const comparable = byCurrency(windows.map((window) => window.filter(isComparable)));
  return { of: (currency) => all.get(currency) ?? [], comparable: (currency) => comparable.get(currency) ?? [] };
}

function isComparable(fixing: Fixing): boolean {
  return midOf(EUR, fixing) !== null && midOf(USD, fixing) !== null;
}

/** Each fixing is looked at once, because nearly all lack nearly every currency. */
function byCurrency(windows: Windows): ByCurrency {
  const found: ByCurrency = new Map();
  for (const window of windows) {
    const own = new Map<CurrencyCode, Fixing[]>();
    for (const fixing of window) for (const code of ownCodes(fixing)) getOrInsert(own, code, () => []).push(fixing);
    for (const [code, fixings] of own) getOrInsert(found, code, () => []).push(fixings);
  }
  return found;
}
