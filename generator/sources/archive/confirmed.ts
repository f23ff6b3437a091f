/**
 * What a person has confirmed: figures of a bank that were let out of quarantine, with when and why, in
 * `<archive>/<PROVIDER>/accepted.csv`, and currencies that dropped zeros under their old code, for all banks, in
 * `GLOBAL/redenominations.csv`. Lines are only added, so a tree of the past still knows what was confirmed then.
 */

import { join } from 'node:path';
import { z } from 'zod';
import { codeCell, dayCell, textCell } from '../../kit/csv-rows.ts';
import { GLOBAL } from '../../wire/words/schemas.ts';
import {
  appendLater,
  appendToLedger,
  documentCell,
  instantCell,
  type Ledger,
  readLedger,
  refuseBadNote,
} from './ledger.ts';
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

const ACCEPTED: Ledger<AcceptedFigure> = {
  columns: ['accepted', 'date', 'base', 'quote', 'seen', 'document', 'note'],
  row: acceptedFigure,
};

/**
 * The instant at which each row was first accepted, by the row's key. @throws InputError naming file, line and column
 */
export async function readAcceptances(dir: string, provider: string): Promise<ReadonlyMap<string, string>> {
  const rows = await readLedger(acceptedFile(dir, provider), ACCEPTED);
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
  await appendToLedger(acceptedFile(dir, provider), ACCEPTED, figures);
}

function acceptedFile(dir: string, provider: string): string {
  return join(dir, provider, 'accepted.csv');
}

const redenominationRow = z.object({
  at: instantCell,
  change: z.enum(['confirmed', 'undone']),
  code: codeCell,
  /** The first day of the new unit, around which banks change over. */
  from: dayCell,
  /** How many old units make a new one. */
  factor: z.string().regex(/^10{1,6}$/, 'is not a power of ten from 10 to 1000000'),
  note: textCell,
});
export type RedenominationRow = z.infer<typeof redenominationRow>;

const REDENOMINATED: Ledger<RedenominationRow> = {
  columns: ['at', 'change', 'code', 'from', 'factor', 'note'],
  row: redenominationRow,
};

/** @throws InputError naming file, line and column */
export function readRedenominations(dir: string): Promise<readonly RedenominationRow[]> {
  return readLedger(redenominatedFile(dir), REDENOMINATED);
}

/** Those that had been confirmed by that instant and not undone; null: by now. */
export function redenominationsUntil(
  rows: readonly RedenominationRow[],
  asOf: string | null,
): readonly RedenominationRow[] {
  const known = rows.filter(({ at }) => asOf === null || at <= asOf);
  return known.filter(
    (row) => row.change === 'confirmed' && !known.some((other) => other.change === 'undone' && isUndone(row, other)),
  );
}

function isUndone(row: RedenominationRow, by: RedenominationRow): boolean {
  return row.at < by.at && row.code === by.code && row.from === by.from;
}

/** @returns the instant of the new line, later than that of any line in the file */
export function writeRedenomination(dir: string, row: Omit<RedenominationRow, 'at'>, now: Date): Promise<string> {
  return appendLater(redenominatedFile(dir), REDENOMINATED, [row], now);
}

function redenominatedFile(dir: string): string {
  return join(dir, GLOBAL, 'redenominations.csv');
}
