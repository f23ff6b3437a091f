/** Every figure of a bank's fixtures as CSV, `test/providers/banks/<code>.csv`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { BANKS } from './bank-file.ts';

const COLUMNS = ['document', 'date', 'per', 'base', 'quote', 'mid', 'bid', 'ask'];
const LINE =
  /^(?<date>\S+) (?<per>\S+) (?<base>.*)\/(?<quote>\S+?)(?: mid (?<mid>\S+))?(?: bid (?<bid>\S+))?(?: ask (?<ask>\S+))?$/;

export const goldenPath = (code: string) => join(BANKS, `${code.toLowerCase()}.csv`);

/** The lines of each document, as `observedLines` writes them, in the order of the document. */
export function toGolden(documents: readonly (readonly string[])[]): string {
  const rows = documents.flatMap((lines, index) =>
    lines.map((line) => ({ document: index + 1, ...LINE.exec(line)?.groups })),
  );
  return stringify(rows, { header: true, columns: COLUMNS });
}

export function readGolden(code: string, documents: number): readonly (readonly string[])[] {
  const rows: Record<string, string>[] = parse(readFileSync(goldenPath(code)), { columns: true });
  return Array.from({ length: documents }, (_, index) =>
    rows.filter(({ document }) => document === `${index + 1}`).map(toLine),
  );
}

function toLine({ date, per, base, quote, ...sides }: Record<string, string>): string {
  const stated = ['mid', 'bid', 'ask'].filter((side) => sides[side] !== '');
  return `${date} ${per} ${base}/${quote} ${stated.map((side) => `${side} ${sides[side]}`).join(' ')}`;
}
