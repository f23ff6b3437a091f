/** Finds out which release holds the bytes of a file, where the manifest that says so is lost. */
import { type ObjectStore, StoreError } from '../store/store.ts';
import type { LocalFile } from '../tree/units.ts';
import { hashOf } from '../wire/hash.ts';
import { ManifestFault, readRootNode } from '../wire/manifest-nodes.ts';
import { walk } from '../wire/manifest-walk.ts';
import type { Pointer } from '../wire/pointer.ts';
import { manifestReader, readRecord } from './published.ts';

interface Holder {
  readonly release: string;
  readonly bytes: number;
}

export class Holders {
  private constructor(
    readonly store: ObjectStore,
    readonly inForce: string,
    /** From what is left of the manifests of the release in force and the one before: by path and hash. */
    readonly stated: ReadonlyMap<string, string>,
    /** By path: the releases that have an object of that path, the newest first. */
    readonly listed: ReadonlyMap<string, readonly Holder[]>,
  ) {}

  static async of(store: ObjectStore, { release, root }: Pointer): Promise<Holders> {
    const [listed, roots] = [new Map<string, Holder[]>(), new Map<string, { sequence: number; root: string }>()];
    for await (const { key, bytes } of store.list('releases/')) {
      const [, holder = '', path = ''] = /^releases\/([^/]+)\/(.+)$/.exec(key) ?? [];
      if (!roots.has(holder)) roots.set(holder, await readRoot(store, holder));
      listed.set(path, [...(listed.get(path) ?? []), { release: holder, bytes }]);
    }
    const sequenceOf = (holder: string) => roots.get(holder)?.sequence ?? 0;
    for (const held of listed.values()) {
      held.sort((left, right) => sequenceOf(right.release) - sequenceOf(left.release));
    }
    const older = [...roots].filter(([holder, one]) => holder !== release && one.root !== '');
    const before = older.sort(([, left], [, right]) => right.sequence - left.sequence)[0]?.[1].root;
    const stated = await readStated(store, before === undefined ? [root] : [before, root]);
    return new Holders(store, release, stated, listed);
  }

  async holderOf({ path, sha256, bytes }: LocalFile): Promise<string> {
    const stated = this.stated.get(`${path} ${sha256}`);
    if (stated !== undefined) return stated;
    const held = (this.listed.get(path) ?? []).filter((one) => one.bytes === bytes);
    if (held.some(({ release }) => release === this.inForce)) return this.inForce;
    for (const { release } of held) {
      const found = await this.store.get(`releases/${release}/${path}`);
      if (found !== null && hashOf(found.bytes) === sha256) return release;
    }
    return this.inForce;
  }
}

/** Returns sequence 0 and no root for a release without a record that can be read. */
async function readRoot(store: ObjectStore, release: string): Promise<{ sequence: number; root: string }> {
  try {
    const record = await readRecord(store, release);
    return { sequence: record?.sequence ?? 0, root: record?.root ?? '' };
  } catch (error) {
    if (error instanceof StoreError) return { sequence: 0, root: '' };
    throw error;
  }
}

async function readStated(store: ObjectStore, roots: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const reader = manifestReader(store);
  const stated = new Map<string, string>();
  for (const sha256 of roots) {
    try {
      // A text that is lost lists nothing; the rest of the manifest is read all the same.
      for await (const entry of walk(await readRootNode(sha256, faultReader(reader)), faultReader(reader), () => {})) {
        stated.set(`${entry.path} ${entry.sha256}`, entry.release);
      }
    } catch (error) {
      if (!(error instanceof ManifestFault)) throw error;
    }
  }
  return stated;
}

/** The reader of a store throws StoreError for a lost text, and `walk` wants a ManifestFault to go on. */
function faultReader(reader: { read(sha256: string): Promise<string> }) {
  return {
    read: (sha256: string) =>
      reader.read(sha256).catch((cause: unknown) => {
        if (!(cause instanceof StoreError)) throw cause;
        throw new ManifestFault('missing', sha256, 'cannot be read', { cause });
      }),
  };
}
