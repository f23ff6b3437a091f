/** A store that takes every write for a rehearsal: it is seen by later reads, and the real store does not change. */
import { hashOf } from '../../wire/words/hash.ts';
import type { ObjectStore, StoredObject } from './store.ts';

export function rehearsalOf(store: ObjectStore): ObjectStore {
  /** Null for an object that was deleted. */
  const written = new Map<string, StoredObject | null>();
  const get = async (key: string) => {
    const held = written.get(key);
    return held === undefined ? store.get(key) : held;
  };
  const put = async (key: string, bytes: Buffer) => {
    written.set(key, { bytes, etag: hashOf(bytes) });
  };
  return {
    name: store.name,
    capabilities: store.capabilities,
    requests: store.requests,
    now: () => store.now(),
    get,
    put,
    create: async (key, bytes) => {
      if ((await get(key)) !== null) return 'exists';
      await put(key, bytes);
      return 'created';
    },
    replace: async (key, bytes, _facts, etag) => {
      if (((await get(key))?.etag ?? null) !== etag) return 'changed';
      await put(key, bytes);
      return 'replaced';
    },
    copy: async (from, to) => {
      const found = await get(from);
      if (found !== null) await put(to, found.bytes);
    },
    delete: async (keys) => {
      for (const key of keys) written.set(key, null);
    },
    list: (prefix) => listed(store, written, prefix),
    listFolders: (prefix) => store.listFolders(prefix),
    close: () => store.close(),
  };
}

/** Objects that exist only in the rehearsal come last. */
async function* listed(store: ObjectStore, written: ReadonlyMap<string, StoredObject | null>, prefix: string) {
  const seen = new Set<string>();
  for await (const object of store.list(prefix)) {
    seen.add(object.key);
    if (written.get(object.key) !== null) yield object;
  }
  for (const [key, object] of written) {
    if (object !== null && key.startsWith(prefix) && !seen.has(key)) yield { key, changedMs: Date.now() };
  }
}
