/** The whole archive in memory, for scripts and tests that look at all of it at once; the program walks through it. */

import { type DatedHolding, listArchive, readArchive } from '../../generator/sources/archive/archive.ts';
import { acceptedUntil, readAcceptances } from '../../generator/sources/archive/confirmed.ts';
import { holdsUntil, readHoldRows } from '../../generator/sources/archive/holds.ts';
import type { ProviderFacts } from '../../generator/sources/feeds/provider.ts';

/** What the archive holds of each provider that has an adapter. */
export async function readHoldings(
  archiveDir: string,
  definitions: readonly ProviderFacts[],
): Promise<readonly DatedHolding[]> {
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
  const holdings: DatedHolding[] = [];
  for (const code of await listArchive(archiveDir)) {
    const definition = byCode.get(code);
    if (definition === undefined) continue;
    const archive = await readArchive(archiveDir, code);
    const acceptances = await readAcceptances(archiveDir, code);
    const holdRows = await readHoldRows(archiveDir, code);
    const [accepted, holds] = [acceptedUntil(acceptances, null), holdsUntil(holdRows, null)];
    holdings.push({ definition, archive, acceptances, accepted, holdRows, holds });
  }
  return holdings;
}
