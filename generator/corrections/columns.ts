/** The columns and the lines of v1/corrections.csv. */
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

/** The lines without their line ends. */
export function correctionLines(rows: readonly Correction[]): readonly string[] {
  if (rows.length === 0) return [];
  return stringify([...rows], { columns: [...CORRECTION_COLUMNS], eof: false }).split('\n');
}
