/** Keeps the texts of manifests that were read before. Each is named by its hash, so that none is ever out of date. */
import type { ManifestReader } from './manifest-nodes.ts';

/** The texts of 700,000 files have 100 MB; a night and a day's requests need a few hundred of them. */
const REMEMBERED_MAX = 16 * 1024 * 1024;

/** Keeps texts in memory until they fill it, and shares one read among simultaneous requests for the same text. */
export function remembering(read: ManifestReader['read'], lengthMax = REMEMBERED_MAX): ManifestReader {
  const texts = new Map<string, Promise<string>>();
  let length = 0;
  const readNew = (sha256: string) => {
    const text = read(sha256);
    const count = (known: string) => {
      length += known.length;
      if (length <= lengthMax) return;
      texts.clear();
      length = 0;
    };
    text.then(count, () => texts.delete(sha256));
    texts.set(sha256, text);
    return text;
  };
  return { read: (sha256) => texts.get(sha256) ?? readNew(sha256) };
}
