/**
 * Publishes a tree as a release: objects, draft, log, pointer, stable copies and the list of releases, in that order, so
 * that a reader of the pointer never finds a file missing. Before the draft, it reads the release back as a gateway would.
 * If it is killed at any point and run again, it finishes and uploads no good file twice.
 */

import { existsSync } from 'node:fs';
import type { KnownFiles } from '../../kit/known-files.ts';
import { readReleases } from '../../rates/corrections/release-ledger.ts';
import { LOG } from '../../wire/release/keys.ts';
import { distrustOf, type Pointer, type Released } from '../../wire/release/pointer.ts';
import { instantAfter } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { publishArchive } from '../archive/archive-in-store.ts';
import { readArchiveOf } from '../archive/archive-list.ts';
import { hasSameFigures } from '../archive/collected.ts';
import { LogForked } from '../log/tiles.ts';
import { type Logged, type LogOptions, logRelease, toLogged } from '../objects/log-release.ts';
import { copyStable } from '../objects/stable-copies.ts';
import { uploadState } from '../objects/state.ts';
import { refuseUnreadable } from '../objects/trial.ts';
import { nearestTexts, type UploadOptions, uploadObjects } from '../objects/upload-tree.ts';
import { DraftChanged, type DraftState, dropDraft, readDraft, writeDraft } from '../pointer/draft.ts';
import { flip, nextSequence, type Signed, type Signing } from '../pointer/flip.ts';
import { refuseHeld } from '../pointer/hold.ts';
import { readInForce } from '../pointer/in-force.ts';
import { listReleases } from '../pointer/list-releases.ts';
import { beginFirst } from '../pointer/lost-pointer.ts';
import {
  keptAmong,
  type PointerInForce,
  type PublishedPointer,
  readCopies,
  readPointer,
  signAnew,
  writePointer,
} from '../pointer/published.ts';
import { noteReleases } from '../pointer/released-files.ts';
import { type Signer, withSignature } from '../pointer/signing.ts';
import { openWorkFolder } from '../store/work-folder.ts';

export interface PublishOptions extends Signing, Omit<UploadOptions, 'texts'> {
  readonly archiveDir: string;
  /** What is in force, if that was read and compared with the tree; else it is read. */
  readonly before?: PointerInForce<PublishedPointer> | null;
  /** Those of the run, if it has listed the archive before. */
  readonly hashes?: KnownFiles;
  /** The draft's archive that the folder contains, if a night has restored it or written it. */
  readonly draftArchive?: string | null;
  /** How the release is logged; by default as the log that is there asks for, without witnesses. */
  readonly log?: LogOptions | undefined;
  /** True to publish although a rollback holds, and to end the hold. */
  readonly liftHold?: boolean;
}

export interface PublishSummary extends Omit<Signed, 'pointer'> {
  readonly release: string;
  /** False if the store already had this release, so only the pointer was signed again. */
  readonly isNew: boolean;
  /** Objects written, without the stable copies. */
  readonly objects: number;
  readonly bytes: number;
  /** Where the release is in the log; null if the store has none. */
  readonly log: Logged | null;
  /** Stable copies made. */
  readonly copied: number;
  /** Stable copies removed. */
  readonly removed: number;
}

/**
 * @throws StoreError, also if another publisher was faster; InputError if the tree or the archive cannot be used;
 * ReleaseRefused if no gateway could read the release
 */
export async function publish(options: PublishOptions): Promise<PublishSummary> {
  const { store, tree, archiveDir, onProgress, liftHold = false } = options;
  if (!existsSync(archiveDir))
    throw new InputError(`${archiveDir}: there is no archive here; name its folder with --archive`);
  const before = options.before === undefined ? await readInForce(options) : options.before;
  const { release, root } = tree.pointer;
  if (!liftHold) refuseHeld(store, before?.pointer ?? null, release);
  if (options.replaceKey !== undefined) await signAnew(options, before?.pointer ?? null);
  if (before === null) await beginFirst(options);
  else await noteReleases(store, archiveDir, [before.pointer]);
  const isNew = before?.pointer.release !== release;
  const copies = await readCopies(store, options, before?.pointer ?? null);
  const begun = { before, kept: keptAmong(copies), drafted: await readDraft(store, before, options) };
  const sent = await sendArchive(options, begun, isNew);
  const texts = nearestTexts(tree, store);
  const content = isNew ? await uploadRelease({ ...options, texts }, begun) : { objects: 0, bytes: 0 };
  const { state, gone } = await uploadState(options, before);
  const named = { ...(await firstOf(options, begun)), state };
  if (isNew) await draftNext(options, begun, named, sent.archive);
  const others = [...begun.kept, ...(begun.drafted.draft?.next ?? [])];
  const log = await logRelease(options, toLogged(named), others.map(toLogged), archiveDir);
  const hold = liftHold || isNew ? null : (before?.pointer.hold ?? null);
  const { pointer, ...signed } = await flip(options, before, { ...named, archive: sent.archive, hold });
  await listReleases(store, options, { copies: [...copies, pointer], written: pointer });
  await store.delete(gone);
  if (isNew || begun.drafted.etag !== null) await dropDraft(store, [null, sent.archive, ...sent.contained]);
  const copying = (done: number, total: number) => onProgress('stable addresses', done, total);
  const stable = await copyStable(store, { root }, copying, texts);
  if (isNew) await noteReleases(store, archiveDir, [named]);
  const [objects, bytes] = [sent.objects + content.objects + 1, sent.bytes + content.bytes];
  return { release, ...signed, isNew, objects, bytes, log, ...stable };
}

