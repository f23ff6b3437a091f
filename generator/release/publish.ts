/**
 * Publishes a tree as a release: files, manifests, record, pointer, stable copies and the list of releases, in that order,
 * so that a reader of the pointer never finds a file missing. Before the record, it reads the release back as a gateway would. If it is
 * killed at any point and run again, it finishes and uploads no good file twice.
 */
import { existsSync } from 'node:fs';
import { readReleases } from '../corrections/release-ledger.ts';
import { concurrently } from '../kit/concurrently.ts';
import { METHOD } from '../rates/blend.ts';
import type { ObjectStore } from '../store/store.ts';
import type { LocalTree } from '../tree/local-tree.ts';
import { instantAfter } from '../wire/calendar.ts';
import { hashOf } from '../wire/hash.ts';
import { InputError } from '../wire/input-error.ts';
import { manifestKey, releaseKey } from '../wire/keys.ts';
import type { AcceptedFact } from '../wire/manifest.ts';
import { readRootNode } from '../wire/manifest-nodes.ts';
import { statusPath } from '../wire/paths.ts';
import { parseStatus } from '../wire/status.ts';
import { publishArchive } from './archive-in-store.ts';
import { readArchiveOf } from './archive-list.ts';
import { type BuiltManifest, toManifest } from './build-manifest.ts';
import { factsOfImmutable } from './caching.ts';
import { filesToUpload } from './files-to-upload.ts';
import { flip, type Signed } from './flip.ts';
import { HOLD_KEY, readHold, refuseHeld } from './hold.ts';
import type { KnownHashes } from './known-hashes.ts';
import { listReleases } from './list-releases.ts';
import { beginFirst } from './lost-pointer.ts';
import { noteReleaseInForce } from './note-release.ts';
import { manifestReader, type PointerInForce, readPointer, readRecord, writeRecord } from './published.ts';
import { refuseToSign, type Signing } from './same-signer.ts';
import { copyStable } from './stable-copies.ts';
import type { TextSpool } from './text-spool.ts';
import { refuseUnreadable } from './trial.ts';
import { heldFiles, Uploads } from './uploads.ts';

export interface PublishOptions extends Signing {
  readonly tree: LocalTree;
  readonly archiveDir: string;
  /** Those of the run, if it has listed the archive before. */
  readonly hashes?: KnownHashes;
  /** The facts that an operator has let pass; they are kept in the manifest of the release. */
  readonly accepted: readonly AcceptedFact[];
  /** Lists of archives that are in the store already, beside that of the release in force. */
  readonly keptArchives?: readonly string[];
  /** True to publish although a rollback holds, and to end the hold. */
  readonly liftHold?: boolean;
  /** How many requests may be in flight. */
  readonly atOnce: number;
  readonly onProgress: (part: string, done: number, total: number) => void;
}

export interface PublishSummary extends Signed {
  readonly release: string;
  /** False if the store already had this release, so only the pointer was signed again. */
  readonly isNew: boolean;
  /** Objects written, without the stable copies. */
  readonly objects: number;
  readonly bytes: number;
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
  const { store, tree, archiveDir, atOnce } = options;
  if (!existsSync(archiveDir))
    throw new InputError(`${archiveDir}: there is no archive here; name its folder with --archive`);
  const before = await readPointer(store);
  refuseToSign(options, before?.pointer ?? null);
  const hold = await readHold(store);
  if (options.liftHold !== true) refuseHeld(store, hold, before?.pointer ?? null, tree.release);
  if (before === null) await beginFirst(store);
  else await noteReleaseInForce(store, archiveDir, before.pointer.release);
  const archive = await readArchiveOf(archiveDir, tree.release, options.hashes);
  const held = [...(options.keptArchives ?? []), ...(before === null ? [] : [before.pointer.archive])];
  const sent = await publishArchive(store, archiveDir, archive, held, atOnce);
  const isNew = before?.pointer.release !== tree.release;
  const content = isNew ? await uploadRelease(options, before, archive.hash) : null;
  const root = content?.root ?? before?.pointer.root ?? '';
  const signed = await flip(options, before, { release: tree.release, root, archive: archive.hash });
  if (hold !== null && (isNew || options.liftHold === true)) await store.delete([HOLD_KEY]);
  const stable = await copyStable(options.store, { release: tree.release, root }, atOnce, (done, total) =>
    options.onProgress('stable addresses', done, total),
  );
  await listReleases(store, { before: before?.pointer.release });
  if (isNew) await noteReleaseInForce(store, archiveDir, tree.release, tree);
  const objects = sent.objects + (content?.objects ?? 0) + 1;
  const bytes = sent.bytes + (content?.bytes ?? 0);
  return { release: tree.release, ...signed, isNew, objects, bytes, ...stable };
}

