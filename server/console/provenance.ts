/** The provenance of a fixing as the tree has it: tables of columns and rows, of which some have other columns. */
import { z } from 'zod';
import { namedRows } from '../../generator/wire/answers/named-rows.ts';
import { provenancePath } from '../../generator/wire/answers/paths.ts';
import { type IsoDate, type ProviderCode, providerCode } from '../../generator/wire/words/schemas.ts';
import { askFor } from '../ask/answers.ts';
import type { Asker } from '../ask/asker.ts';

const provenance = z.looseObject({
  figures: namedRows,
  /** Of a bank. */
  documents: namedRows.default([]),
  /** Of GLOBAL. */
  method: z.string().default(''),
  currencies: namedRows.default([]),
  pegs: namedRows.default([]),
  notices: namedRows.default([]),
  excluded: namedRows.default([]),
});

/** @throws ServiceRefused (1404) if the release has none for that date */
export async function readProvenance(
  asker: Asker,
  provider: string,
  date: IsoDate,
): Promise<z.infer<typeof provenance>> {
  const code: ProviderCode = providerCode.parse(provider);
  return (await askFor(asker, provenance, `/${provenancePath(code, date)}`)).value;
}
