/** What v1/provenance says about a fixing, as the page reads it. All figures in it are texts. */
import { provenanceOf } from './asking.ts';
import { isAbsent, Missing, type PageSource } from './source.ts';

export interface ProvenanceRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ShownProvenance {
  readonly provider: string;
  readonly date: string;
  /** Of a bank. */
  readonly reference?: string;
  readonly documents?: ProvenanceRows;
  /** Of GLOBAL. */
  readonly pivot?: string;
  readonly method?: string;
  readonly currencies?: ProvenanceRows;
  readonly pegs?: ProvenanceRows;
  readonly notices?: ProvenanceRows;
  readonly excluded?: ProvenanceRows;
  readonly figures: ProvenanceRows;
}

/** @throws Missing where the tree has no fixing of that date, or where the document is another one */
export async function readProvenance(source: PageSource, provider: string, date: string): Promise<ShownProvenance> {
  const address = provenanceOf(provider, date);
  const found = await source.document<ShownProvenance>(address).catch((cause) => {
    if (isAbsent(cause)) throw new Missing(`${provider} has no fixing of ${date} in this tree.`, { cause });
    throw cause;
  });
  const isWhole = found.provider === provider && found.date === date && Array.isArray(found.figures?.rows);
  if (isWhole) return found;
  throw new Missing(`${address} does not say where the figures of ${provider} on ${date} come from.`);
}

/** Rows by column, with '' for a cell that is not there. */
export function recordsOf<Column extends string>(
  rows: ProvenanceRows | undefined,
): readonly Readonly<Record<Column, string>>[] {
  if (rows === undefined) return [];
  return rows.rows.map(
    (cells) =>
      Object.fromEntries(rows.columns.map((name, place) => [name, `${cells[place] ?? ''}`])) as Record<Column, string>,
  );
}
