/**
 * Reads from the tree's provenance which list, or which peg, each figure comes from, so that like is compared with
 * like.
 */
import { parse as parseJson } from 'lossless-json';
import { z } from 'zod';
import { NEWER } from '../../rates/blend/figure.ts';
import { HELD } from '../../sources/archive/holds.ts';
import { laterOf } from '../../wire/words/calendar.ts';
import { type CurrencyCode, currencyCode, type IsoDate, isoDate } from '../../wire/words/schemas.ts';

/** The list that a figure comes from: the tables of its documents, and the day that it was published for. */
interface Origin {
  readonly date: IsoDate;
  readonly tables: ReadonlySet<string>;
  /** Of GLOBAL: whose figures were used. */
  readonly providers: ReadonlySet<string>;
}

export interface Origins {
  readonly lists: ReadonlyMap<CurrencyCode, Origin>;
  /** The anchors of pegged currencies. */
  readonly anchors: ReadonlyMap<CurrencyCode, CurrencyCode>;
  /** The newest day for which GLOBAL has a figure of each contributor; empty for a provider's own fixing. */
  readonly contributors: ReadonlyMap<string, IsoDate>;
  /** Currencies that a person or the gate holds, and those that a notice says GLOBAL does not state. */
  readonly unstated: ReadonlySet<string>;
  /** The anchors of pegged currencies that have no figure, because their anchor has none. */
  readonly pegless: ReadonlyMap<string, string>;
}

const UNSTATED = /^(held|peg-disputed)$/;
const PEGLESS = /^official peg to ([A-Z]{3}), which has no figure$/;

const rows = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) });
const provenance = z.object({
  documents: rows.optional(),
  figures: rows,
  pegs: rows.optional(),
  notices: rows.optional(),
});

/** @param text of a provenance file; it has no rows for pegged figures. @throws SyntaxError, ZodError if damaged */
export function parseOrigins(text: string): Origins {
  const { documents, figures, pegs, notices } = provenance.parse(parseJson(text));
  const tables = new Map(documents?.rows.map(([document = '', table = '']) => [document, table]));
  const cell = (row: readonly string[], column: string) => row[figures.columns.indexOf(column)] ?? '';
  const madeOn = (row: readonly string[]) => isoDate.parse(cell(row, 'made') || cell(row, 'date'));
  const origins = new Map<CurrencyCode, { date: IsoDate; tables: Set<string>; providers: Set<string> }>();
  const contributors = new Map<string, IsoDate>();
  const addContributor = (contributor: string, date: IsoDate): void => {
    if (contributor !== '') contributors.set(contributor, laterOf(contributors.get(contributor) ?? date, date));
  };
  const [unstated, pegless] = [new Set<string>(), new Map<string, string>()];
  for (const row of figures.rows) {
    const [, reason] = /^left out: (.*)$/.exec(cell(row, 'use')) ?? [];
    if (reason !== undefined) {
      const [, anchor] = PEGLESS.exec(reason) ?? [];
      // A bank is a contributor even if three newer figures were enough.
      if (reason === NEWER) addContributor(cell(row, 'provider'), madeOn(row));
      if (HELD.test(reason)) unstated.add(cell(row, 'currency'));
      if (anchor !== undefined) pegless.set(cell(row, 'currency'), anchor);
      continue;
    }
    const [code, date] = [currencyCode.parse(cell(row, 'currency')), isoDate.parse(cell(row, 'date'))];
    const table = tables.get(cell(row, 'document'));
    const found = origins.get(code) ?? { date, tables: new Set(), providers: new Set() };
    if (table !== undefined) found.tables.add(table);
    found.providers.add(cell(row, 'provider'));
    origins.set(code, { ...found, date: laterOf(found.date, date) });
    addContributor(cell(row, 'provider'), madeOn(row));
  }
  for (const [code = '', kind = ''] of notices?.rows ?? []) if (UNSTATED.test(kind)) unstated.add(code);
  const anchors = new Map<CurrencyCode, CurrencyCode>();
  for (const [code, anchor] of pegs?.rows ?? []) anchors.set(currencyCode.parse(code), currencyCode.parse(anchor));
  return { lists: origins, anchors, contributors, unstated, pegless };
}
