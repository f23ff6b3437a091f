/** What the archive holds of each provider that there is an adapter for, as it was at an instant. */

import type { ProviderDefinition } from '../feeds/provider.ts';
import { acceptedUntil, readAcceptances } from './accepted.ts';
import { listArchive, readArchive } from './archive.ts';
import { type ProviderArchive, toAsOf } from './rows.ts';

export interface Holding {
  readonly definition: ProviderDefinition;
  readonly archive: ProviderArchive;
  /** Keys of rows that a person has accepted. */
  readonly accepted: ReadonlySet<string>;
}

export interface DatedHolding extends Holding {
  /** When each row was accepted, by its key; later ones than the instant too. */
  readonly acceptances: ReadonlyMap<string, string>;
}

/** @param atHand archives that have been read already, by provider, and are what the disk has */
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
    if (definition === undefined) unknown.push(`${code}: no adapter of that name, its archive is left out`);
    else {
      const held = atHand.get(code);
      const archive = held === undefined ? await readArchive(archiveDir, code, asOf) : toAsOf(held, asOf);
      const acceptances = await readAcceptances(archiveDir, code);
      holdings.push({ definition, archive, acceptances, accepted: acceptedUntil(acceptances, asOf) });
    }
  }
  return { holdings, unknown };
}
