/**
 * `GLOBAL/redenominations.csv`: currencies that dropped zeros under their old code, as a person has confirmed for all
 * banks. Lines are only added, so a tree of the past still knows what was confirmed then.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { codeCell, dayCell, textCell } from '../../kit/csv-rows.ts';
import { GLOBAL } from '../../wire/words/schemas.ts';
import { appendLater, instantCell, type Ledger, readLedger } from './ledger.ts';

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

const LEDGER: Ledger<RedenominationRow> = {
  columns: ['at', 'change', 'code', 'from', 'factor', 'note'],
  row: redenominationRow,
};

/** @throws InputError naming file, line and column */
export function readRedenominations(dir: string): Promise<readonly RedenominationRow[]> {
  return readLedger(fileIn(dir), LEDGER);
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
  return appendLater(fileIn(dir), LEDGER, [row], now);
}

function fileIn(dir: string): string {
  return join(dir, GLOBAL, 'redenominations.csv');
}
