/** What is in quarantine now, worked out half month by half month, so that memory does not grow with the archive. */
import { compareRows } from '../../sources/archive/rows.ts';
import { DAYS_AFTER } from '../../sources/archive/spans.ts';
import { readKnownFigures } from '../../sources/facts/known-figures.ts';
import type { ProviderFacts } from '../../sources/feeds/provider.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { DAYS_BEFORE } from '../quarantine/bounds.ts';
import type { Levels } from '../quarantine/judge.ts';
import type { Quarantined } from '../quarantine/list.ts';
import { judgeDays } from '../quarantine/quarantine.ts';
import { renewalsUntil } from '../quarantine/renewal.ts';
import { beyond } from './beyond.ts';
import { Walk } from './walk.ts';

/** After 92 days of silence an earlier figure no longer counts, so 200 days decide what holds at their end. */
const RECENT_DAYS = 200;

/**
 * By provider, and by date within a provider.
 * @param which `recent`: only figures of the last 200 days before the newest date of the archive
 */
export async function readQuarantine(
  archiveDir: string,
  definitions: readonly ProviderFacts[],
  which: 'all' | 'recent' = 'all',
): Promise<readonly Quarantined[]> {
  const walk = await Walk.open({ archiveDir, definitions, asOf: null, currencies: [], pegs: [] });
  const known = readKnownFigures();
  const newest = walk.sources.flatMap(({ window }) => window.lastDate() ?? []).sort();
  const last = newest.at(-1);
  const since = which === 'all' || last === undefined ? '' : addDays(last, -RECENT_DAYS);
  const found: Quarantined[] = [];
  const renewals = renewalsUntil(walk.redenominations, null);
  let before: Levels = new Map();
  for (const span of walk.spans.filter(({ to }) => to >= since)) {
    // No fixing is made here, so only the days that judgements ask about are read.
    const days = { from: addDays(span.from, -DAYS_BEFORE), to: addDays(span.to, DAYS_AFTER) };
    const { held, after } = judgeDays(
      walk.holdings(() => days),
      { span, before, beyond: beyond(walk.sources, span, null, []), known, renewals },
    );
    found.push(...held);
    before = after;
  }
  return found.sort((left, right) => compareTexts(left.provider, right.provider) || compareRows(left.row, right.row));
}
