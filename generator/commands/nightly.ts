/**
 * `ratetree nightly`: restore, collect, generate, check, publish; for schedulers, with exit codes and one line of JSON.
 * Safe to run twice: a second run finds nothing new and signs the pointer again.
 */
import { mkdirSync } from 'node:fs';
import type { Command } from 'commander';
import { toCollectLine } from '../collect/events.ts';
import { reportLines } from '../gate/report.ts';
import { restoreArchive } from '../release/archive-in-store.ts';
import { noteReleaseInForce } from '../release/note-release.ts';
import { flip, type PublishSummary, publish } from '../release/publish.ts';
import { readPointer } from '../release/published.ts';
import type { ObjectStore } from '../store/store.ts';
import { openLocalTree } from '../tree/local-tree.ts';
import { ACCEPT_OPTION, checkAgainst } from './check.ts';
import { type CollectFlags, collect, withCollectOptions } from './collect.ts';
import { type Failure, toFailure } from './failures.ts';
import { type GenerateFlags, generateTree, withGenerateOptions } from './generate.ts';
import { acquireLock } from './lock.ts';
import {
  KEEP_OPTION,
  pruneTo,
  SIGNING_OPTION,
  type SigningFlags,
  secondsSinceStart,
  toSigner,
  toSteps,
} from './publish.ts';
import { ARCHIVE_OPTION, EXIT } from './shared.ts';
import { AT_ONCE, openStore, type StoreFlags, withStoreOptions } from './target.ts';

interface NightlyFlags extends CollectFlags, GenerateFlags, StoreFlags, SigningFlags {
  readonly accept?: readonly string[];
  readonly keep?: number;
}

/** The line of JSON: how far the night came, and how it ended. */
interface NightReport {
  outcome: 'published' | 'refused' | 'already running' | Failure['outcome'];
  /** The release that was generated; null where the night did not come so far. */
  release: string | null;
  /** Files of the archive that came from the store. */
  restored: number;
  /** The first failure of each provider, and one line for each thing of the archive that is not a fixing. */
  failures: string[];
  /** Facts for which the gate refused the tree. */
  refusals: readonly string[];
  published: PublishSummary | null;
  error: string | null;
  requests: ObjectStore['requests'];
}

export function addNightly(program: Command): void {
  withStoreOptions(withGenerateOptions(withCollectOptions(program.command('nightly'))))
    .argument('<target>', 's3://BUCKET/PREFIX, or a folder')
    .option(...ARCHIVE_OPTION)
    .option(...SIGNING_OPTION)
    .option(...ACCEPT_OPTION)
    .option(...KEEP_OPTION)
    .action(async (target: string, flags: NightlyFlags) => {
      const report: NightReport = {
        ...{ release: null, restored: 0, failures: [], refusals: [] },
        ...{ outcome: 'broken', published: null, error: null, requests: {} },
      };
      process.exitCode = await endOf(() => nightAlone(target, flags, report), report);
      console.log(JSON.stringify({ ...report, seconds: secondsSinceStart() }));
    });
}

/** The exit code of the night. Whatever breaks is named in the report, so that the line of JSON is always printed. */
async function endOf(night: () => Promise<number>, report: NightReport): Promise<number> {
  try {
    return await night();
  } catch (error) {
    const { outcome, exitCode, text } = toFailure(error);
    console.error(text);
    Object.assign(report, { outcome, error: error instanceof Error ? error.message : text });
    return exitCode;
  }
}

async function nightAlone(target: string, flags: NightlyFlags, report: NightReport): Promise<number> {
  mkdirSync(flags.archive, { recursive: true });
  const lock = await acquireLock(flags.archive);
  if (lock === null) {
    report.outcome = 'already running';
    report.error = `another run is at work on ${flags.archive}`;
    console.error(`ratetree: ${report.error}`);
    return EXIT.alreadyRunning;
  }
  try {
    const signer = toSigner(flags);
    const store = await openStore(target, flags, 'write');
    report.requests = store.requests;
    try {
      return await night(toSteps(store, signer), flags, report);
    } finally {
      await store.close();
    }
  } finally {
    await lock.release();
  }
}

async function night(steps: ReturnType<typeof toSteps>, flags: NightlyFlags, report: NightReport): Promise<number> {
  const { store } = steps;
  report.restored = await restore(store, flags.archive);
  const { summaries } = await collect(flags, (event) => {
    if (event.kind !== 'started' && event.kind !== 'document') console.error(toCollectLine(event));
  });
  report.failures.push(...summaries.flatMap(({ failures }) => failures.slice(0, 1)));

  const generated = await generateTree(flags);
  report.release = generated.release;
  report.failures.push(...generated.failures);

  const checked = await checkAgainst(store, flags.out, flags.accept ?? []);
  for (const line of reportLines(checked.report)) console.error(line);
  report.refusals = checked.report.refusals.map(({ fact }) => fact);
  if (report.refusals.length > 0) {
    report.outcome = 'refused';
    report.published = await signAgain(steps);
    return EXIT.refused;
  }

  const tree = openLocalTree(flags.out);
  report.published = await publish({ ...steps, tree, archiveDir: flags.archive, accepted: checked.accepted });
  report.outcome = 'published';
  await pruneTo(store, flags.keep);
  return report.failures.length > 0 ? EXIT.providerFailures : 0;
}

/** Brings the observations of the release in force into the archive on disk. Returns how many files were fetched. */
async function restore(store: ObjectStore, archiveDir: string): Promise<number> {
  const inForce = await readPointer(store);
  if (inForce === null) return 0;
  const { archive, release } = inForce.pointer;
  const fetched = await restoreArchive(store, archive, archiveDir, AT_ONCE, release);
  await noteReleaseInForce(store, archiveDir, release);
  return fetched;
}

/** The pointer over the release in force, signed afresh; null where nothing has been published yet. */
async function signAgain(steps: ReturnType<typeof toSteps>): Promise<PublishSummary | null> {
  const inForce = await readPointer(steps.store);
  if (inForce === null) return null;
  const { release } = inForce.pointer;
  const sequence = await flip(steps, inForce, inForce.pointer);
  return { release, sequence, isNew: false, objects: 1, bytes: 0, copied: 0, removed: 0 };
}
