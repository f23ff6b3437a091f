/** Reads the files of `v1/provenance/`, with their rows as records by column. */
import { z } from 'zod';

export type Row = Readonly<Record<string, string>>;

const rows = z
  .object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) })
  .transform(({ columns, rows: cells }): readonly Row[] =>
    cells.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place] ?? '']))),
  );
const provenance = z.object({
  /** Only in a bank's file. */
  reference: z.string().default('EUR'),
  figures: rows,
  /** Only in GLOBAL's file. */
  currencies: rows.default([]),
});

export function parseProvenance(text: string): z.infer<typeof provenance> {
  return provenance.parse(JSON.parse(text));
}
