/** `<archive>/<PROVIDER>/accepted.csv`: figures that a person has looked at and let out of quarantine, with when and why. */
import { join } from 'node:path';
import { z } from 'zod';
import { appendToLedger, instantCell, type Ledger, readLedger } from './ledger.ts';
import { type Quarantined, rowKey } from './quarantine.ts';
import { dayCell, textCell } from './reference-rows.ts';

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

/** Keys of the rows accepted by that instant; null: to this day. */
export async function readAccepted(dir: string, provider: string, asOf: string | null): Promise<ReadonlySet<string>> {
  return acceptedUntil(await readAcceptances(dir, provider), asOf);
}

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
  quarantined: readonly Quarantined[],
  { accepted, note }: { readonly accepted: string; readonly note: string },
): Promise<void> {
  const rows = quarantined.map(({ row: { date, base, quote, seen, document } }) => {
    return { accepted, date, base, quote, seen, document, note };
  });
  await appendToLedger(fileOf(dir, provider), LEDGER, rows);
}

function fileOf(dir: string, provider: string): string {
  return join(dir, provider, 'accepted.csv');
}
