/** docs/cross-check.md as the program reads it: what is known of figures that are apart, and of figures that are held back. */
import { z } from 'zod';
import { dayCell } from '../../../generator/kit/csv-rows.ts';
import { Decimal, type Ratio } from '../../../generator/wire/decimal.ts';
import type { IsoDate } from '../../../generator/wire/schemas.ts';

/** The page has no entry of the last kind when its test passes: what is our bug is mended, not listed. */
const KINDS = ['real spread', 'error at the source', 'our bug'] as const;
const KINDS_HELD = ['real move', 'error at the source', 'real spread', 'our bug'] as const;

export const PAIRS_HEADINGS = ['provider or pair', 'currency', 'from', 'to', 'kind', 'most %', 'why'] as const;
export const HELD_HEADINGS = ['provider', 'currency', 'from', 'to', 'kind', 'figures', 'why'] as const;

const codes = z
  .string()
  .regex(/^[A-Z-]+( [A-Z-]+)*$/, 'codes and pairs of codes (AAA-BBB), a blank between them')
  .transform((text) => text.split(' '));
const currencies = z.union([z.literal('*').transform((all) => [all]), codes]);
const sentence = z.string().regex(/\d/, 'says no number');

const pairEntry = z
  .tuple([codes, currencies, dayCell, dayCell, z.enum(KINDS), z.string().transform(Decimal.parse), sentence])
  .transform(([providers, quoted, from, to, kind, most]) => {
    return { providers, currencies: quoted, from, to, kind, most: most.toRatio() };
  });
const heldEntry = z
  .tuple([codes, codes, dayCell, dayCell, z.enum(KINDS_HELD), z.string().regex(/^\d+$/), sentence])
  .transform(([providers, quoted, from, to, kind, figures]) => {
    return { providers, currencies: quoted, from, to, kind, figures };
  });

/** `most` is in per cent: a pair further apart is not what the entry speaks of. */
export interface PairEntry extends Bounds {
  readonly kind: (typeof KINDS)[number];
  readonly most: Ratio;
  /** The heading that the row stands under. */
  readonly section: string;
}

export interface HeldEntry extends Bounds {
  readonly kind: (typeof KINDS_HELD)[number];
  /** How many there are, in digits. */
  readonly figures: string;
}

/** What both kinds of entry have. */
export interface Bounds {
  readonly providers: readonly string[];
  readonly currencies: readonly string[];
  readonly from: IsoDate;
  readonly to: IsoDate;
}

export interface Page {
  readonly pairs: readonly PairEntry[];
  readonly held: readonly HeldEntry[];
}

interface Row {
  readonly section: string;
  readonly cells: readonly string[];
}

/** @throws SyntaxError naming the row that is no entry. */
export function parsePage(markdown: string): Page {
  return {
    pairs: rowsOf(markdown, PAIRS_HEADINGS).map((row) => ({ ...parseRow(pairEntry, row), section: row.section })),
    held: rowsOf(markdown, HELD_HEADINGS).map((row) => parseRow(heldEntry, row)),
  };
}

function parseRow<Entry>(schema: z.ZodType<Entry>, { cells }: Row): Entry {
  const parsed = schema.safeParse(cells);
  if (parsed.success) return parsed.data;
  throw new SyntaxError(`| ${cells.join(' | ')} |\n${z.prettifyError(parsed.error)}`);
}

/** Of every table with these headings: the page has one for each sort of fact. */
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
  if (rows.length === 0) throw new SyntaxError(`no table with the headings ${headings.join(' | ')}`);
  return rows;
}

function cellsOf(line: string): readonly string[] {
  const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
  return cells.map((cell) => cell.trim());
}
