/**
 * What was collected but is in no release yet, because the night was refused, held or cut short. Its archive lies
 * beside the archives of releases, and the draft names its list, so that the next night restores it even on an empty
 * disk. A draft is never a release: only a pointer says what that is.
 */
import type { KnownFiles } from '../../kit/known-files.ts';
import type { Draft } from '../../wire/release/pointer.ts';
import { type DraftState, readDraft, writeDraft } from '../pointer/draft.ts';
import type { Signing } from '../pointer/flip.ts';
import type { PointerInForce, PublishedPointer } from '../pointer/published.ts';
import type { ObjectStore } from '../store/store.ts';
import { DamagedArchive, noneIfStoreFault, publishArchive, readList } from './archive-in-store.ts';
import { figuresOf, type LocalArchive, readArchiveOf } from './archive-list.ts';
import { ArchivesDiffer, restoreArchive } from './restore-archive.ts';

/** What the draft adds to the archive on disk. */
export interface Restored {
  /** How many files of archives were fetched. */
  readonly files: number;
  /** The draft's archive, which the folder now contains; null if there is none. */
  readonly archive: string | null;
  /** One line if the draft's archive cannot be read: it is replaced by that of this night. */
  readonly failures: readonly string[];
}

/**
 * Adds the archive of the draft to the archive whose hashes these are.
 * @throws ArchivesDiffer if a figure on disk has another value there: nobody here can say which of the two is right
 */
export async function restoreDraft(
  signing: Signing,
  hashes: KnownFiles,
  inForce: PointerInForce<PublishedPointer> | null,
): Promise<Restored> {
  const { draft } = await readDraft(signing.store, inForce, signing, signing.say);
  return restoreFrom(signing, hashes, draft, inForce?.pointer.archive ?? null);
}

async function restoreFrom(
  { store }: Signing,
  hashes: KnownFiles,
  draft: Draft | null,
  inForce: string | null,
): Promise<Restored> {
  const archive = draft?.archive ?? null;
  if (archive === null || archive === inForce) return { files: 0, archive: null, failures: [] };
  try {
    return { files: await restoreArchive(store, archive, hashes.dir, hashes), archive, failures: [] };
  } catch (error) {
    if (error instanceof ArchivesDiffer)
      throw new ArchivesDiffer(`${error.message}; if the file is right, delete the draft`, { cause: error });
    // What is damaged will not come back, and another night's draft takes its place. A store that is down may have it.
    if (!(error instanceof DamagedArchive)) throw error;
    return { files: 0, archive: null, failures: [`what the draft has collected is not restored: ${error.message}`] };
  }
}

/**
 * Uploads the archive whose hashes these are, if the release in force has another one, and notes it in the draft. Returns
 * the SHA-256 of its list, or null if there is nothing to keep.
 * @param restored the archive of the draft that the folder contains already
 */
export async function keepCollected(
  signing: Signing,
  hashes: KnownFiles,
  inForce: PointerInForce<PublishedPointer> | null,
  restored: string | null,
): Promise<string | null> {
  const { store } = signing;
  const released = inForce?.pointer.archive ?? null;
  let contained = restored;
  const whole = new Set([released, restored].filter((one) => one !== null));
  for (;;) {
    const local = await readArchiveOf(hashes.dir, hashes);
    if (local.list.files.length === 0 || (await hasSameFigures(store, released, local))) return null;
    const state = await readDraft(store, inForce, signing);
    const kept = state.draft?.archive ?? null;
    if (kept === local.hash) return local.hash;
    // Another night has written it since this one began, and what it has collected must stay.
    if (kept !== null && kept !== contained) {
      contained = kept;
      const { archive } = await restoreFrom(signing, hashes, state.draft, released);
      if (archive !== null) whole.add(archive);
      continue;
    }
    await publishArchive(store, hashes.dir, local, [...whole]);
    await writeCollected(signing, inForce, local.hash, state);
    return local.hash;
  }
}

/** Whether an archive differs from the released one in nothing but what is noted of releases. */
export async function hasSameFigures(
  store: ObjectStore,
  released: string | null,
  local: LocalArchive,
): Promise<boolean> {
  if (released === null) return false;
  if (released === local.hash) return true;
  const list = await readList(store, released).catch(noneIfStoreFault);
  return list !== null && figuresOf(list) === figuresOf(local.list);
}

async function writeCollected(
  signing: Signing,
  inForce: PointerInForce | null,
  archive: string,
  { draft, etag }: DraftState,
): Promise<void> {
  const above = inForce?.pointer.sequence ?? draft?.above ?? 0;
  await writeDraft(signing, inForce, { archive, next: draft?.next ?? [], above }, etag);
}
