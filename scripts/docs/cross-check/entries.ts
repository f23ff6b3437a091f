/** Reads docs/cross-check.md: what is known about figures that are apart, and about figures that are held back. */
import { z } from 'zod';
import { dayCell } from '../../../generator/kit/csv-rows.ts';
import { Decimal, type Ratio } from '../../../generator/wire/exact/decimal.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';

/** A page that passes its test has no entry of the last kind, because our bugs are fixed and not listed. */
const KINDS = ['real spread', 'error at the source', 'our bug'] as const;
const KINDS_HELD = ['real move', 'error at the source', 'real spread', 'our bug'] as const;

export const PAIRS_HEADINGS = ['provider or pair', 'currency', 'from', 'to', 'kind', 'most %', 'why'] as const;
export const HELD_HEADINGS = ['provider', 'currency', 'from', 'to', 'kind', 'figures', 'why'] as const;

const codes = z
  .string()
  .regex(/^[A-Z-]+( [A-Z-]+)*$/, 'must be codes and pairs of codes (AAA-BBB) with a blank between them')
  .transform((text) => text.split(' '));
const currencies = z.union([z.literal('*').transform((all) => [all]), codes]);
const percent = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number of per cent, written as 3.1')
  .transform(Decimal.parse);
const sentence = z.string().regex(/\d/, 'must name a number that can be checked');

const pairEntry = z
  .tuple([codes, currencies, dayCell, dayCell, z.enum(KINDS), percent, sentence])
  .transform(([providers, quoted, from, to, kind, most]) => {
    return { providers, currencies: quoted, from, to, kind, most: most.toRatio() };
  });
const heldEntry = z
  .tuple([codes, codes, dayCell, dayCell, z.enum(KINDS_HELD), z.string().regex(/^\d+$/), sentence])
  .transform(([providers, quoted, from, to, kind, figures]) => {
    return { providers, currencies: quoted, from, to, kind, figures };
  });

/** The entry explains only pairs that are at most `most` per cent apart. */
export interface PairEntry extends Bounds {
  readonly kind: (typeof KINDS)[number];
  readonly most: Ratio;
  /** The heading above the row. */
  readonly section: string;
}

export interface HeldEntry extends Bounds {
  readonly kind: (typeof KINDS_HELD)[number];
  /** The number of figures, in digits. */
  readonly figures: string;
}

/** What both kinds of entry have. */
export interface Bounds {
  readonly providers: readonly string[];
  readonly currencies: readonly string[];
  readonly from: IsoDate;
  readonly to: IsoDate;
}

interface Page {
  readonly pairs: readonly PairEntry[];
  readonly held: readonly HeldEntry[];
}

interface Row {
  readonly section: string;
  readonly cells: readonly string[];
}

/** @throws InputError naming the row that is not an entry, and what is wrong in it */
export function parsePage(markdown: string): Page {
  return {
    pairs: rowsOf(markdown, PAIRS_HEADINGS).map((row) => ({ ...parseRow(pairEntry, row), section: row.section })),
    held: rowsOf(markdown, HELD_HEADINGS).map((row) => parseRow(heldEntry, row)),
  };
}

function parseRow<Entry>(schema: z.ZodType<Entry>, { cells }: Row): Entry {
  const parsed = schema.safeParse(cells);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InputError(
    `| ${cells.join(' | ')} |: ${JSON.stringify(cells[Number(issue?.path[0])] ?? '')} ${issue?.message}`,
  );
}

/** The rows of every table with these headings; the page has one for each sort of fact. */
function rowsOf(markdown: string, headings: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  let section = '';
  let isInside = false;
  for (const line of markdown.split('\n')) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section;
    const cells = cellsOf(line);
    if (cells.length === 0) isInside = false;
    else if (`${cells}` === `${headings}`) isInside = true;
    else if (isInside && !/^-+$/.test(cells[0] ?? '')) rows.push({ section, cells });
  }
  if (rows.length === 0) throw new InputError(`the page has no table with the headings ${headings.join(' | ')}`);
  return rows;
}

function cellsOf(line: string): readonly string[] {
  const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
  return cells.map((cell) => cell.trim());
}
