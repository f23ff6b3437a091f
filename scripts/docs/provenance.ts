/** Reads the files of `v1/provenance/`, with their rows as records by column. */
import { z } from 'zod';
import { namedRows } from '../../generator/wire/answers/named-rows.ts';

const provenance = z.object({
  /** Only in a bank's file. */
  reference: z.string().default('EUR'),
  figures: namedRows,
  /** Only in GLOBAL's file. */
  currencies: namedRows.default([]),
});

export function parseProvenance(text: string): z.infer<typeof provenance> {
  return provenance.parse(JSON.parse(text));
}
