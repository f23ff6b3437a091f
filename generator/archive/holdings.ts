/** What the archive holds of each provider that has an adapter, as it was at an instant. */

import type { ProviderDefinition } from '../feeds/provider.ts';
import { acceptedUntil, readAcceptances } from './accepted.ts';
import { listArchive, readArchive } from './archive.ts';
import { type ProviderArchive, toAsOf } from './rows.ts';

export interface Holding {
  readonly definition: ProviderDefinition;
  readonly archive: ProviderArchive;
  /** The keys of the rows that a person has accepted. */
  readonly accepted: ReadonlySet<string>;
}

export interface DatedHolding extends Holding {
  /** When each row was accepted, by the row's key, including acceptances after the instant. */
  readonly acceptances: ReadonlyMap<string, string>;
}

/**
 * Also returns a line for each provider in the archive that has no adapter.
 * @param atHand archives that have been read already, by provider, as they are on the disk
 */
export async function readHoldings(
  archiveDir: string,
  definitions: readonly ProviderDefinition[],
  asOf: string | null,
  atHand: ReadonlyMap<string, ProviderArchive> = new Map(),
): Promise<{ readonly holdings: readonly DatedHolding[]; readonly unknown: readonly string[] }> {
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
  const holdings: DatedHolding[] = [];
  const unknown: string[] = [];
  for (const code of await listArchive(archiveDir)) {
    const definition = byCode.get(code);
    if (definition === undefined) unknown.push(`${code}: no adapter has this name, so its archive is left out`);
    else {
      const held = atHand.get(code);
      const archive = held === undefined ? await readArchive(archiveDir, code, asOf) : toAsOf(held, asOf);
      const acceptances = await readAcceptances(archiveDir, code);
      holdings.push({ definition, archive, acceptances, accepted: acceptedUntil(acceptances, asOf) });
    }
  }
  return { holdings, unknown };
}
