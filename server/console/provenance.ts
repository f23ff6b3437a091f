/** The provenance of a fixing as the tree has it: tables of columns and rows, of which some have other columns. */
import { z } from 'zod';
import { provenancePath } from '../../generator/wire/answers/paths.ts';
import { type IsoDate, type ProviderCode, providerCode } from '../../generator/wire/words/schemas.ts';
import { askFor } from '../ask/answers.ts';
import type { Asker } from '../ask/asker.ts';

const rows = z
  .object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) })
  .transform(({ columns, rows: cells }) =>
    cells.map((row): Readonly<Record<string, string>> => {
      return Object.fromEntries(columns.map((column, place) => [column, row[place] ?? '']));
    }),
  );

export type ProvenanceRow = Readonly<Record<string, string>>;

const provenance = z.looseObject({
  figures: rows,
  /** Of a bank. */
  documents: rows.default([]),
  /** Of GLOBAL. */
  method: z.string().default(''),
  currencies: rows.default([]),
  pegs: rows.default([]),
  notices: rows.default([]),
  excluded: rows.default([]),
});

type Provenance = z.infer<typeof provenance>;

/** @throws ServiceRefused (1404) if the release has none for that date */
export async function readProvenance(asker: Asker, provider: string, date: IsoDate): Promise<Provenance> {
  const code: ProviderCode = providerCode.parse(provider);
  return (await askFor(asker, provenance, `/${provenancePath(code, date)}`)).value;
}
