/**
 * Counts the banks behind a fixing of GLOBAL, how old their figures are, and whether what it states is enough. Pure.
 */

import { daysBetween, weekdaysBetween } from '../../wire/words/calendar.ts';
import type { IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import type { DayVoices } from '../../wire/words/voices.ts';
import type { Rebased } from './consensus.ts';
import { WINDOW_DAYS } from './windows.ts';

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
export function toGap({ stated, covered, quoted, contributing, known }: Counted): string | null {
  if (stated < CURRENCIES_MIN) return `states ${stated} currencies, ${CURRENCIES_MIN} are needed`;
  // In an archive of one bank, and before the second bank's first fixing, nobody is missing.
  if (contributing < CONTRIBUTORS_MIN && known >= CONTRIBUTORS_MIN)
    return `uses figures of one bank alone, ${CONTRIBUTORS_MIN} banks are needed`;
  if (covered * 10 >= quoted * 9) return null;
  return `states ${covered} of the ${quoted} currencies quoted in the ${WINDOW_DAYS} days before, nine tenths are needed`;
}
