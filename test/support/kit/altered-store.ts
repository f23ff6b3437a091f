/** A store that passes everything on, but for some operations of its own: to watch it, to time it, to make it fail. */
import type { ObjectStore } from '../../../generator/release/store/store.ts';

export function altered(store: ObjectStore, own: Partial<ObjectStore>): ObjectStore {
  return {
    ...{ name: store.name, capabilities: store.capabilities, requests: store.requests },
    now: () => store.now(),
    get: (key) => store.get(key),
    create: (key, bytes, facts) => store.create(key, bytes, facts),
    replace: (key, bytes, facts, etag) => store.replace(key, bytes, facts, etag),
    put: (key, bytes, facts) => store.put(key, bytes, facts),
    copy: (from, to, facts) => store.copy(from, to, facts),
    delete: (keys) => store.delete(keys),
    list: (prefix) => store.list(prefix),
    listFolders: (prefix) => store.listFolders(prefix),
    close: () => store.close(),
    ...own,
  };
}
