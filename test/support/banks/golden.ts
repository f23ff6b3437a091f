/** Every figure of a bank's fixtures as CSV, `test/providers/banks/<code>.csv`. */
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { BANKS } from './bank-file.ts';

const COLUMNS = ['document', 'date', 'per', 'base', 'quote', 'mid', 'bid', 'ask'];
const LINE =
  /^(?<date>\S+) (?<per>\S+) (?<base>.*)\/(?<quote>\S+?)(?: mid (?<mid>\S+))?(?: bid (?<bid>\S+))?(?: ask (?<ask>\S+))?$/;

export const goldenPath = (code: string) => join(BANKS, `${code.toLowerCase()}.csv`);

/** The lines of each document, as `observedLines` writes them, in the order of the document. */
export function toGolden(documents: readonly (readonly string[])[]): string {
  const rows = documents.flatMap((lines, index) =>
    lines.map((line) => {
      const parts = LINE.exec(line)?.groups;
      if (parts === undefined) throw new Error(`not a line of a figure: ${line}`);
      return { document: index + 1, ...parts };
    }),
  );
  return stringify(rows, { header: true, columns: COLUMNS });
}
