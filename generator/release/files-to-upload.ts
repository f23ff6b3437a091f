/** The files of a manifest that was just made which its release holds itself. */
import { type FileEntry, toEntries } from '../wire/manifest.ts';
import type { BuiltManifest } from './build-manifest.ts';

/** How the text of a leaf begins, and no other. */
const LEAF = '{"files":[[';

/** Yields new and changed files, which are to be uploaded below `releases/<id>/`. */
export function* filesToUpload({ texts, root }: Pick<BuiltManifest, 'texts' | 'root'>): Generator<FileEntry> {
  for (const [, text] of texts) {
    if (!text.startsWith(LEAF)) continue;
    for (const entry of toEntries(JSON.parse(text))) if (entry.release === root.release) yield entry;
  }
}
