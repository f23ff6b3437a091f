/** The rows that a person or the gate holds by name. They are no past for later figures, and are no witnesses. Pure. */
import type { Holding } from '../archive/holdings.ts';
import { holdsBack, toReason } from '../archive/holds.ts';
import { type ArchiveRow, isWithdrawn } from '../archive/rows.ts';

export interface Quarantined {
  readonly provider: string;
  readonly row: ArchiveRow;
  /** A sentence for people. */
  readonly reason: string;
}

/** Takes the held rows out of a holding. A withdrawal states nothing and is never held. */
export function splitHeld(holding: Holding): { readonly free: Holding; readonly held: readonly Quarantined[] } {
  const { definition, archive, holds } = holding;
  if (holds.length === 0) return { free: holding, held: [] };
  const free: ArchiveRow[] = [];
  const held: Quarantined[] = [];
  for (const row of archive.rows) {
    const hold = isWithdrawn(row) ? undefined : holds.findLast((one) => holdsBack(one, row));
    if (hold === undefined) free.push(row);
    else held.push({ provider: definition.code, row, reason: toReason(hold) });
  }
  return { free: { ...holding, archive: { ...archive, rows: free } }, held };
}
