/** archive → tree: the walk through the archive becomes one stream of files, and one writer puts them in place. */

import { DamagedMemory } from '../../kit/memory.ts';
import type { WalkOptions } from '../../walk/walk-sources.ts';
import { MEMORY_FOLDER } from '../../wire/answers/paths.ts';
import { placeOf } from '../../wire/release/manifest.ts';
import type { Notice } from '../../wire/words/notices.ts';
import type { IsoDate } from '../../wire/words/schemas.ts';
import type { DayVoices } from '../../wire/words/voices.ts';
import { DamagedInPlace } from '../read/in-place.ts';
import { refuseOtherPart, toLabel } from '../read/part-label.ts';
import type { Bases } from '../read/rate-files.ts';
import type { Shard } from '../read/shard.ts';
import type { TreeOptions } from '../read/tree-options.ts';
import type { Counts } from '../write/staged-files.ts';
import { Staging } from '../write/staging.ts';
import type { Step } from '../write/step.ts';
import { treeChanges } from './changes.ts';
import { openSource } from './open-source.ts';
import { partChanges } from './part-changes.ts';
import type { BuiltProvider } from './provider-tree.ts';
import type { TreeSource } from './tree-source.ts';

export interface GenerateOptions extends Omit<WalkOptions, 'asOf'> {
  /** The UTC day of the run, which decides which fixings are the latest and which currencies are obsolete. */
  readonly date: IsoDate;
  /** Makes the tree as it would have been at that instant (UTC with seconds); null or absent uses all that is known. */
  readonly asOf?: string | null;
  readonly outDir: string;
  readonly bases?: Bases;
  readonly historyBases?: Bases;
  readonly since?: IsoDate | null;
  /** Whether the tree has Parquet files; false by default. */
  readonly parquet?: boolean;
  /** How many threads make files; 1 by default, which starts none. */
  readonly jobs?: number;
  /** The files of the explorer; a tree without them is whole, but has no page. */
  readonly site?: TreeOptions['site'];
  /** Called after each half month of the archive. */
  readonly onProgress?: TreeOptions['onSpan'];
}

/** What came of one part, or of the whole tree. */
export interface PartSummary {
  readonly providers: number;
  /** How many dates of GLOBAL were blended, and how many fixings of providers were computed. */
  readonly blended: number;
  readonly fixings: number;
  readonly filesRendered: number;
  readonly filesWritten: number;
  readonly bytesWritten: number;
  /** One line for each archive folder without an adapter, and for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
}

export interface GenerateSummary extends PartSummary {
  readonly release: string;
  /** How many figures of the archive are left out of the tree until they are accepted or confirmed. */
  readonly quarantined: number;
  /** Of GLOBAL's newest fixing; null if it has none. */
  readonly voices: DayVoices | null;
  readonly notices: readonly Notice[];
}

/** @throws InputError if the archive or the tree in place cannot be used; the tree in place then stays unchanged */
export async function generate(options: GenerateOptions): Promise<GenerateSummary> {
  refuseOtherPart(options.outDir, null);
  const { built, unknown, counts } = await intoFolder(options, null, (source, { inPlace, after }, tree) =>
    treeChanges(source, options.currencies, inPlace, after, tree),
  );
  const { release, providers, global, quarantined, failures } = built;
  const summary = toSummary(providers, global, [...unknown, ...failures], counts);
  return { ...summary, release, voices: global.voices, notices: global.notices, quarantined };
}

/**
 * Makes one part of the tree, see shard.ts.
 * @param archive digest of the archive's figures, by which parts of other archives are told apart
 * @throws InputError like `generate`, or if the folder holds another part or a whole tree
 */
export async function generatePart(options: GenerateOptions, shard: Shard, archive: string): Promise<PartSummary> {
  refuseOtherPart(options.outDir, shard);
  const { built, unknown, counts } = await intoFolder(options, shard, ({ walk }, { inPlace }, tree) =>
    partChanges(walk, inPlace, tree, toLabel(tree, shard, archive, options.asOf ?? null)),
  );
  return toSummary([...built.built.values()], built.global, [...unknown, ...built.failures], counts);
}

interface Into<Built> {
  readonly built: Built;
  /** One line for each folder of the archive without an adapter. */
  readonly unknown: readonly string[];
  readonly counts: Counts;
}

type Trees = Pick<Staging, 'inPlace' | 'after'>;
type ToChanges<Built> = (source: TreeSource, trees: Trees, tree: TreeOptions) => Iterator<Step, Built>;

/** What lies in the folder damaged is made again, provider by provider. */
async function intoFolder<Built>(
  options: GenerateOptions,
  shard: Shard | null,
  toChanges: ToChanges<Built>,
): Promise<Into<Built>> {
  const { date, bases = null, historyBases = bases, since = null, parquet = false, site = [] } = options;
  const { onProgress: onSpan = () => {} } = options;
  const damaged = new Set<string>();
  for (;;) {
    try {
      const tree = { date, bases, historyBases, since, parquet, shard, damaged, onSpan, site };
      return await staged(options, tree, toChanges);
    } catch (error) {
      const part = damagedPart(error);
      if (part === null || damaged.has(part)) throw error;
      damaged.add(part);
    }
  }
}

async function staged<Built>(
  options: GenerateOptions,
  tree: TreeOptions,
  toChanges: ToChanges<Built>,
): Promise<Into<Built>> {
  const staging = Staging.open(options.outDir, options.jobs);
  try {
    const walkOptions = { ...options, asOf: options.asOf ?? null };
    const source = await openSource(walkOptions, tree, staging.inPlace, tree.damaged.size === 0);
    const built = await staging.take(toChanges(source, staging, tree));
    await staging.close();
    staging.commit();
    return { built, unknown: source.walk.unknown, counts: staging.counts };
  } catch (error) {
    await staging.close();
    staging.abandon();
    throw error;
  }
}

/**
 * What is made again where a file is damaged: a provider's part of the tree, or the memory, which is left unread. Null for
 * other errors.
 */
function damagedPart(error: unknown): string | null {
  if (error instanceof DamagedMemory) return MEMORY_FOLDER;
  if (!(error instanceof DamagedInPlace)) return null;
  const place = placeOf(error.path);
  return place.kind === 'root' ? null : place.provider;
}

function toSummary(
  providers: readonly BuiltProvider[],
  global: BuiltProvider,
  failures: readonly string[],
  { rendered, written, bytes }: Counts,
): PartSummary {
  return {
    providers: providers.filter(({ last }) => last !== null).length,
    blended: global.computed,
    fixings: providers.reduce((sum, { computed }) => sum + computed, 0),
    filesRendered: rendered,
    filesWritten: written,
    bytesWritten: bytes,
    failures,
  };
}
