/**
 * Publishes a tree as a release: files, manifests, record, pointer, stable copies and the list of releases, in that order,
 * so that a reader of the pointer never finds a file missing. Before the record, it reads the release back as a gateway would. If it is
 * killed at any point and run again, it finishes and uploads no good file twice.
 */
import { existsSync } from 'node:fs';
import { readReleases } from '../../corrections/release-ledger.ts';
import { concurrently } from '../../kit/concurrently.ts';
import type { KnownFiles } from '../../kit/known-files.ts';
import { METHOD } from '../../rates/blend.ts';
import type { ObjectStore } from '../../store/store.ts';
import type { LocalTree } from '../../tree/write/local-tree.ts';
import { statusPath } from '../../wire/answers/paths.ts';
import { parseStatus } from '../../wire/answers/status.ts';
import { fileKey, NOTES, textKey } from '../../wire/release/keys.ts';
import { type AcceptedFact, toEntries } from '../../wire/release/manifest.ts';
import { readRootNode } from '../../wire/release/manifest-nodes.ts';
import { instantAfter } from '../../wire/words/calendar.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { publishArchive } from '../archive/archive-in-store.ts';
import { readArchiveOf } from '../archive/archive-list.ts';
import { Uploads } from '../archive/uploads.ts';
import { type BuiltManifest, toManifest } from '../objects/build-manifest.ts';
import { copyStable } from '../objects/stable-copies.ts';
import type { TextSpool } from '../objects/text-spool.ts';
import { refuseUnreadable } from '../objects/trial.ts';
import { FACTS_OF_TEXT, factsOfImmutable } from '../pointer/caching.ts';
import { flip, type Signed } from '../pointer/flip.ts';
import { readHold, refuseHeld } from '../pointer/hold.ts';
import { listReleases } from '../pointer/list-releases.ts';
import { beginFirst } from '../pointer/lost-pointer.ts';
import { noteReleaseInForce } from '../pointer/note-release.ts';
import { manifestReader, type PointerInForce, readPointer, readRecord, writeRecord } from '../pointer/published.ts';
import { refuseToSign, type Signing } from '../pointer/same-signer.ts';

export interface PublishOptions extends Signing {
  readonly tree: LocalTree;
  readonly archiveDir: string;
  /** Those of the run, if it has listed the archive before. */
  readonly hashes?: KnownFiles;
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
  if (hold !== null && (isNew || options.liftHold === true)) await store.delete([NOTES.hold]);
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
  const { texts, news, counts } = await buildManifest(store, tree, before, []);
  for (const spool of [texts, news]) spool.close();
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
  return toManifest(tree, previous, accepted, (done, total) => onProgress('years of the tree', done, total));
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
    for (const spool of [manifest.texts, manifest.news]) spool.close();
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
  const { tree, atOnce, onProgress } = options;
  let done = 0;
  await concurrently(entriesIn(manifest.news), atOnce, async ({ path, sha256 }) => {
    const content = tree.read(path);
    if (hashOf(content) !== sha256)
      throw new InputError(`${path} changed while it was published: let generate finish, then publish again`);
    await uploads.create(fileKey(path, sha256), content, factsOfImmutable(path));
    onProgress('files', ++done, manifest.counts.filesNew);
  });
}

function* entriesIn(leaves: TextSpool) {
  for (const [, text] of leaves) yield* toEntries(JSON.parse(text));
}

async function uploadTexts({ atOnce, onProgress }: PublishOptions, uploads: Uploads, texts: TextSpool): Promise<void> {
  let done = 0;
  await concurrently(texts, atOnce, async ([sha256, text]) => {
    await uploads.create(textKey(sha256), Buffer.from(text), FACTS_OF_TEXT);
    onProgress('manifests', ++done, texts.size);
  });
}