/** Says what a publish would upload of the tree: the release's files and manifests. Writes nothing. */
export async function planRelease(store: ObjectStore, tree: LocalTree): Promise<ReleasePlan> {
  const { release } = tree;
  const before = await readPointer(store);
  const isKnown = before?.pointer.release === release || (await readRecord(store, release)) !== null;
  if (isKnown) return { release, isNew: before?.pointer.release !== release, objects: 0, bytes: 0 };
  const { texts, counts } = await buildManifest(store, tree, before, []);
  texts.close();
  return { release, isNew: true, objects: counts.filesNew + texts.size, bytes: counts.bytesNew };
}

type ReleasePlan = Pick<PublishSummary, 'release' | 'isNew' | 'objects' | 'bytes'>;

async function buildManifest(
  store: ObjectStore,
  tree: LocalTree,
  before: PointerInForce | null,
  accepted: readonly AcceptedFact[],
  onProgress: PublishOptions['onProgress'] = () => {},
) {
  const reader = manifestReader(store);
  const previous = before === null ? null : { root: await readRootNode(before.pointer.root, reader), reader };
  return toManifest(tree, previous, accepted, undefined, (done, total) => onProgress('years of the tree', done, total));
}

interface Uploaded {
  readonly root: string;
  readonly objects: number;
  readonly bytes: number;
}

/** Uploads everything that the pointer will refer to. */
async function uploadRelease(
  options: PublishOptions,
  before: PointerInForce | null,
  archive: string,
): Promise<Uploaded> {
  const { store, tree, archiveDir, accepted, now, atOnce } = options;
  const record = await readRecord(store, tree.release);
  // The content of an earlier release has come back. All that it refers to is kept, so only the pointer changes.
  if (record !== null) {
    await refuseUnreadable(store, record, atOnce);
    return { root: record.root, objects: 0, bytes: 0 };
  }
  const manifest = await buildManifest(store, tree, before, accepted, options.onProgress);
  const uploads = new Uploads(store);
  try {
    await uploadFiles(options, uploads, manifest);
    await uploadTexts(options, uploads, manifest.texts);
  } finally {
    manifest.texts.close();
  }
  const { release, date } = manifest.root;
  // A release that is refused has no record, so that nobody can roll back to it.
  await refuseUnreadable(store, { release, root: manifest.rootHash }, atOnce);
  const sequence = (before?.pointer.sequence ?? 0) + 1;
  const time = instantAfter((await readReleases(archiveDir, null)).at(-1)?.time ?? null, now());
  const { voices } = parseStatus(tree.read(statusPath).toString('utf8'));
  const facts = { archive, sequence, time, date, method: METHOD, voices };
  await writeRecord(store, { release, root: manifest.rootHash, ...facts });
  return { root: manifest.rootHash, objects: uploads.objects + 1, bytes: uploads.bytes };
}

async function uploadFiles(options: PublishOptions, uploads: Uploads, manifest: BuiltManifest): Promise<void> {
  const { store, tree, atOnce, onProgress } = options;
  const held = await heldFiles(store, tree.release);
  let done = 0;
  await concurrently(filesToUpload(manifest), atOnce, async ({ path, sha256, bytes: size }) => {
    const key = releaseKey(tree.release, path);
    const content = tree.read(path);
    if (hashOf(content) !== sha256)
      throw new InputError(`${path} changed while it was published: let generate finish, then publish again`);
    if (!held.has(key, size)) await uploads.create(key, content, factsOfImmutable(path));
    onProgress('files', ++done, manifest.counts.filesNew);
  });
}

async function uploadTexts({ atOnce, onProgress }: PublishOptions, uploads: Uploads, texts: TextSpool): Promise<void> {
  let done = 0;
  await concurrently(texts, atOnce, async ([sha256, text]) => {
    const key = manifestKey(sha256);
    await uploads.create(key, Buffer.from(text), factsOfImmutable(`${key}.json`));
    onProgress('manifests', ++done, texts.size);
  });
}
