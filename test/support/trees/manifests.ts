/** Manifests in memory, and readers of them that note every read. */
import type { BuiltManifest } from '../../../generator/release/build-manifest.ts';
import type { FileEntry, RootNode } from '../../../generator/wire/manifest.ts';
import { checkedReader, type ManifestReader, readChild, rootChildren } from '../../../generator/wire/manifest-nodes.ts';
import { walk } from '../../../generator/wire/manifest-walk.ts';

export interface CountingReader extends ManifestReader {
  /** The hashes that were asked for, in order. */
  readonly asked: string[];
}

/** Reads the texts of these releases. */
export function readerOf(...manifests: readonly Pick<BuiltManifest, 'texts'>[]): CountingReader {
  const texts = new Map(manifests.flatMap((manifest) => [...manifest.texts]));
  const asked: string[] = [];
  const checked = checkedReader(async (sha256) => {
    const text = texts.get(sha256);
    return text === undefined ? null : Buffer.from(text);
  });
  return {
    asked,
    read: (sha256) => {
      asked.push(sha256);
      return checked.read(sha256);
    },
  };
}

export async function entriesOf(root: RootNode, reader: ManifestReader): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  for await (const entry of walk(root, reader)) entries.set(entry.path, entry);
  return entries;
}

/** The hashes of all texts below the root. */
export async function textsBelow(root: RootNode, reader: ManifestReader): Promise<Set<string>> {
  const hashes = new Set<string>();
  const open = [...rootChildren(root)];
  for (let child = open.pop(); child !== undefined; child = open.pop()) {
    hashes.add(child.sha256);
    const content = await readChild(child, reader);
    if (content.kind === 'children') open.push(...content.children);
  }
  return hashes;
}
