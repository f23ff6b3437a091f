/** Reads the texts of manifests from a store. */

import { textKey } from '../../wire/release/keys.ts';
import { checkedReader, ManifestFault, type ManifestReader, remembering } from '../../wire/release/manifest-nodes.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';

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
