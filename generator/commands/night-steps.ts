/**
 * The steps of a night at the store: the archive at its beginning, what its disk lacks, and the pointer if nothing new is
 * published.
 */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownFiles, withElsewhere } from '../kit/known-files.ts';
import { type Restored, restoreDraft } from '../release/archive/collected.ts';
import { fetchFrom, isEmptyArchive, restoreArchive, restoreLazily } from '../release/archive/restore-archive.ts';
import { ReleaseRefused } from '../release/objects/trial.ts';
import { flip } from '../release/pointer/flip.ts';
import type { GeneratedTree } from '../release/pointer/generated.ts';
import { holdIn, holdWords } from '../release/pointer/hold.ts';
import { readInForce } from '../release/pointer/in-force.ts';
import { type PointerInForce, type PublishedPointer, readKept } from '../release/pointer/published.ts';
import { noteReleases } from '../release/pointer/released-files.ts';
import type { GenerateOptions } from '../release/publish/generate.ts';
import { type PublishOptions, type PublishSummary, publish } from '../release/publish/publish.ts';
import { Fetcher } from '../release/store/fetcher.ts';
import { DRAFT_KEY } from '../wire/release/keys.ts';
import { POINTER_KEY } from '../wire/release/pointer.ts';
import { EXIT } from '../wire/words/input-error.ts';
import { failuresCode } from './cli/flags.ts';
import { type PublishSteps, pruneTo } from './cli/publishing.ts';
import { type StoreFlags, toConnection } from './cli/target.ts';
import { UNREAD } from './mending.ts';
import { type NightReport, noteExpiry } from './night-report.ts';

/**
 * Adds the archive of the release in force, and what was collected since, to the archive whose hashes these are.
 * @param isLazy whether an empty folder gets only what a night is sure to read
 */
export async function restore(
  steps: PublishSteps,
  inForce: PointerInForce<PublishedPointer> | null,
  hashes: KnownFiles,
  isLazy: boolean,
): Promise<Restored> {
  const { store } = steps;
  const { dir } = hashes;
  let files = 0;
  if (inForce !== null) {
    const { archive, hold } = inForce.pointer;
    if (isLazy && isEmptyArchive(dir)) files = await restoreLazily(store, archive, dir);
    else files = await restoreArchive(store, archive, dir, hashes);
    const kept = hold === null ? [] : await readKept(store, steps);
    await noteReleases(store, dir, [inForce.pointer, ...kept.filter(({ release }) => release === hold?.release)]);
  }
  const drafted = await restoreDraft(steps, hashes, inForce);
  return { ...drafted, files: files + drafted.files };
}

/** Publishes. If no gateway could read the release, notes that as the error, and signs the one in force again. */
export async function publishOrSignAgain(
  options: PublishOptions,
  report: { error: string | null },
): Promise<PublishSummary | null> {
  try {
    return await publish(options);
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(`ratetree: ${error.message}`);
    report.error = error.message;
    return await signAgain(options);
  }
}

/** Signs the pointer to the release in force again. Returns null if nothing has been published yet. */
export async function signAgain(steps: PublishSteps): Promise<PublishSummary | null> {
  const inForce = await readInForce(steps);
  if (inForce === null) return null;
  const { release } = inForce.pointer;
  const { pointer: _, ...signed } = await flip(steps, inForce, inForce.pointer);
  return { release, ...signed, isNew: false, objects: 1, bytes: 0, log: null, copied: 0, removed: 0 };
}

/** What the operator has said of the night. */
interface NightFlags {
  readonly archive: string;
  readonly liftHold?: true;
  readonly keep?: number;
  readonly failuresOk?: true;
}

export interface Judgement {
  readonly tree: GeneratedTree;
  readonly hashes: KnownFiles;
}

/** Publishes the tree, unless the gate refused it or a rollback holds. */
export async function putIntoForce(
  steps: PublishSteps,
  flags: NightFlags,
  report: NightReport,
  { tree, hashes }: Judgement,
): Promise<number> {
  const liftHold = flags.liftHold === true;
  const held = liftHold ? null : holdIn((await readInForce(steps))?.pointer ?? null);
  report.held = held;
  if (held !== null) console.error(`${holdWords(held)}: nothing new is published until you add --lift-hold`);
  if (report.refusals.length > 0 || (held !== null && held.to !== report.release)) {
    report.outcome = report.refusals.length > 0 ? 'refused' : 'held';
    report.published = await signAgain(steps);
    noteExpiry(report);
    return EXIT.refused;
  }
  const archive = { archiveDir: flags.archive, hashes, draftArchive: report.pending };
  report.published = await publishOrSignAgain({ ...steps, ...archive, tree, liftHold }, report);
  noteExpiry(report);
  report.failures.push(...(report.published?.log?.failures ?? []));
  if (report.error !== null) {
    report.outcome = 'refused';
    return EXIT.refused;
  }
  // The release has it.
  report.pending = null;
  report.outcome = 'published';
  await pruneTo(steps, flags.keep);
  for (const fault of report.checked?.left ?? []) console.error(`${fault}: cannot be written again; see repair`);
  const { failures, withheld, notices } = report;
  if (failures.includes(UNREAD) || (report.checked !== null && report.checked.left.length > 0)) return EXIT.storeFailed;
  return failures.length + withheld.length + notices.length > 0 ? failuresCode(flags) : 0;
}

interface DiskFlags extends StoreFlags {
  readonly archive: string;
  readonly out: string;
  readonly whole?: true;
}

export interface NightDisk {
  /** What a run goes on from whose disk has no tree; null if it has one, or is to have a whole one. */
  upstreamOf(inForce: PointerInForce<PublishedPointer> | null): NonNullable<GenerateOptions['upstream']> | null;
}

/** Brings what is not on the disk of a night from the store when it is needed, so that an empty one costs what is new. */
export async function withDisk<Result>(
  target: string,
  flags: DiskFlags,
  report: Pick<NightReport, 'fetched'>,
  work: (disk: NightDisk) => Promise<Result>,
): Promise<Result> {
  const { archive, out, whole } = flags;
  const fetcher = new Fetcher(target, toConnection(flags));
  const disk: NightDisk = {
    upstreamOf(inForce) {
      if (existsSync(join(out, POINTER_KEY))) return null;
      if (existsSync(join(out, DRAFT_KEY))) clear(out);
      if (whole === true || inForce === null || inForce.pointer.state === null) return null;
      return { pointer: inForce.pointer, objects: fetcher };
    },
  };
  try {
    return await withElsewhere(archive, fetchFrom(fetcher), () => work(disk));
  } finally {
    report.fetched = fetcher.fetched;
    await fetcher.close();
  }
}

/** What an earlier night has left here would only grow. */
function clear(out: string): void {
  for (const name of ['objects', 'archive', DRAFT_KEY]) rmSync(join(out, name), { recursive: true, force: true });
}
