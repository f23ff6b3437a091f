/** What a run of generate is told about the tree that it makes, besides what the archive says. */
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { Bases } from './rate-files.ts';
import type { Shard } from './shard.ts';
import type { TreeFile } from './tree-file.ts';

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