/** What lies in the store when a publication begins. */
interface Begun {
  readonly before: PointerInForce<PublishedPointer> | null;
  readonly kept: readonly Pointer[];
  readonly drafted: DraftState;
}

/** Uploads the archive. What a draft has of it is there already, if all of that is on this disk. */
async function sendArchive(options: PublishOptions, { before, drafted }: Begun, isNew: boolean) {
  const { store, archiveDir, hashes } = options;
  const local = await readArchiveOf(archiveDir, hashes);
  const [released, draft] = [before?.pointer.archive ?? null, drafted.draft?.archive ?? null];
  const contained = draft === local.hash || draft === options.draftArchive ? [draft] : [];
  // Of a release that is signed again nothing is new but the line about itself, which the next one will have.
  if (!isNew && released !== null && (await hasSameFigures(store, released, local)))
    return { objects: 0, bytes: 0, archive: released, contained };
  const there = [released, ...contained].filter((one) => one !== null);
  return { ...(await publishArchive(store, archiveDir, local, there)), archive: local.hash, contained };
}

/** Uploads everything that the pointer will refer to. */
async function uploadRelease(options: PublishOptions & UploadOptions, { before, kept }: Begun) {
  const { store, tree } = options;
  // The content of an earlier release may have come back. All that it refers to is kept, so only the pointer changes.
  const isKept = kept.some(({ release }) => release === tree.pointer.release);
  const uploads = isKept ? { objects: 0, bytes: 0 } : await uploadObjects(options, before);
  // A release that is refused is in no draft, so that nobody can log it or roll back to it.
  await refuseUnreadable(store, tree.pointer);
  return uploads;
}

/** The tree as it is, or was, first in force: what a publisher was about to sign when it was killed is signed now. */
async function firstOf(options: PublishOptions, { before, kept, drafted }: Begun): Promise<Released> {
  const { tree, archiveDir, now } = options;
  const { release, root, state, date, method } = tree.pointer;
  const sequence = await nextSequence(options, before?.pointer ?? null);
  const next = drafted.draft?.next.filter(({ first }) => first === sequence) ?? [];
  const same = [...kept, ...next].find((one) => one.release === release);
  const noted = (await readReleases(archiveDir, null)).at(-1)?.time ?? null;
  const last = [noted, before?.pointer.time ?? null].filter((one) => one !== null).sort();
  const { first, published } = same ?? { first: sequence, published: instantAfter(last.at(-1) ?? null, now()) };
  return { release, root, state, date, method, first, published };
}

/** A publisher that finds the draft changed so often leaves the store to those who change it. */
const ATTEMPTS_MAX = 5;

/** Notes the release in the draft before it is logged. What another night has noted there meanwhile stays. */
async function draftNext(options: PublishOptions, { before, drafted }: Begun, named: Released, archive: string) {
  let state = drafted;
  for (let attempt = 1; ; attempt++) {
    const { draft, etag } = state;
    const next = [...(draft?.next ?? []).filter(({ release }) => release !== named.release), named];
    const above = before?.pointer.sequence ?? draft?.above ?? 0;
    try {
      return await writeDraft(options, before, { archive: draft?.archive ?? archive, next, above }, etag);
    } catch (error) {
      if (!(error instanceof DraftChanged) || attempt === ATTEMPTS_MAX) throw error;
    }
    state = await readDraft(options.store, before, options);
  }
}

// Signs the tree that `generate` has left in a folder, and logs it there: the demo is no store, and can prove
// figures.

/** The log has the name of the key, so that nobody takes those of two demos for one that was rewritten. */
export async function signTree(dir: string, signer: Signer): Promise<void> {
  const store = await openWorkFolder(dir);
  const inForce = await readPointer(store);
  if (inForce === null) throw new InputError(`${dir} holds no tree: run generate first`);
  const { pointer } = inForce;
  const origin = `demo.ratetree/${signer.id}`;
  const signing = { store, signer, now: () => new Date(), log: { origin, witnesses: [], quorum: 0 } };
  try {
    await logRelease(signing, toLogged(pointer), [], null);
  } catch (error) {
    if (!(error instanceof InputError || error instanceof LogForked)) throw error;
    // It is of a key that is gone, or a run was killed that wrote it.
    for await (const { key } of store.list(LOG)) await store.delete([key]);
    await logRelease(signing, toLogged(pointer), [], null);
  }
  if (distrustOf(pointer, new Map([[signer.id, signer.publicKey]])) === null) return;
  await writePointer(store, withSignature(pointer, signer), inForce);
}
