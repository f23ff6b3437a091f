/** What is in quarantine now, worked out half month by half month, so that memory does not grow with the archive. */
import { compareRows } from '../archive/rows.ts';
import type { ProviderDefinition } from '../feeds/provider.ts';
import type { Quarantined } from '../quarantine/quarantine.ts';
import { addDays } from '../wire/calendar.ts';
import { compareTexts } from '../wire/order.ts';
import { Walk } from './walk.ts';

/** A figure of before says nothing after 92 days of silence, so that 200 days settle what stands at their end. */
const RECENT_DAYS = 200;

/**
 * By provider, and by date within a provider.
 * @param which `recent`: only figures of the last 200 days before the newest date of the archive
 */
export async function readQuarantine(
  archiveDir: string,
  definitions: readonly ProviderDefinition[],
  which: 'all' | 'recent' = 'all',
): Promise<readonly Quarantined[]> {
  const walk = await Walk.open({ archiveDir, definitions, asOf: null, currencies: [], pegs: [] });
  const newest = walk.sources.flatMap(({ window }) => window.lastDate() ?? []).sort();
  const last = newest.at(-1);
  const since = which === 'all' || last === undefined ? '' : addDays(last, -RECENT_DAYS);
  const found: Quarantined[] = [];
  for (const state of walk.states(null, since)) found.push(...state.quarantined);
  return found.sort((left, right) => compareTexts(left.provider, right.provider) || compareRows(left.row, right.row));
}
