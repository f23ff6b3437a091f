/** Counts the banks behind a fixing of GLOBAL, and how old their figures are. Pure. */
import { daysBetween, weekdaysBetween } from '../../wire/words/calendar.ts';
import type { IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import type { DayVoices } from '../../wire/words/voices.ts';
import type { Rebased } from './consensus.ts';

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
