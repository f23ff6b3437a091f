/**
 * The steps of a night: what its disk lacks, the archive at its beginning, what is new, the tree, and the pointer. Each
 * returns what came of it.
 */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownFiles, withElsewhere } from '../kit/known-files.ts';
import { type Restored, restoreDraft } from '../release/archive/collected.ts';
import {
  fetchFrom,
  fetchWhole,
  isEmptyArchive,
  restoreArchive,
  restoreLazily,
} from '../release/archive/restore-archive.ts';
import { keepDocuments } from '../release/evidence/keep.ts';
import { ReleaseRefused } from '../release/objects/trial.ts';
import { flip } from '../release/pointer/flip.ts';
import type { GeneratedTree } from '../release/pointer/generated.ts';
import { type Hold, holdIn, holdWords } from '../release/pointer/hold.ts';
import { type PointerInForce, type PublishedPointer, readKept } from '../release/pointer/published.ts';
import { noteReleases } from '../release/pointer/released-files.ts';
import type { GenerateOptions, GenerateSummary } from '../release/publish/generate.ts';
import { type PublishOptions, type PublishSummary, publish } from '../release/publish/publish.ts';
import { Fetcher } from '../release/store/fetcher.ts';
import { WAITING } from '../sources/feeds/keeping.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { DRAFT_KEY } from '../wire/release/keys.ts';
import { POINTER_KEY } from '../wire/release/pointer.ts';
import { today } from './cli/flags.ts';
import type { PublishSteps } from './cli/publishing.ts';
import { type StoreFlags, toConnection } from './cli/target.ts';
import { type CollectFlags, type collectAloud, hasNews } from './collect.ts';
import { type GenerateFlags, generateTree, leftOutLines, summaryWords, toLicensed } from './generate.ts';
import { readSilence, readUnread, toUnreadLines } from './night-banks.ts';
import type { NightReport, NightSoFar } from './night-report.ts';
import { sayExpiry } from './night-words.ts';

/**
 * Adds the archive of the release in force, and what was collected since, to the archive whose hashes these are.
 * @param isWhole whether an empty folder gets all of it at once, and not only what a night is sure to read
 */
export async function restore(
  steps: PublishSteps,
  inForce: PointerInForce<PublishedPointer> | null,
  hashes: KnownFiles,
  isWhole: boolean,
): Promise<Restored> {
  const { store } = steps;
  const { dir } = hashes;
  let files = 0;
  if (inForce !== null) {
    const { archive, hold } = inForce.pointer;
    if (!isWhole && isEmptyArchive(dir)) files = await restoreLazily(store, archive, dir);
    else files = await restoreArchive(store, archive, dir, hashes);
    const kept = hold === null ? [] : await readKept(store, inForce.pointer, steps);
    await noteReleases(store, dir, [inForce.pointer, ...kept.filter(({ release }) => release === hold?.release)]);
  }
  const drafted = await restoreDraft(steps, hashes, inForce);
  if (isWhole) fetchWhole(dir);
  return { ...drafted, files: files + drafted.files };
}

/** Brings what is new into the archive, and the documents behind it into the store. */
export async function collectNews(
  steps: PublishSteps,
  inForce: PointerInForce | null,
  flags: CollectFlags & { readonly keepRaw?: number },
  collect: typeof collectAloud,
) {
  const { archive, keepRaw } = flags;
  // They wait beside the archive, so that a night that was killed leaves them to the next one.
  const { summaries } = await collect(keepRaw === 0 ? flags : { ...flags, documentsDir: join(archive, WAITING) });
  const documents = await keepDocuments(steps, archive, inForce !== null, { days: keepRaw ?? null, today: today() });
  const banks = await readUnread(archive, summaries, today());
  const silence = readSilence(summaries, banks);
  const unread = toUnreadLines(banks, silence.asked, today());
  for (const line of unread.failures) console.error(`act: ${line}`);
  for (const line of unread.passing) console.error(`wait: ${line}`);
  return { documents, unread, silence, hasNews: summaries.some(hasNews) };
}

