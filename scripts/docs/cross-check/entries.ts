/** Reads data/cross-check.csv: what is known about figures that are apart, and about figures that are held back. */
import { z } from 'zod';
import { dayCell, parseRows, textCell } from '../../../generator/kit/csv-rows.ts';
import { readDataFile } from '../../../generator/kit/package.ts';
import { Decimal, type Ratio } from '../../../generator/wire/exact/decimal.ts';
import type { IsoDate } from '../../../generator/wire/words/schemas.ts';

export const COLUMNS = ['topic', 'providers', 'currencies', 'from', 'to', 'kind', 'most', 'figures', 'why'] as const;

/** A file that passes its test has no entry of the last kind, because our bugs are fixed and not listed. */
const KINDS = ['real spread', 'real move', 'error at the source', 'our bug'] as const;

/** Entries of this topic are about figures that quarantine holds back; all others are about pairs. */
const HELD_BACK = 'held back';

const codes = z
  .string()
  .regex(/^[A-Z-]+( [A-Z-]+)*$/, 'must be codes and pairs of codes (AAA-BBB) with a blank between them')
  .transform((text) => text.split(' '));
const currencies = z.union([z.literal('*').transform((all) => [all]), codes]);
const percent = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number of per cent, written as 3.1')
  .transform((text) => Decimal.parse(text).toRatio());
const count = z.string().regex(/^\d+$/, 'must be the number of figures');
const sentence = textCell.regex(/\d/, 'must name a number that can be checked');
const empty = z.literal('', 'must be empty here');

const kindOf = (...without: readonly string[]) =>
  z.enum(KINDS).refine((kind) => !without.includes(kind), 'is no kind of this topic');
const shared = { topic: textCell, providers: codes, from: dayCell, to: dayCell, why: sentence };

const pairRow = z
  .object({ ...shared, currencies, kind: kindOf('real move'), most: percent, figures: empty })
  .transform(({ why: _, figures: __, ...entry }): PairEntry => entry);
const heldRow = z
  .object({ ...shared, currencies: codes, kind: kindOf(), most: empty, figures: count })
  .transform(({ why: _, most: __, topic: ___, ...entry }): HeldEntry => entry);

/** The entry explains only pairs that are at most `most` per cent apart. */
export interface PairEntry extends Bounds {
  readonly most: Ratio;
  readonly topic: string;
}

export interface HeldEntry extends Bounds {
  /** The number of figures, in digits. */
  readonly figures: string;
}

/** What both sorts of entry have. */
export interface Bounds {
  readonly providers: readonly string[];
  readonly currencies: readonly string[];
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly kind: (typeof KINDS)[number];
}

interface Entries {
  readonly pairs: readonly PairEntry[];
  readonly held: readonly HeldEntry[];
}

/** Each row by the schema of its topic. */
const row = z.record(z.string(), z.string()).transform((cells, context): PairEntry | HeldEntry => {
  const parsed = (cells.topic === HELD_BACK ? heldRow : pairRow).safeParse(cells);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  context.addIssue({ code: 'custom', path: [...(issue?.path ?? [])], message: issue?.message ?? 'is no entry' });
  return z.NEVER;
});

/** @throws InputError naming line and column of a row that is not an entry */
export function readEntries(): Entries {
  const { text, file } = readDataFile('cross-check.csv');
  return parseEntries(text, file);
}

/** In the order of the file: the first entry that fits counts. @throws InputError like `readEntries` */
export function parseEntries(text: string, file: string): Entries {
  const entries = parseRows(text, file, COLUMNS, row).map(({ cells }) => cells);
  return {
    pairs: entries.filter((entry): entry is PairEntry => 'most' in entry),
    held: entries.filter((entry): entry is HeldEntry => 'figures' in entry),
  };
}
