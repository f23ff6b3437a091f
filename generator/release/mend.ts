/** Writes objects of the release in force again that are missing or damaged, if their bytes can be found. */
import { readReleases } from '../corrections/release-ledger.ts';
import type { ObjectFacts } from '../store/store.ts';
import { releaseKey } from '../wire/keys.ts';
import type { RootNode } from '../wire/manifest.ts';
import { readRootNode } from '../wire/manifest-nodes.ts';
import { releaseListPath, statusPath } from '../wire/paths.ts';
import { parseStatus } from '../wire/status.ts';
import { findInArchive } from './archive-replacements.ts';
import { FACTS_OF_ARCHIVE, factsOfImmutable, factsOfStable } from './caching.ts';
import { listReleases } from './list-releases.ts';
import { manifestReader, type ReleaseRecord } from './published.ts';
import { entryIn, findFile, type Replacing, remakeManifest } from './replacements.ts';
import type { TextSpool } from './text-spool.ts';

/**
 * Mends what can be mended. Returns the keys that were written.
 * @param keys of objects that are missing or damaged: files, manifests, the record, the archive, stable copies
 */
export async function mend(replacing: Replacing, keys: readonly string[]): Promise<readonly string[]> {
  const mender = new Mender(replacing, await readRootIfGood(replacing));
  const mended: string[] = [];
  try {
    for (const key of keys) if (await mender.mend(key)) mended.push(key);
  } finally {
    await mender.close();
  }
  return mended;
}

async function readRootIfGood({ store, pointer }: Replacing): Promise<RootNode | null> {
  try {
    return await readRootNode(pointer.root, manifestReader(store));
  } catch {
    return null;
  }
}

class Mender {
  #manifest: Promise<TextSpool | null> | null = null;

  constructor(
    readonly replacing: Replacing,
    readonly root: RootNode | null,
  ) {}

  async mend(key: string): Promise<boolean> {
    const [folder = '', name = ''] = key.split('/');
    if (folder === 'archive') return this.#archive(key, name);
    if (folder === 'manifests') return this.#manifestText(key, name);
    if (key === releaseListPath) return this.#releaseList();
    if (folder === 'v1') return this.#stableCopy(key);
    if (folder !== 'releases') return false;
    return key === releaseKey(this.replacing.pointer.release, 'release.json') ? this.#record(key) : this.#file(key);
  }

  async close(): Promise<void> {
    (await this.#manifest)?.close();
  }

  async #archive(key: string, sha256: string): Promise<boolean> {
    const { store, pointer, archiveDir } = this.replacing;
    return this.#put(key, await findInArchive(store, pointer, archiveDir, sha256), FACTS_OF_ARCHIVE);
  }

  async #manifestText(key: string, sha256: string): Promise<boolean> {
    this.#manifest ??= remakeManifest(this.replacing, this.root?.accepted ?? []);
    const text = (await this.#manifest)?.get(sha256) ?? null;
    return this.#put(key, text === null ? null : Buffer.from(text), factsOfImmutable(`${key}.json`));
  }

  async #file(key: string): Promise<boolean> {
    const [, release = '', path = ''] = /^releases\/([^/]+)\/(.+)$/.exec(key) ?? [];
    const entry = await entryIn(this.replacing, this.root, path);
    if (entry === null || entry.release !== release) return false;
    return this.#put(key, await findFile(this.replacing, entry), factsOfImmutable(path));
  }

  async #releaseList(): Promise<boolean> {
    await listReleases(this.replacing.store, { anew: true });
    return true;
  }

  async #stableCopy(path: string): Promise<boolean> {
    const entry = await entryIn(this.replacing, this.root, path);
    if (entry === null || this.root === null) return false;
    await this.replacing.store.copy(releaseKey(entry.release, entry.path), path, factsOfStable(path, this.root.date));
    return true;
  }

  /** The record is a note of the publisher. Its time and method are in the archive as well, once it was noted there. */
  async #record(key: string): Promise<boolean> {
    const { archiveDir, pointer, firstSequence } = this.replacing;
    if (this.root === null) return false;
    const { release, root, archive } = pointer;
    const noted = (await readReleases(archiveDir, null)).find((one) => one.release === release);
    const { time = pointer.time, method = '' } = noted ?? {};
    const sequence = firstSequence;
    const facts = { archive, sequence, time, date: this.root.date, method, voices: await this.#voices() };
    const record: ReleaseRecord = { release, root, ...facts };
    return this.#put(key, Buffer.from(`${JSON.stringify(record)}\n`), factsOfImmutable(key));
  }

  async #voices(): Promise<ReleaseRecord['voices']> {
    const entry = await entryIn(this.replacing, this.root, statusPath);
    const bytes = entry === null ? null : await findFile(this.replacing, entry);
    return bytes === null ? null : parseStatus(bytes.toString('utf8')).voices;
  }

  async #put(key: string, bytes: Buffer | null, facts: ObjectFacts): Promise<boolean> {
    if (bytes === null) return false;
    await this.replacing.store.put(key, bytes, facts);
    return true;
  }
}
