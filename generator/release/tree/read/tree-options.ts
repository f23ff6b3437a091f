/**
 * What a run of generate is told about the tree that it makes, besides what the archive says. A part of a tree has a
 * file that repeats it: only parts with the same facts make one tree.
 */

import { z } from 'zod';
import { historicalPath, latestPath, type TreePath } from '../../../wire/answers/paths.ts';
import type { Table, View } from '../../../wire/answers/table.ts';
import { quotes, toRates } from '../../../wire/answers/views.ts';
import { FORMATS, type Format } from '../../../wire/encode/document.ts';
import { encode } from '../../../wire/encode/encode.ts';
import { hashOf } from '../../../wire/words/hash.ts';
import { PLACES_MAX } from '../../../wire/words/order.ts';
import {
  type CurrencyCode,
  currencyCode,
  GLOBAL,
  type IsoDate,
  isoDate,
  type ProviderCode,
} from '../../../wire/words/schemas.ts';

/** A file of the tree, as it is made. */
export interface TreeFile {
  readonly path: TreePath;
  readonly bytes: Buffer;
}

/** The bases of GLOBAL that become files; null for all. Other providers have only their reference currency. */
export type Bases = ReadonlySet<CurrencyCode> | null;

/** One of several disjoint parts of a tree, each made on a machine of its own: the years of providers that fall to it. */
export interface Shard {
  /** 0 to count - 1, as the engines count that start the machines. */
  readonly index: number;
  readonly count: number;
}

export interface TreeOptions {
  /** The release's UTC date. */
  readonly date: IsoDate;
  readonly bases: Bases;
  readonly historyBases: Bases;
  /** Earlier fixings have no dated rate files: the gateway computes those answers. Null renders all of them. */
  readonly since: IsoDate | null;
  /** Only the years that fall to this part of the tree are made; null for the whole tree. */
  readonly shard: Shard | null;
  /** Called after each span of the archive. */
  readonly onSpan: (done: number, total: number) => void;
  /** Files for the root of the tree that are not made from the archive: those of the explorer. */
  readonly site: readonly TreeFile[];
}

/**
 * The years of a provider are dealt in turn, beginning at a place made from its code, because GLOBAL has more files than
 * all others and recent years have more banks.
 * @param year four digits
 */
export function owns({ index, count }: Shard, provider: ProviderCode, year: string): boolean {
  const start = BigInt(`0x${hashOf(provider).slice(0, 8)}`);
  return (start + BigInt(year)) % BigInt(count) === BigInt(index);
}

/** `1/3`, as the flag is written. */
export function shardText({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/** The bases that have files, as part of a digest. */
export function namesOf(bases: Bases): string {
  return bases === null ? 'all' : [...bases].sort().join(' ');
}

// Table → the rate files of the tree, in every view and format. Pure.

/** Part of every digest of files, so that a change of this text renders everything again. */
export const RENDER = 'ratetree-render-2';

const STANDARD: readonly View[] = ['standard'];
const ALL_VIEWS: readonly View[] = ['standard', 'extended', 'bid', 'ask'];

export function renderLatest(table: Table, bases: Bases): Generator<TreeFile> {
  return render(table, bases, (base, view, format) => latestPath(table.provider, base, view, format));
}

export function renderHistorical(table: Table, bases: Bases): Generator<TreeFile> {
  return render(table, bases, (base, view, format) => historicalPath(table.provider, table.date, base, view, format));
}

function* render(
  table: Table,
  bases: Bases,
  pathOf: (base: CurrencyCode, view: View, format: Format) => TreePath,
): Generator<TreeFile> {
  for (const base of basesOf(table, bases)) {
    for (const view of viewsOf(table)) {
      const document = toRates(table, { view, base, currencies: null, places: PLACES_MAX });
      for (const format of FORMATS) {
        yield { path: pathOf(base, view, format), bytes: encode(document, { format, header: true }) };
      }
    }
  }
}

function viewsOf({ bidAsk }: Table): readonly View[] {
  return bidAsk ? ALL_VIEWS : STANDARD;
}

function basesOf(table: Table, bases: Bases): readonly CurrencyCode[] {
  if (table.provider !== GLOBAL) return [table.reference];
  return [...table.figures.keys()].filter((code) => quotes(table, code) && (bases === null || bases.has(code)));
}

const codes = z.array(currencyCode).nullable();

const partLabel = z.strictObject({
  format: z.literal('ratetree-part-3'),
  index: z.int().nonnegative(),
  count: z.int().positive(),
  /** Digest of the archive's figures, so that parts of two nights are not joined. */
  archive: z.string(),
  date: isoDate,
  bases: codes,
  historyBases: codes,
  since: isoDate.nullable(),
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
  asOf: '--as-of',
} as const;

export function labelText(label: PartLabel): string {
  return `${JSON.stringify(label)}\n`;
}

type Options = Pick<TreeOptions, 'date' | 'bases' | 'historyBases' | 'since' | 'shard'>;

/** @param archive digest of the archive's figures */
export function toLabel(options: Options, archive: string, asOf: string | null): PartLabel {
  const { date, bases, historyBases, since, shard } = options;
  const { index, count } = shard ?? WHOLE;
  const chosen = { bases: sorted(bases), historyBases: sorted(historyBases) };
  return { format: 'ratetree-part-3', index, count, archive, date, ...chosen, since, asOf };
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
