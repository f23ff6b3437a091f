/**
 * Writes objects of the release in force again that are missing or damaged, if their bytes are found: in another store,
 * such as the folder of the tree, in an archive on disk, or elsewhere in the store. It takes only what has the hash by
 * which the release names it.
 */
import { hasStableAddress } from '../../wire/answers/page.ts';
import { releaseListPath, type TreePath } from '../../wire/answers/paths.ts';
import { ARCHIVE, OBJECTS } from '../../wire/release/keys.ts';
import { type FileEntry, keyOf } from '../../wire/release/manifest.ts';
import type { Release } from '../../wire/release/release.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { findInArchive, noneIfStoreFault } from '../archive/archive-in-store.ts';
import { FACTS_OF_ARCHIVE, FACTS_OF_TEXT, factsOfImmutable, factsOfStable } from '../pointer/caching.ts';
import { listReleases } from '../pointer/list-releases.ts';
import type { PublishedPointer } from '../pointer/published.ts';
import { openRelease } from '../pointer/released-files.ts';
import type { Trust } from '../pointer/signing.ts';
import type { ObjectFacts, ObjectStore } from '../store/store.ts';

/** Where replacements may be found. */
export interface Replacing {
  readonly store: ObjectStore;
  readonly pointer: PublishedPointer;
  /** Objects have the same keys in every store; null if there is none beside the one that is mended. */
  readonly from: ObjectStore | null;
  readonly archiveDir: string;
  readonly trust: Trust;
}

/** An object that is missing or damaged: a file, a text of the manifest, the archive, a stable copy. */
interface Broken {
  readonly key: string;
  /** The path of the file in the tree; absent if the object is not such a file. */
  readonly path?: TreePath;
}

/** Mends what can be mended. Returns what was written. */
export async function mend<One extends Broken>(replacing: Replacing, broken: readonly One[]): Promise<readonly One[]> {
  const mender = new Mender(replacing, await openIfGood(replacing));
  const mended: One[] = [];
  for (const one of broken) if (await mender.mend(one)) mended.push(one);
  return mended;
}

async function openIfGood({ store, pointer }: Replacing): Promise<Release | null> {
  try {
    return await openRelease(store, pointer.root);
  } catch {
    return null;
  }
}

class Mender {
  constructor(
    readonly replacing: Replacing,
    readonly release: Release | null,
  ) {}

  async mend({ key, path }: Broken): Promise<boolean> {
    const sha256 = /[0-9a-f]{64}/.exec(key)?.[0] ?? '';
    if (key.startsWith(ARCHIVE)) return this.#archive(key, sha256);
    if (key === releaseListPath) return this.#releaseList();
    const isObject = key.startsWith(OBJECTS);
    if (path === undefined)
      return isObject && this.#put(key, await findObject(this.replacing, key, sha256), FACTS_OF_TEXT);
    if (!isObject) return this.#stableCopy(path);
    const bytes = await findFile(this.replacing, { path, sha256, bytes: 0 });
    return this.#put(key, bytes, factsOfImmutable(path));
  }

  async #archive(key: string, sha256: string): Promise<boolean> {
    const { store, pointer, archiveDir } = this.replacing;
    return this.#put(key, await findInArchive(store, pointer, archiveDir, sha256), FACTS_OF_ARCHIVE);
  }

  async #releaseList(): Promise<boolean> {
    await listReleases(this.replacing.store, this.replacing.trust);
    return true;
  }

  async #stableCopy(path: string): Promise<boolean> {
    const { release } = this;
    // The manifest may not lead to it any more.
    const entry = (await release?.entry(path as TreePath).catch(noneIfStoreFault)) ?? null;
    if (entry === null || release === null) return false;
    await this.replacing.store.copy(keyOf(entry), path, factsOfStable(path, release.root.date));
    return true;
  }

  async #put(key: string, bytes: Buffer | null, facts: ObjectFacts): Promise<boolean> {
    if (bytes === null) return false;
    await this.replacing.store.put(key, bytes, facts);
    return true;
  }
}

/** Finds a file of the release: in the other store, or in the copy at its stable address. */
async function findFile(replacing: Replacing, entry: FileEntry): Promise<Buffer | null> {
  const own = await findObject(replacing, keyOf(entry), entry.sha256);
  if (own !== null || !hasStableAddress(entry.path)) return own;
  const copy = (await replacing.store.get(entry.path))?.bytes ?? null;
  return copy !== null && hashOf(copy) === entry.sha256 ? copy : null;
}

/** Finds an object in the other store. */
async function findObject({ from }: Replacing, key: string, sha256: string): Promise<Buffer | null> {
  const bytes = (await from?.get(key))?.bytes ?? null;
  return bytes !== null && hashOf(bytes) === sha256 ? bytes : null;
}
