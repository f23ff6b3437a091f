/** `<archive>/<PROVIDER>/accepted.csv`: figures that a person has looked at and let out of quarantine, with when and why. */
import { join } from 'node:path';
import { z } from 'zod';
import { dayCell, textCell } from '../kit/csv-rows.ts';
import { appendToLedger, instantCell, type Ledger, readLedger } from './ledger.ts';
import { type ArchiveRow, rowKey } from './rows.ts';

const codeCell = z.string().regex(/^[A-Z]{3}$/, 'is not three capital letters');
const acceptance = z.object({
  accepted: instantCell,
  date: dayCell,
  base: codeCell,
  quote: codeCell,
  seen: instantCell,
  document: z.string().regex(/^[0-9a-f]{12}$/, 'is no name of a document'),
  note: textCell,
});
type Acceptance = z.infer<typeof acceptance>;

const LEDGER: Ledger<Acceptance> = {
  columns: ['accepted', 'date', 'base', 'quote', 'seen', 'document', 'note'],
  row: acceptance,
};

/** When each row was first accepted, by its key. */
export async function readAcceptances(dir: string, provider: string): Promise<ReadonlyMap<string, string>> {
  const rows = await readLedger(fileOf(dir, provider), LEDGER);
  return new Map(rows.toReversed().map((row) => [rowKey(row), row.accepted]));
}

export function acceptedUntil(acceptances: ReadonlyMap<string, string>, asOf: string | null): ReadonlySet<string> {
  return new Set([...acceptances].flatMap(([key, accepted]) => (asOf === null || accepted <= asOf ? [key] : [])));
}

export async function writeAccepted(
  dir: string,
  provider: string,
  rows: readonly ArchiveRow[],
  { accepted, note }: { readonly accepted: string; readonly note: string },
): Promise<void> {
  const acceptances = rows.map(({ date, base, quote, seen, document }) => {
    return { accepted, date, base, quote, seen, document, note };
  });
  await appendToLedger(fileOf(dir, provider), LEDGER, acceptances);
}

function fileOf(dir: string, provider: string): string {
  return join(dir, provider, 'accepted.csv');
}