/** Makes the tree, and says what is left out of it. */
export async function generateAloud(
  flags: GenerateFlags,
  upstream: GenerateOptions['upstream'],
): Promise<GenerateSummary> {
  for (const line of leftOutLines(toLicensed(PROVIDERS, flags.licence))) console.error(line);
  const made = await generateTree(flags, upstream);
  console.error(`release ${made.release}: ${summaryWords(made)}`);
  return made;
}

/** The hold of a rollback that is in effect, of which a person is told. */
export function sayHeld(before: PointerInForce | null, { liftHold }: { readonly liftHold?: true }): Hold | null {
  const held = liftHold === true ? null : holdIn(before?.pointer ?? null);
  if (held !== null) console.error(`${holdWords(held)}: nothing new is published until you add --lift-hold`);
  return held;
}

/** Publishes. If no gateway could read the release, says so, and signs the one in force again. */
export async function publishOrSignAgain(
  options: PublishOptions & Required<Pick<PublishOptions, 'before'>>,
): Promise<{ readonly published: PublishSummary | null; readonly error: string | null }> {
  try {
    return { published: await publish(options), error: null };
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(`ratetree: ${error.message}`);
    return { published: await signAgain(options, options.before), error: error.message };
  }
}

/** Signs the pointer to the release in force again. Returns null if nothing has been published yet. */
export async function signAgain(
  steps: PublishSteps,
  inForce: PointerInForce<PublishedPointer> | null,
): Promise<PublishSummary | null> {
  if (inForce === null) return null;
  const { release } = inForce.pointer;
  const { pointer: _, ...signed } = await flip(steps, inForce, inForce.pointer);
  return { release, ...signed, isNew: false, objects: 1, bytes: 0, log: null, copied: 0, removed: 0 };
}

interface Judgement {
  /** The pointer to the release with which the tree was compared. */
  readonly before: PointerInForce<PublishedPointer> | null;
  readonly tree: GeneratedTree;
  readonly hashes: KnownFiles;
  readonly pending: string | null;
  readonly refusals: readonly string[];
  readonly held: Hold | null;
}

/** Publishes the tree, unless the gate refused it or a rollback holds: then the release in force is signed again. */
export async function putIntoForce(
  steps: PublishSteps,
  flags: { readonly archive: string; readonly liftHold?: true },
  { before, tree, hashes, pending, refusals, held }: Judgement,
): Promise<{ readonly facts: Partial<NightReport>; readonly failures: readonly string[] }> {
  if (refusals.length > 0 || (held !== null && held.to !== tree.pointer.release)) {
    const published = await signAgain(steps, before);
    return { facts: { outcome: refusals.length > 0 ? 'refused' : 'held', published }, failures: sayExpiry(published) };
  }
  const archive = { archiveDir: flags.archive, hashes, draftArchive: pending };
  const liftHold = flags.liftHold === true;
  const { published, error } = await publishOrSignAgain({ ...steps, ...archive, before, tree, liftHold });
  const failures = [...sayExpiry(published), ...(published?.log?.failures ?? [])];
  if (error !== null) return { facts: { outcome: 'refused', published, error }, failures };
  // The release has what was pending.
  return { facts: { outcome: 'published', published, pending: null }, failures };
}

export interface NightSteps extends PublishSteps {
  readonly disk: NightDisk;
}

interface DiskFlags extends StoreFlags {
  readonly archive: string;
  readonly out: string;
  readonly whole?: true;
}

interface NightDisk {
  /** What a run goes on from whose disk has no tree; null if it has one, or is to have a whole one. */
  upstreamOf(inForce: PointerInForce<PublishedPointer> | null): NonNullable<GenerateOptions['upstream']> | null;
}

/** Brings what is not on the disk of a night from the store when it is needed, so that an empty one costs what is new. */
export async function withDisk<Result>(
  target: string,
  flags: DiskFlags,
  soFar: NightSoFar,
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
    soFar.tell({ fetched: fetcher.fetched });
    await fetcher.close();
  }
}

/** What an earlier night has left here would only grow. */
function clear(out: string): void {
  for (const name of ['objects', 'archive', DRAFT_KEY]) rmSync(join(out, name), { recursive: true, force: true });
}
