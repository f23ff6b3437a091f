/**
 * Reads a kept document with its bank's adapter, as `collect` did, and says which figures of the archive do not stand
 * in it.
 */
import { type ArchiveRow, figureName, isWithdrawn } from '../archive/rows.ts';
import type { Redenomination } from '../facts/redenominations.ts';
import { FeedError } from '../feeds/feed-error.ts';
import type { Observation, ProviderDefinition } from '../feeds/provider.ts';
import { type Recording, toDelivery } from '../feeds/recordings.ts';
import { groupBy } from '../kit/group.ts';
import { isSameStatement, keyOf } from './merge.ts';
import { readFigures } from './statement.ts';

/** A document, and the rows of the archive that name it. */
export interface Evidence {
  readonly bytes: Uint8Array;
  readonly recording: Recording;
  readonly rows: readonly ArchiveRow[];
}

/** Returns a line for each figure that the document does not state, or one if it cannot be read. */
export function toFaults(
  definition: ProviderDefinition,
  { bytes, recording, rows }: Evidence,
  redenominations: readonly Redenomination[],
): readonly string[] {
  const delivery = toDelivery(definition, recording, bytes);
  if (delivery.kind === 'note') return [`${definition.code}: ${delivery.text}`];
  if (delivery.kind !== 'document') return [`${definition.code}: ${recording.url}: its recording is of other bytes`];
  try {
    const stated = readFigures(definition, delivery, recording.url, redenominations)?.observations ?? [];
    const byPair = groupBy(stated, keyOf);
    return rows.flatMap((row) => faultOf(definition.code, row, byPair.get(keyOf(row)) ?? []));
  } catch (error) {
    if (error instanceof FeedError) return [error.message];
    throw error;
  }
}

/** A row without figures says that the document left them out. */
function faultOf(provider: string, row: ArchiveRow, stated: readonly Observation[]): readonly string[] {
  if (isWithdrawn(row) ? stated.length === 0 : stated.some((one) => isSameStatement(one, row))) return [];
  const [first] = stated;
  const found = first === undefined ? 'no figure of that day and pair' : figureName('', { ...row, ...first }).slice(1);
  return [`${figureName(provider, row)}: document ${row.document} has ${found}`];
}
