/** The columns of v1/corrections.csv, and its lines. */
import { stringify } from 'csv-stringify/sync';

export const CORRECTION_COLUMNS = [
  'provider',
  'date',
  'base',
  'quote',
  'side',
  'oldPer',
  'old',
  'newPer',
  'new',
  'seen',
  'cause',
] as const;
export type Correction = Readonly<Record<(typeof CORRECTION_COLUMNS)[number], string>>;

/** Without their ends. */
export function correctionLines(rows: readonly Correction[]): readonly string[] {
  if (rows.length === 0) return [];
  return stringify([...rows], { columns: [...CORRECTION_COLUMNS], eof: false }).split('\n');
}
