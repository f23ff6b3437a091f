/** A table in a file of provenance, which has columns and rows of texts → its rows by the names of the columns. */
import { z } from 'zod';

/** By name, because releases differ in the columns that they have. */
export type NamedRow = Readonly<Record<string, string | undefined>>;

export const namedRows = z
  .object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) })
  .transform(({ columns, rows }): readonly NamedRow[] =>
    rows.map((cells) => Object.fromEntries(columns.map((name, place) => [name, cells[place]]))),
  );
