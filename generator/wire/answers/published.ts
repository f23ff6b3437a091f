/**
 * A file of provenance → the figures of the fixing as they were published: direction, unit and digits. GLOBAL publishes
 * units per EUR, which are the figures of its own method.
 */
import { z } from 'zod';
import type { PublishedDocument, PublishedRow } from '../encode/document.ts';
import { toCurrencyCode } from '../words/codes.ts';
import { EUR, GLOBAL } from '../words/schemas.ts';
import { type NamedRow, namedRows } from './named-rows.ts';
import type { TableFacts } from './table.ts';

const ofBank = z.object({ documents: namedRows, figures: namedRows });
const ofGlobal = z.object({ currencies: namedRows });

/** @param codes that are wanted; null for all @throws ZodError for what is no file of provenance */
export function toPublished(text: string, facts: TableFacts, codes: ReadonlySet<string> | null): PublishedDocument {
  const file: unknown = JSON.parse(text);
  const rows = facts.provider === GLOBAL ? rowsOfGlobal(ofGlobal.parse(file), facts) : rowsOfBank(ofBank.parse(file));
  const rates = rows.filter(({ currency }) => codes === null || codes.has(currency));
  return { kind: 'published', provider: facts.provider, date: facts.date, base: facts.reference, rates };
}

function rowsOfBank({ documents, figures }: z.infer<typeof ofBank>): readonly PublishedRow[] {
  const tables = new Map(documents.map(({ document, table }) => [document, table]));
  return figures.map((row) => toRow({ ...row, table: tables.get(row.document) }));
}

function rowsOfGlobal({ currencies }: z.infer<typeof ofGlobal>, { date }: TableFacts): readonly PublishedRow[] {
  return currencies.map(({ currency, method, figure }) =>
    toRow({ currency, date, base: EUR, quote: currency, per: '1', mid: figure, table: method }),
  );
}

function toRow(row: NamedRow): PublishedRow {
  const { currency = '', date = '', base = '', quote = '', per = '', unit = '' } = row;
  const { mid = '', bid = '', ask = '', table = '', number = '' } = row;
  return { currency: toCurrencyCode(currency), figureDate: date, base, quote, per, unit, mid, bid, ask, table, number };
}
