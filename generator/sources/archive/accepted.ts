/**
 * `<archive>/<PROVIDER>/accepted.csv`: figures that a person has checked and let out of quarantine, with when and why.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { codeCell, dayCell, textCell } from '../../kit/csv-rows.ts';
import { appendToLedger, documentCell, instantCell, type Ledger, readLedger, refuseBadNote } from './ledger.ts';
import { type ArchiveRow, rowKey } from './rows.ts';

const acceptedFigure = z.object({
  accepted: instantCell,
  date: dayCell,
  base: codeCell,
  quote: codeCell,
  seen: instantCell,
  document: documentCell,
  note: textCell,
});
type AcceptedFigure = z.infer<typeof acceptedFigure>;

const LEDGER: Ledger<AcceptedFigure> = {
  columns: ['accepted', 'date', 'base', 'quote', 'seen', 'document', 'note'],
  row: acceptedFigure,
};

/**
 * The instant at which each row was first accepted, by the row's key. @throws InputError naming file, line and column
 */
export async function readAcceptances(dir: string, provider: string): Promise<ReadonlyMap<string, string>> {
  const rows = await readLedger(fileOf(dir, provider), LEDGER);
  return new Map(rows.toReversed().map((row) => [rowKey(row), row.accepted]));
}

/** The keys of the rows that had been accepted by that instant; null: by now. */
export function acceptedUntil(acceptances: ReadonlyMap<string, string>, asOf: string | null): ReadonlySet<string> {
  return new Set([...acceptances].flatMap(([key, accepted]) => (asOf === null || accepted <= asOf ? [key] : [])));
}

/**
 * @param note the evidence that the rows are right
 * @throws InputError if the note could not be read back
 */
export async function writeAccepted(
  dir: string,
  provider: string,
  rows: readonly ArchiveRow[],
  { accepted, note }: { readonly accepted: string; readonly note: string },
): Promise<void> {
  refuseBadNote(note);
  const figures = rows.map(({ date, base, quote, seen, document }): AcceptedFigure => {
    return { accepted, date, base, quote, seen, document, note };
  });
  await appendToLedger(fileOf(dir, provider), LEDGER, figures);
}

function fileOf(dir: string, provider: string): string {
  return join(dir, provider, 'accepted.csv');
}
