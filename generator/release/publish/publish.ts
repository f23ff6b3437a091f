/**
 * Publishes a tree as a release: objects, record, pointer, stable copies and the list of releases, in that order, so that a
 * reader of the pointer never finds a file missing. Before the record, it reads the release back as a gateway would. If it
 * is killed at any point and run again, it finishes and uploads no good file twice.
 */

import { existsSync } from 'node:fs';
import type { KnownFiles } from '../../kit/known-files.ts';
import { METHOD } from '../../rates/blend/blend.ts';
import { readReleases } from '../../rates/corrections/release-ledger.ts';
import { statusPath } from '../../wire/answers/paths.ts';
import { parseStatus } from '../../wire/answers/status.ts';
import { LOG, NOTES } from '../../wire/release/keys.ts';
import type { AcceptedFact } from '../../wire/release/manifest.ts';
import { distrustOf } from '../../wire/release/pointer.ts';
import { instantAfter } from '../../wire/words/calendar.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { publishArchive } from '../archive/archive-in-store.ts';
import { readArchiveOf } from '../archive/archive-list.ts';
import { LogForked } from '../log/tiles.ts';
import { type Logged, type LogOptions, logRelease } from '../objects/log-release.ts';
import { copyStable } from '../objects/stable-copies.ts';
import { refuseUnreadable } from '../objects/trial.ts';
import {
  type Candidate,
  newObjects,
  toCandidate,
  type UploadOptions,
  uploadMemory,
  uploadObjects,
} from '../objects/upload-tree.ts';
import { flip, nextSequence, type Signed, type Signing } from '../pointer/flip.ts';
import type { GeneratedTree } from '../pointer/generated.ts';
import { readHold, refuseHeld } from '../pointer/hold.ts';
import { holdOn, readInForce } from '../pointer/in-force.ts';
import { listReleases } from '../pointer/list-releases.ts';
import { beginFirst } from '../pointer/lost-pointer.ts';
import {
  type PointerInForce,
  type PublishedPointer,
  readPointer,
  readPublished,
  readRecord,
  writePointer,
  writeRecord,
} from '../pointer/published.ts';
import { noteReleaseInForce } from '../pointer/released-files.ts';
import { sealAnew } from '../pointer/sealed-notes.ts';
import { type Signer, withSignature } from '../pointer/signing.ts';
import type { ObjectStore } from '../store/store.ts';
import { openWorkFolder } from '../store/work-folder.ts';

export interface PublishOptions extends Signing, UploadOptions {
  readonly archiveDir: string;
  /** Those of the run, if it has listed the archive before. */
  readonly hashes?: KnownFiles;
  /** The facts that an operator has let pass; they are kept in the manifest of the release. */
  readonly accepted: readonly AcceptedFact[];
  /** Lists of archives that are in the store already, beside that of the release in force. */
  readonly keptArchives?: readonly string[];
  /** How the release is logged; by default as the log that is there asks for, without witnesses. */
  readonly log?: LogOptions | undefined;
  /** True to publish although a rollback holds, and to end the hold. */
  readonly liftHold?: boolean;
}

export interface PublishSummary extends Signed {
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
  const { store, tree, archiveDir, onProgress } = options;
  if (!existsSync(archiveDir))
    throw new InputError(`${archiveDir}: there is no archive here; name its folder with --archive`);
  const before = await readInForce(options);
  const { release, ...candidate } = toCandidate(tree, options.accepted);
  const hold = await readHold(store);
  if (options.liftHold !== true) {
    const pointer = before?.pointer ?? null;
    refuseHeld(store, await holdOn(options, pointer, hold), pointer, release);
  }
  if (options.replaceKey !== undefined) await sealAnew(store);
  if (before === null) await beginFirst(store);
  else await noteReleaseInForce(store, archiveDir, before.pointer.release);
  const archive = await readArchiveOf(archiveDir, release, options.hashes);
  const kept = [...(options.keptArchives ?? []), ...(before === null ? [] : [before.pointer.archive])];
  const sent = await publishArchive(store, archiveDir, archive, kept);
  const isNew = before?.pointer.release !== release;
  const content = isNew ? await uploadRelease(options, before, { release, ...candidate }, archive.hash) : null;
  const root = content?.root ?? before?.pointer.root ?? '';
  const memory = await uploadMemory(options, before);
  const log = await logRelease(options, release, archiveDir);
  const signed = await flip(options, before, { release, root, archive: archive.hash, memory: memory.index });
  await store.delete(memory.gone);
  if (hold !== null && (isNew || options.liftHold === true)) await store.delete([NOTES.hold]);
  const stable = await copyStable(store, { release, root }, (done, total) =>
    onProgress('stable addresses', done, total),
  );
  await listReleases(store, { before: before?.pointer.release });
  if (isNew) await noteReleaseInForce(store, archiveDir, release);
  const objects = sent.objects + (content?.objects ?? 0) + 1;
  const bytes = sent.bytes + (content?.bytes ?? 0);
  return { release, ...signed, isNew, objects, bytes, log, ...stable };
}

