/** What a run of generate is told about the tree that it makes, besides what the archive says. */
import type { TreePath } from '../../../wire/answers/paths.ts';
import { hashOf } from '../../../wire/words/hash.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../../wire/words/schemas.ts';

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
  /** Whether each year has a Parquet file, and the tree a description of these files. */
  readonly parquet: boolean;
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
