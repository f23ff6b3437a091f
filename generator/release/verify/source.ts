/** The places that a verification can read. Nothing is ever written. */

import { resolve } from 'node:path';
import { FolderObjectStore } from '../store/folder.ts';
import type { ObjectStore } from '../store/store.ts';

export interface VerifySource {
  /** For messages. The last sequence seen is remembered under this name. */
  readonly name: string;
  /** Returns null if there is no such object. @throws StoreError if that cannot be found out */
  read(key: string): Promise<Buffer | null>;
  /** Lists every object below the prefix. Null if the target cannot be listed. */
  readonly list: ((prefix: string) => AsyncIterable<{ readonly key: string }>) | null;
  /** True for a gateway: it passes on what leads to a signature, and has files only as answers (`questionOf`). */
  readonly isGateway?: boolean;
  close(): Promise<void>;
}

export function folderSource(dir: string): VerifySource {
  const root = resolve(dir);
  return { ...storeSource(new FolderObjectStore(root, Date.now)), name: root };
}

export function storeSource(store: ObjectStore): VerifySource {
  return {
    name: store.name,
    read: async (key) => (await store.get(key))?.bytes ?? null,
    list: (prefix) => store.list(prefix),
    close: () => store.close(),
  };
}
