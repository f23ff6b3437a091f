/**
 * `ratetree nightly`: restores the archive, collects, generates, checks and publishes. It is made for schedulers: each
 * end has an exit code, and the last line of standard output is one JSON object. It is safe to run it twice: a second
 * run finds nothing new and only signs the pointer again.
 */
import type { Command } from 'commander';
import { toCollectLine } from '../collect/events.ts';
import { reportLines } from '../gate/report.ts';
import { makeFolder } from '../kit/files.ts';
import { restoreArchive } from '../release/archive-in-store.ts';
import { holdWords, readHoldInEffect } from '../release/hold.ts';
import { noteReleaseInForce } from '../release/note-release.ts';
import { forgetPending, keepPending, type Restored, restorePending } from '../release/pending.ts';
import { flip, type PublishSummary, publish } from '../release/publish.ts';
import { type PointerInForce, readPointer } from '../release/published.ts';
import { refuseOtherSigner } from '../release/same-signer.ts';
import type { ObjectStore } from '../store/store.ts';
import { openLocalTree } from '../tree/local-tree.ts';
import { ACCEPT_OPTION, checkAgainst } from './check.ts';
import { type CollectFlags, collect, withCollectOptions } from './collect.ts';
import { EXIT } from './exit.ts';
import { ARCHIVE_OPTION } from './flags.ts';
import { type GenerateFlags, generateTree, withGenerateOptions } from './generate.ts';
import { acquireLock } from './lock.ts';
import { checkSample } from './mending.ts';
import { type NightReport, noteFailure, reportAtEnd } from './night-report.ts';
import {
  KEEP_OPTION,
  LIFT_HOLD_OPTION,
  type PublishSteps,
  pruneTo,
  REPLACE_KEY_OPTION,
  SIGNING_OPTION,
  type SigningFlags,
  toSigner,
  toSteps,
} from './publishing.ts';
import { AT_ONCE, STORE_ARGUMENT, type StoreFlags, withStore, withStoreOptions } from './target.ts';

interface NightlyFlags extends CollectFlags, GenerateFlags, StoreFlags, SigningFlags {
  readonly accept?: readonly string[];
  readonly liftHold?: true;
  readonly keep?: number;
}

export function addNightly(program: Command): void {
  withStoreOptions(withGenerateOptions(withCollectOptions(program.command('nightly'))))
    .argument(...STORE_ARGUMENT)
    .option(...ARCHIVE_OPTION)
    .option(...SIGNING_OPTION)
    .option(...REPLACE_KEY_OPTION)
    .option(...ACCEPT_OPTION)
    .option(...LIFT_HOLD_OPTION)
    .option(...KEEP_OPTION)
    .action(reportNight);
}

/** Runs the night. Its report is printed when the process ends, whatever goes wrong. */
async function reportNight(target: string, flags: NightlyFlags): Promise<void> {
  const report = reportAtEnd();
  try {
    process.exitCode = await nightAlone(target, flags, report);
  } catch (error) {
    const { exitCode, text } = noteFailure(report, error);
    console.error(text);
    process.exitCode = exitCode;
  }
}

/** Runs the night unless another run is at work on the same archive. Returns the exit code. */
async function nightAlone(target: string, flags: NightlyFlags, report: NightReport): Promise<number> {
  makeFolder(flags.archive);
  const lock = await acquireLock(flags.archive);
  if (lock === null) {
    report.outcome = 'already running';
    report.error = `another run is at work on ${flags.archive}`;
    console.error(`ratetree: ${report.error}`);
    return EXIT.alreadyRunning;
  }
  try {
    const signer = toSigner(flags);
    return await withStore(target, flags, 'write', (store) => {
      report.requests = store.requests;
      return night(toSteps(store, signer, flags), flags, report);
    });
  } finally {
    await lock.release();
  }
}

async function night(steps: PublishSteps, flags: NightlyFlags, report: NightReport): Promise<number> {
  const { store } = steps;
  const inForce = await readPointer(store);
  // Checked before anything is collected, so that a forgotten key costs no night.
  refuseOtherSigner(steps, inForce?.pointer ?? null);
  if (inForce !== null) report.checked = await checkSample(store, inForce.pointer, flags, null);
  const restored = await restore(store, inForce, flags.archive);
  report.restored = restored.files;
  report.failures.push(...restored.failures);
  const { summaries } = await collect(flags, (event) => {
    if (event.kind !== 'started' && event.kind !== 'document') console.error(toCollectLine(event));
  });
  report.failures.push(...summaries.flatMap(({ failures }) => failures.slice(0, 1)));

  report.pending = await keepPending(store, flags.archive, inForce, restored.lists, AT_ONCE);

  const generated = await generateTree(flags);
  report.release = generated.release;
  report.voices = generated.voices;
  report.failures.push(...generated.failures);

  // The new tree has files that the old one on this disk, or an empty disk, did not have.
  if (inForce !== null && report.checked !== null && report.checked.left.length > 0)
    report.checked = await checkSample(store, inForce.pointer, flags, report.checked);

  const checked = await checkAgainst(store, flags.out, flags.accept ?? []);
  for (const line of reportLines(checked)) console.error(line);
  const held = flags.liftHold === true ? null : await readHoldInEffect(store, inForce?.pointer ?? null);
  report.held = held;
  if (held !== null) console.error(`${holdWords(held)}: nothing new is published until you add --lift-hold`);
  report.refusals = checked.refusals.map(({ fact }) => fact);
  if (report.refusals.length > 0 || (held !== null && held.to !== report.release)) {
    report.outcome = report.refusals.length > 0 ? 'refused' : 'held';
    report.published = await signAgain(steps);
    return EXIT.refused;
  }

  const tree = openLocalTree(flags.out);
  const accepted = checked.accepted.map(({ acceptance }) => acceptance);
  const kept = [...restored.lists, ...(report.pending === null ? [] : [report.pending])];
  const archive = { archiveDir: flags.archive, keptArchives: kept };
  report.published = await publish({ ...steps, tree, ...archive, accepted, liftHold: flags.liftHold === true });
  // The release has what was pending.
  await forgetPending(store, kept, report.pending);
  report.pending = null;
  report.outcome = 'published';
  await pruneTo(store, flags.keep);
  for (const fault of report.checked?.left ?? []) console.error(`${fault}: cannot be written again; see repair`);
  if (report.checked !== null && report.checked.left.length > 0) return EXIT.storeFailed;
  return report.failures.length > 0 ? EXIT.providerFailures : 0;
}

/** Fetches the archive of the release in force, and what was collected since, onto the disk. */
async function restore(store: ObjectStore, inForce: PointerInForce | null, archiveDir: string): Promise<Restored> {
  let files = 0;
  if (inForce !== null) {
    const { archive, release } = inForce.pointer;
    files = await restoreArchive(store, archive, archiveDir, AT_ONCE, release);
    await noteReleaseInForce(store, archiveDir, release);
  }
  const pending = await restorePending(store, archiveDir, AT_ONCE);
  return { ...pending, files: files + pending.files };
}

/** Signs the pointer to the release in force again. Returns null if nothing has been published yet. */
async function signAgain(steps: PublishSteps): Promise<PublishSummary | null> {
  const inForce = await readPointer(steps.store);
  if (inForce === null) return null;
  const { release } = inForce.pointer;
  const signed = await flip(steps, inForce, inForce.pointer);
  return { release, ...signed, isNew: false, objects: 1, bytes: 0, copied: 0, removed: 0 };
}
