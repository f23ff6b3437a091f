/** What a part of a tree was made from, in a file of the part: only parts with the same facts make one tree. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere } from '../../kit/files.ts';
import { partPath, releasePath } from '../../wire/answers/paths.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { currencyCode, isoDate } from '../../wire/words/schemas.ts';
import type { Bases } from './rate-files.ts';
import { type Shard, shardText } from './shard.ts';
import type { TreeOptions } from './tree-options.ts';

const codes = z.array(currencyCode).nullable();

const partLabel = z.strictObject({
  format: z.literal('ratetree-part-1'),
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

/** The facts in which all parts of a tree agree, as the flags of `generate` name them. */
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

type Options = Pick<TreeOptions, 'date' | 'bases' | 'historyBases' | 'since' | 'parquet'>;

/** @param archive digest of the archive's figures */
export function toLabel(options: Options, shard: Shard, archive: string, asOf: string | null): PartLabel {
  const { date, bases, historyBases, since, parquet } = options;
  const chosen = { bases: sorted(bases), historyBases: sorted(historyBases) };
  return { format: 'ratetree-part-1', ...shard, archive, date, ...chosen, since, parquet, asOf };
}

/** So that labels can be compared. */
function sorted(bases: Bases): PartLabel['bases'] {
  return bases === null ? null : [...bases].sort();
}

/** Null where the folder holds no part. @throws InputError if the label is damaged */
export function labelIn(dir: string): PartLabel | null {
  const bytes = readIfThere(join(dir, partPath));
  if (bytes === null) return null;
  try {
    return partLabel.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new InputError(`${join(dir, partPath)} is damaged: make the part again in an empty --out`, { cause });
  }
}

/** What the two labels disagree about; null if nothing. */
export function difference(left: PartLabel, right: PartLabel): string | null {
  const keys = Object.keys(FACTS) as (keyof typeof FACTS)[];
  const other = keys.find((key) => JSON.stringify(left[key]) !== JSON.stringify(right[key]));
  return other === undefined ? null : FACTS[other];
}

/** @throws InputError if the folder holds something else than an earlier run of this part, or nothing */
export function refuseOtherPart(dir: string, shard: Shard | null): void {
  const held = labelIn(dir);
  const what = held === null ? 'the whole tree' : `part ${shardText(held)}`;
  const isOther =
    shard === null
      ? held !== null
      : existsSync(join(dir, releasePath)) || (held !== null && shardText(held) !== shardText(shard));
  if (isOther) throw new InputError(`${dir} holds ${what} already: name another folder with --out`);
}
