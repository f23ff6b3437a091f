/** Reads the texts of manifests from a store. */
import { type ObjectStore, StoreError } from '../../store/store.ts';
import { textKey } from '../../wire/release/keys.ts';
import { checkedReader, ManifestFault, type ManifestReader } from '../../wire/release/manifest-nodes.ts';

/**
 * Reads texts and checks them against their hashes. The reader throws StoreError if a text is missing or damaged.
 */
export function manifestReader(store: ObjectStore): ManifestReader {
  const checked = checkedReader(async (sha256) => (await store.get(textKey(sha256)))?.bytes ?? null);
  return readOnce(async (sha256) => {
    try {
      return await checked.read(sha256);
    } catch (cause) {
      if (!(cause instanceof ManifestFault)) throw cause;
      throw new StoreError(`${store.name}: ${cause.message}`, { cause });
    }
  });
}

/** As much as a night reads, and little beside what a program needs. */
const HELD_BYTES_MAX = 16 * 1024 * 1024;
/** What the maps take for a text, beside its own bytes: most texts have 500. */
const ENTRY_BYTES = 512;

/**
 * A reader that keeps the texts that were asked for last, and shares one read among simultaneous requests for the same
 * text. All texts of a release of a million files would be 200 MB.
 */
export function readOnce(read: ManifestReader['read'], bytesMax = HELD_BYTES_MAX): ManifestReader {
  const texts = new Map<string, Promise<string>>();
  const sizes = new Map<string, number>();
  let bytes = 0;
  const note = (sha256: string, size: number) => {
    sizes.set(sha256, size);
    bytes += size;
    for (const [oldest, held] of sizes) {
      if (bytes <= bytesMax) return;
      sizes.delete(oldest);
      texts.delete(oldest);
      bytes -= held;
    }
  };
  const readNew = async (sha256: string) => {
    const text = await read(sha256);
    note(sha256, text.length + ENTRY_BYTES);
    return text;
  };
  return {
    read(sha256) {
      const size = sizes.get(sha256);
      // A node that is read again becomes the youngest.
      if (size !== undefined && sizes.delete(sha256)) sizes.set(sha256, size);
      const held = texts.get(sha256) ?? readNew(sha256);
      texts.set(sha256, held);
      return held;
    },
  };
}
