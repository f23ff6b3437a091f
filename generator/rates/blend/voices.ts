/**
 * Counts the banks behind a fixing of GLOBAL, how old their figures are, and whether what it states is enough. Pure.
 */

import { addDays, daysBetween, weekdaysBetween } from '../../wire/words/calendar.ts';
import { getOrInsert } from '../../wire/words/order.ts';
import { type CurrencyCode, EUR, type IsoDate, type ProviderCode, USD } from '../../wire/words/schemas.ts';
import type { DayVoices } from '../../wire/words/voices.ts';
import type { Rebased } from './consensus.ts';
import { type Fixing, madeWithin, midOf, ownCodes, type Windows } from './fixing.ts';
import type { History } from './history.ts';

/**
 * A bank is fresh while its newest figure is at most this many weekdays older than the fixing. On the Tuesday after
 * Easter, before banks have published, the figures of most are those of Thursday: Friday, Monday and Tuesday make
 * three. A figure that is a week old is five weekdays old.
 */
export const FRESH_WEEKDAYS_MAX = 3;

type Dated = Pick<Rebased, 'provider' | 'made'>;

interface Used {
  readonly used: readonly Dated[];
}

/** What a figure is made from, and what would be used if there were not three newer ones. */
interface Contributed extends Used {
  readonly older: readonly Dated[];
}

/** For each contributor, the day on which its newest used figure was made. */
export function newestUsed(figures: readonly Used[]): ReadonlyMap<ProviderCode, IsoDate> {
  const newest = new Map<ProviderCode, IsoDate>();
  for (const { provider, made } of figures.flatMap(({ used }) => used)) {
    if (made > (newest.get(provider) ?? '')) newest.set(provider, made);
  }
  return newest;
}

/** @param newest the day of a contributor's newest figure */
export function isFresh(newest: IsoDate, fixing: IsoDate): boolean {
  return weekdaysBetween(newest, fixing) <= FRESH_WEEKDAYS_MAX;
}

/**
 * A bank whose figures are passed over, because three others are newer, is a contributor as well. Otherwise each night
 * on which many banks have not yet published would look as if they had stopped publishing.
 */
export function toVoices({
  date,
  figures,
}: {
  readonly date: IsoDate;
  readonly figures: readonly Contributed[];
}): DayVoices {
  const contributed = figures.map(({ used, older }) => ({ used: [...used, ...older] }));
  const newest = [...newestUsed(contributed).values()];
  const counts = contributed.map(({ used }) => used.length);
  const ages = contributed.flatMap(({ used }) => used.map((one) => daysBetween(one.made, date)));
  ages.sort((left, right) => left - right);
  return {
    date,
    contributors: newest.length,
    fresh: newest.filter((own) => isFresh(own, date)).length,
    byOne: counts.filter((of) => of === 1).length,
    byTwo: counts.filter((of) => of === 2).length,
    byMore: counts.filter((of) => of > 2).length,
    ageDaysMedian: ages[ages.length >> 1] ?? 0,
    ageDaysMax: ages.at(-1) ?? 0,
  };
}

export const CURRENCIES_MIN = 20;
/** One bank's list under another name is not a blend. */
export const CONTRIBUTORS_MIN = 2;

interface Counted {
  /** Contributors state EUR/USD, and contradict each other. */
  readonly isDollarDisputed: boolean;
  /** Currencies with a figure, EUR included. */
  readonly stated: number;
  /** How many of them were quoted in the window, and how many currencies were quoted in it at all; both without EUR. */
  readonly covered: number;
  readonly quoted: number;
  /** Contributors whose figures are used, and those that had a fixing by the date. */
  readonly contributing: number;
  readonly known: number;
}

/** Why there is no fixing; null if there is one. */
export function toGap({ isDollarDisputed, stated, covered, quoted, contributing, known }: Counted): string | null {
  // Pegs hang on it, and so does what is rebased by it; nor can a bank's own EUR/USD be told to be wrong without it.
  if (isDollarDisputed) return 'the banks contradict each other on USD';
  if (stated < CURRENCIES_MIN) return `states ${stated} currencies, ${CURRENCIES_MIN} are needed`;
  // In an archive of one bank, and before the second bank's first fixing, nobody is missing.
  if (contributing < CONTRIBUTORS_MIN && known >= CONTRIBUTORS_MIN)
    return `uses figures of one bank alone, ${CONTRIBUTORS_MIN} banks are needed`;
  if (covered * 10 >= quoted * 9) return null;
  return `states ${covered} of the ${quoted} currencies quoted in the ${WINDOW_DAYS} days before, nine tenths are needed`;
}

// Which fixings of a contributor a date of GLOBAL is made from, their digests, and which of them state a currency.
// Pure.

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
