/** Findings about dates: fixings dated too far ahead, and providers that are behind their own schedule. Pure. */

import type { ProviderDefinition } from '../feeds/provider.ts';
import { GLOBAL_SCHEDULE } from '../rates/global.ts';
import { addDays, daysBetween, weekday } from '../wire/words/calendar.ts';
import type { IsoDate, ProviderCode } from '../wire/words/schemas.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings } from './stated.ts';

/** How many publications may be missing before a provider is late: Easter takes two, and a bank's own holiday one. */
const MISSED_MAX = 2;
const [MONTH_DAYS, QUARTER_DAYS] = [31, 92];
/** Figures of a month or quarter are published on a working day, so they may be so much later than its days. */
const MONTH_GRACE_DAYS = 4;

/**
 * @param definition null for GLOBAL, which is never dated later than today
 * @param fixings the dates of the provider's fixings, oldest first, and the newest of them
 */
export function dateFindings(
  provider: ProviderCode,
  definition: ProviderDefinition | null,
  fixings: Pick<StatedFixings, 'dates' | 'newest'>,
  now: IsoDate,
): readonly Finding[] {
  const schedule = definition?.schedule ?? GLOBAL_SCHEDULE;
  const leadDaysMax = schedule.leadDaysMax ?? 0;
  const newestAllowed = addDays(now, leadDaysMax);
  const { newest } = fixings;
  const ahead = newest !== null && newest > newestAllowed ? fixings.dates.filter((date) => date > newestAllowed) : [];
  const findings = ahead.map((date) => {
    const days = daysBetween(now, date);
    const words = `${provider} ${date} is ${days} days ahead of ${now}; at most ${leadDaysMax} are declared`;
    const list = { provider, code: '', from: date, until: date, corrected: false, stated: '', refused: '' };
    return toFinding('ahead', provider, {
      subject: date,
      figures: [],
      words,
      parts: definition === null ? [] : [list],
    });
  });
  const missed = definition === null || newest === null ? null : missedWords(definition, newest, now);
  if (newest === null || missed === null) return findings;
  const late = { subject: newest, figures: [], words: `${provider}: the newest fixing is of ${newest}, ${missed}` };
  return [...findings, toFinding('late', provider, late)];
}

/** Says what is missing by the provider's schedule, or returns null. */
function missedWords(definition: ProviderDefinition, newest: IsoDate, now: IsoDate): string | null {
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
