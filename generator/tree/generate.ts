/** archive → tree: the walk through the archive becomes one stream of files, and one writer puts them in place. */
import type { WalkOptions } from '../rates/walk.ts';
import { placeOf } from '../wire/manifest.ts';
import { isMemory, MEMORY_FOLDER, type TreePath } from '../wire/paths.ts';
import type { IsoDate } from '../wire/schemas.ts';
import type { DayVoices } from '../wire/voices.ts';
import { type BuiltTree, treeChanges } from './changes.ts';
import { DamagedInPlace } from './in-place.ts';
import { openSource } from './open-source.ts';
import type { TreeOptions } from './provider-tree.ts';
import type { Bases } from './rate-files.ts';
import type { Counts } from './staged-files.ts';
import { Staging } from './staging.ts';

export interface GenerateOptions extends Omit<WalkOptions, 'asOf'> {
  /** The UTC day of the run, which decides which fixings are the latest and which currencies are obsolete. */
  readonly date: IsoDate;
  /** Makes the tree as it would have been at that instant (UTC with seconds); null or absent uses all that is known. */
  readonly asOf?: string | null;
  readonly outDir: string;
  readonly bases?: Bases;
  readonly historyBases?: Bases;
  readonly since?: IsoDate | null;
  /** How many threads make the files of dates; 1 by default, which starts none. */
  readonly jobs?: number;
  /** Called after each half month of the archive. */
  readonly onProgress?: TreeOptions['onSpan'];
}

export interface GenerateSummary {
  readonly release: string;
  readonly providers: number;
  /** How many dates of GLOBAL were blended, and how many fixings of providers were computed. */
  readonly blended: number;
  readonly fixings: number;
  readonly filesRendered: number;
  readonly filesWritten: number;
  readonly bytesWritten: number;
  /** How many figures of the archive are left out of the tree until they are accepted or confirmed. */
  readonly quarantined: number;
  /** Of GLOBAL's newest fixing; null if it has none. */
  readonly voices: DayVoices | null;
  /** One line for each archive folder without an adapter, and for each date whose rows do not make a fixing. */
  readonly failures: readonly string[];
}

/** @throws InputError if the archive or the tree in place cannot be used; the tree in place then stays unchanged */
export async function generate(options: GenerateOptions): Promise<GenerateSummary> {
  const damaged = new Set<string>();
  for (;;) {
    try {
      return await generateWithout(damaged, options);
    } catch (error) {
      const part = error instanceof DamagedInPlace ? partOf(error.path) : null;
      if (part === null || damaged.has(part)) throw error;
      damaged.add(part);
    }
  }
}

/** @param damaged providers of whose part in the tree in place nothing is believed, so that all of it is made again */
async function generateWithout(damaged: ReadonlySet<string>, options: GenerateOptions): Promise<GenerateSummary> {
  const { date, bases = null, historyBases = bases, since = null, onProgress: onSpan = () => {} } = options;
  const staging = Staging.open(options.outDir, options.jobs);
  try {
    const walkOptions = { ...options, asOf: options.asOf ?? null };
    const factsOfTree = { bases, historyBases, since };
    const source = await openSource(walkOptions, factsOfTree, staging.inPlace, damaged.size === 0);
    const tree = { date, bases, historyBases, since, damaged, onSpan };
    const built = await staging.take(treeChanges(source, options.currencies, staging.inPlace, tree));
    await staging.close();
    staging.commit();
    return toSummary(built, source.walk.unknown, staging.counts);
  } catch (error) {
    await staging.close();
    staging.abandon();
    throw error;
  }
}

/** What is made again where a file is damaged: a provider's part of the tree, or the memory, which is left unread. */
function partOf(path: TreePath): string | null {
  if (isMemory(path)) return MEMORY_FOLDER;
  const place = placeOf(path);
  return place.kind === 'root' ? null : place.provider;
}

function toSummary(
  { release, providers, global, quarantined, failures }: BuiltTree,
  unknown: readonly string[],
  { rendered, written, bytes }: Counts,
): GenerateSummary {
  return {
    release,
    providers: providers.filter(({ last }) => last !== null).length,
    blended: global.computed,
    fixings: providers.reduce((sum, { computed }) => sum + computed, 0),
    filesRendered: rendered,
    filesWritten: written,
    bytesWritten: bytes,
    voices: global.voices,
    quarantined,
    failures: [...unknown, ...failures],
  };
}
