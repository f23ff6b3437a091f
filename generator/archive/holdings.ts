/** What the archive holds of each provider that has an adapter, as it was at an instant. */

import type { ProviderDefinition } from '../feeds/provider.ts';
import { GLOBAL } from '../wire/schemas.ts';
import { acceptedUntil, readAcceptances } from './accepted.ts';
import { listArchive, readArchive } from './archive.ts';
import { type Hold, type HoldRow, holdsUntil, readHoldRows } from './holds.ts';
import type { ProviderArchive } from './rows.ts';

export interface Holding {
  readonly definition: ProviderDefinition;
  readonly archive: ProviderArchive;
  /** The keys of the rows that a person has accepted. */
  readonly accepted: ReadonlySet<string>;
  /** What a person or the gate keeps out of the tree by name. */
  readonly holds: readonly Hold[];
}

export interface DatedHolding extends Holding {
  /** When each row was accepted, by the row's key, including acceptances after the instant. */
  readonly acceptances: ReadonlyMap<string, string>;
  /** Every line about holds, including those after the instant. */
  readonly holdRows: readonly HoldRow[];
}

interface Holdings {
  readonly holdings: readonly DatedHolding[];
  readonly unknown: readonly string[];
  readonly globalRows: readonly HoldRow[];
}

/**
 * Also returns a line for each provider in the archive that has no adapter, and every line about holds of GLOBAL.
 */
export async function readHoldings(
  archiveDir: string,
  definitions: readonly ProviderDefinition[],
  asOf: string | null,
): Promise<Holdings> {
  const byCode = new Map(definitions.map((definition) => [definition.code, definition]));
  const holdings: DatedHolding[] = [];
  const unknown: string[] = [];
  for (const code of await listArchive(archiveDir)) {
    const definition = byCode.get(code);
    if (definition === undefined) unknown.push(`${code}: no adapter has this name, so its archive is left out`);
    else {
      const archive = await readArchive(archiveDir, code, asOf);
      const acceptances = await readAcceptances(archiveDir, code);
      const holdRows = await readHoldRows(archiveDir, code);
      const [accepted, holds] = [acceptedUntil(acceptances, asOf), holdsUntil(holdRows, asOf)];
      holdings.push({ definition, archive, acceptances, accepted, holdRows, holds });
    }
  }
  return { holdings, unknown, globalRows: await readHoldRows(archiveDir, GLOBAL) };
}
