/** When a bank's newest list is late by the bank's own schedule: the one rule of the gate and of nights. Pure. */

import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { addDays, daysBetween, weekday } from '../../wire/words/calendar.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';

/** How many publications may be missing before a provider is late: Easter takes two, and a bank's own holiday one. */
const MISSED_MAX = 2;
const [MONTH_DAYS, QUARTER_DAYS] = [31, 92];
/** Figures of a month or quarter are published on a working day, so they may be so much later than its days. */
const MONTH_GRACE_DAYS = 4;

/**
 * Says what is missing by the provider's schedule, in words that follow `dated <newest>, `; null if nothing is.
 * @param newest the date of its newest list
 * @param now UTC day
 */
export function missedWords(definition: ProviderFacts, newest: IsoDate, now: IsoDate): string | null {
  const { schedule, monthly = false, quarterly = false, obsolete = false } = definition;
  const lagDaysMax = schedule.lagDaysMax ?? 1;
  if (obsolete) return null;
  if (monthly || quarterly) {
    const [rhythmDays, often] = quarterly ? [QUARTER_DAYS, 'quarterly'] : [MONTH_DAYS, 'monthly'];
    const days = daysBetween(newest, now);
    return days > rhythmDays + lagDaysMax + MONTH_GRACE_DAYS ? `${days} days ago, and it publishes ${often}` : null;
  }
  let missed = 0;
  for (let date = addDays(newest, 1); addDays(date, lagDaysMax) < now; date = addDays(date, 1)) {
    if (schedule.days.includes(weekday(date))) missed++;
  }
  return missed > MISSED_MAX ? `and it has missed ${missed} publication days since` : null;
}
