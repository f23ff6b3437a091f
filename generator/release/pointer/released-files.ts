/** Reads the files of a published release by path, and checks each against the manifest. */
import { noteRelease, readReleases } from '../../rates/corrections/release-ledger.ts';
import { correctionsPath, type TreePath } from '../../wire/answers/paths.ts';
import { EntryFinder } from '../../wire/release/find-entry.ts';
import { textKey } from '../../wire/release/keys.ts';
import {
  keyOf,
  type ProviderNode,
  providerNode,
  type Reference,
  type RootNode,
  releaseOf,
  type YearNode,
  yearNode,
} from '../../wire/release/manifest.ts';
import {
  checkedReader,
  ManifestFault,
  type ManifestReader,
  readRootNode,
  remembering,
} from '../../wire/release/manifest-nodes.ts';
import type { Released } from '../../wire/release/pointer.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';

export interface ReleasedTree {
  readonly rootHash: string;
  readonly root: RootNode;
  /** Returns null if the release has no such file. @throws StoreError if its bytes are missing or damaged */
  read(path: TreePath): Promise<Buffer | null>;
  /** A provider's part of the manifest, or one of its years; null if the release has none. */
  provider(code: string): Promise<ProviderNode | null>;
  year(reference: Reference): Promise<YearNode>;
}

export async function openReleasedTree(store: ObjectStore, rootHash: string): Promise<ReleasedTree> {
  const reader = manifestReader(store);
  const root = await readRootNode(rootHash, reader);
  const finder = new EntryFinder(root, reader);
  return {
    rootHash,
    root,
    async provider(code) {
      const reference = root.providers[code as keyof typeof root.providers];
      return reference === undefined ? null : providerNode.parse(JSON.parse(await reader.read(reference[1])));
    },
    year: async ([, sha256]) => yearNode.parse(JSON.parse(await reader.read(sha256))),
    async read(path) {
      const entry = await finder.find(path);
      if (entry === null) return null;
      const found = await store.get(keyOf(entry));
      if (found !== null && hashOf(found.bytes) === entry.sha256) return found.bytes;
      const what = found === null ? 'is missing' : 'is damaged';
      throw new StoreError(
        `${store.name}: ${path} of release ${releaseOf(rootHash)} ${what}; "ratetree verify" names every such file`,
      );
    },
  };
}

/**
 * Notes releases in the archive that it does not know yet. This also works if the run that published one was killed or
 * had another disk.
 */
export async function noteReleases(store: ObjectStore, archiveDir: string, releases: readonly Released[]) {
  const known = new Set((await readReleases(archiveDir, null)).map(({ release }) => release));
  for (const { release, published: time, method, root } of releases.filter((one) => !known.has(one.release))) {
    await noteRelease(archiveDir, { time, release, method }, async () =>
      (await openReleasedTree(store, root)).read(correctionsPath),
    );
  }
}

// Reads the texts of manifests from a store.

/**
 * Reads texts and checks them against their hashes. The reader throws StoreError if a text is missing or damaged.
 */
export function manifestReader(store: ObjectStore): ManifestReader {
  const checked = checkedReader(async (sha256) => (await store.get(textKey(sha256)))?.bytes ?? null);
  return remembering(async (sha256) => {
    try {
      return await checked.read(sha256);
    } catch (cause) {
      if (!(cause instanceof ManifestFault)) throw cause;
      throw new StoreError(`${store.name}: ${cause.message}`, { cause });
    }
  });
}
