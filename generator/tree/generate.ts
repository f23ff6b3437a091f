/** archive → tree: the facts of the archive become one stream of files, and one writer puts them in place. */
import type { IsoDate } from '../wire/schemas.ts';
import type { DayVoices } from '../wire/voices.ts';
import { type BuiltTree, treeChanges } from './changes.ts';
import type { TreeOptions } from './provider-part.ts';
import type { Bases } from './rate-files.ts';
import { Staging } from './staging.ts';
import { type ArchiveOptions, readTreeFacts, type TreeFacts } from './tree-facts.ts';

export interface GenerateOptions extends ArchiveOptions {
  readonly outDir: string;
  readonly bases?: Bases;
  readonly historyBases?: Bases;
  readonly since?: IsoDate | null;
  /** Called after each date of a provider. */
  readonly onProgress?: TreeOptions['onDate'];
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
  const facts = await readTreeFacts(options);
  const { date, bases = null, historyBases = bases, since = null, onProgress: onDate = () => {} } = options;
  const staging = Staging.open(options.outDir);
  try {
    const changes = treeChanges(facts, options.currencies, staging.inPlace, {
      ...{ date, bases, historyBases, since, onDate },
    });
    const built = await staging.take(changes);
    staging.commit();
    const { files: filesWritten, bytes: bytesWritten } = staging;
    return { ...toSummary(built, facts), filesWritten, bytesWritten };
  } catch (error) {
    staging.abandon();
    throw error;
  }
}

function toSummary(
  { release, providers, global, rendered }: BuiltTree,
  { histories, state, unknown }: TreeFacts,
): Omit<GenerateSummary, 'filesWritten' | 'bytesWritten'> {
  const failures = [...providers, global].flatMap((built) => built.failures.map(({ message }) => message));
  return {
    release,
    providers: histories.length,
    blended: global.computed,
    fixings: providers.reduce((sum, { computed }) => sum + computed, 0),
    filesRendered: rendered,
    voices: global.voices,
    quarantined: state.quarantined.length,
    failures: [...unknown, ...failures],
  };
}
