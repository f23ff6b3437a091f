/** What a part of a tree was made from, in a file of the part: only parts with the same facts make one tree. */
import { z } from 'zod';
import { currencyCode, isoDate } from '../../../wire/words/schemas.ts';
import type { Bases, Shard, TreeOptions } from './tree-options.ts';

const codes = z.array(currencyCode).nullable();

const partLabel = z.strictObject({
  format: z.literal('ratetree-part-2'),
  index: z.int().nonnegative(),
  count: z.int().positive(),
  /** Digest of the archive's figures, so that parts of two nights are not joined. */
  archive: z.string(),
  date: isoDate,
  bases: codes,
  historyBases: codes,
  since: isoDate.nullable(),
  parquet: z.boolean().default(false),
  asOf: z.string().nullable(),
});
export type PartLabel = z.infer<typeof partLabel>;

const WHOLE: Shard = { index: 0, count: 1 };

/** The facts that all parts of a tree share, as the flags of `generate` name them. */
const FACTS = {
  count: 'the number of parts',
  archive: 'the archive',
  date: '--date',
  bases: '--bases',
  historyBases: '--history-bases',
  since: '--since',
  parquet: '--parquet',
  asOf: '--as-of',
} as const;

export function labelText(label: PartLabel): string {
  return `${JSON.stringify(label)}\n`;
}

type Options = Pick<TreeOptions, 'date' | 'bases' | 'historyBases' | 'since' | 'parquet' | 'shard'>;

/** @param archive digest of the archive's figures */
export function toLabel(options: Options, archive: string, asOf: string | null): PartLabel {
  const { date, bases, historyBases, since, parquet, shard } = options;
  const { index, count } = shard ?? WHOLE;
  const chosen = { bases: sorted(bases), historyBases: sorted(historyBases) };
  return { format: 'ratetree-part-2', index, count, archive, date, ...chosen, since, parquet, asOf };
}

/** So that labels can be compared. */
function sorted(bases: Bases): PartLabel['bases'] {
  return bases === null ? null : [...bases].sort();
}

/** @throws SyntaxError or ZodError if the text is not a label */
export function parseLabel(text: string): PartLabel {
  return partLabel.parse(JSON.parse(text));
}

/** What the two labels disagree about; null if nothing. */
export function difference(left: PartLabel, right: PartLabel): string | null {
  const keys = Object.keys(FACTS) as (keyof typeof FACTS)[];
  const other = keys.find((key) => JSON.stringify(left[key]) !== JSON.stringify(right[key]));
  return other === undefined ? null : FACTS[other];
}