/** Says what a publish would upload of the tree: the release's files and manifests. Writes nothing. */
export async function planRelease(store: ObjectStore, tree: GeneratedTree): Promise<ReleasePlan> {
  const before = await readPublished(store);
  const { release } = toCandidate(tree, tree.root.accepted);
  const isNew = before?.pointer.release !== release;
  const isKnown = !isNew || (await readRecord(store, release)) !== null;
  let [objects, bytes] = [0, 0];
  for await (const { key } of isKnown ? [] : newObjects(store, tree, before, tree.rootHash)) {
    objects++;
    bytes += (await tree.store.get(key))?.bytes.length ?? 0;
  }
  return { release, isNew, objects, bytes };
}

type ReleasePlan = Pick<PublishSummary, 'release' | 'isNew' | 'objects' | 'bytes'>;

interface Uploaded {
  readonly root: string;
  readonly objects: number;
  readonly bytes: number;
}

/** Uploads everything that the pointer will refer to. */
async function uploadRelease(
  options: PublishOptions,
  before: PointerInForce<PublishedPointer> | null,
  candidate: Candidate,
  archive: string,
): Promise<Uploaded> {
  const { store, tree, archiveDir, now } = options;
  const { release, root } = candidate;
  const record = await readRecord(store, release);
  // The content of an earlier release has come back. All that it refers to is kept, so only the pointer changes.
  if (record !== null) {
    await refuseUnreadable(store, { release, root });
    return { root, objects: 0, bytes: 0 };
  }
  const uploads = await uploadObjects(options, before, candidate);
  // A release that is refused has no record, so that nobody can roll back to it.
  await refuseUnreadable(store, { release, root });
  const sequence = await nextSequence(store, before?.pointer ?? null);
  const time = instantAfter((await readReleases(archiveDir, null)).at(-1)?.time ?? null, now());
  const { voices } = parseStatus(`${await tree.file(statusPath)}`);
  const facts = { archive, sequence, time, date: tree.root.date, method: METHOD, voices };
  await writeRecord(store, { release, root, ...facts });
  return { root, objects: uploads.objects + 1, bytes: uploads.bytes };
}

// Signs the tree that `generate` has left in a folder, and logs it there: the demo is no store, and can prove
// figures.

/** The log has the name of the key, so that nobody takes those of two demos for one that was rewritten. */
export async function signTree(dir: string, signer: Signer): Promise<void> {
  const store = await openWorkFolder(dir);
  const inForce = await readPointer(store);
  if (inForce === null) throw new InputError(`${dir} holds no tree: run generate first`);
  const { pointer, etag } = inForce;
  const origin = `demo.ratetree/${signer.id}`;
  const signing = { store, signer, now: () => new Date(), log: { origin, witnesses: [], quorum: 0 } };
  try {
    await logRelease(signing, pointer, null);
  } catch (error) {
    if (!(error instanceof InputError || error instanceof LogForked)) throw error;
    // It is of a key that is gone, or a run was killed that wrote it.
    for await (const { key } of store.list(LOG)) await store.delete([key]);
    await logRelease(signing, pointer, null);
  }
  if (distrustOf(pointer, new Map([[signer.id, signer.publicKey]])) === null) return;
  await writePointer(store, withSignature(pointer, signer), etag);
}
