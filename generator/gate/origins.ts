/** Where each figure of a fixing is from, read from the tree's provenance: a weekly list is compared with its like. */
import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { laterOf } from '../wire/calendar.ts';
import { type CurrencyCode, currencyCode, type IsoDate, isoDate } from '../wire/schemas.ts';

/** From which list a figure is: the document's table, and the day it was published for. */
export interface Origin {
  readonly date: IsoDate;
  readonly tables: ReadonlySet<string>;
}

export type Origins = ReadonlyMap<CurrencyCode, Origin>;

const rows = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) });
const provenance = z.object({ documents: rows.optional(), figures: rows });

/** The text of a provenance file. Figures that follow another by law have none. */
export function parseOrigins(text: string): Origins {
  const { documents, figures } = provenance.parse(parseJson(text));
  const tables = new Map(documents?.rows.map(([document = '', table = '']) => [document, table]));
  const cell = (row: readonly string[], column: string) => row[figures.columns.indexOf(column)] ?? '';
  const origins = new Map<CurrencyCode, { date: IsoDate; tables: Set<string> }>();
  for (const row of figures.rows) {
    if (cell(row, 'use').startsWith('left out')) continue;
    const [code, date] = [currencyCode.parse(cell(row, 'currency')), isoDate.parse(cell(row, 'date'))];
    const table = tables.get(cell(row, 'document'));
    const found = origins.get(code) ?? { date, tables: new Set() };
    if (table !== undefined) found.tables.add(table);
    origins.set(code, { ...found, date: laterOf(found.date, date) });
  }
  return origins;
}
