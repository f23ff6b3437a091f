/** Manifests in memory: built from small trees, read with every read counted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltManifest } from '../../../generator/release/build-manifest.ts';
import { hashOf } from '../../../generator/wire/hash.ts';
import type { FileEntry, RootNode } from '../../../generator/wire/manifest.ts';
import { checkedReader, type ManifestReader, readChild, rootChildren } from '../../../generator/wire/manifest-nodes.ts';
import { findEntry, walk } from '../../../generator/wire/manifest-walk.ts';
import type { TreePath } from '../../../generator/wire/paths.ts';

export interface CountingReader extends ManifestReader {
  /** Hashes asked for, in order. */
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

/** Those of the paths that the manifest does not find, or not with the hash that they have in the folder. */
export async function missedOf(
  paths: readonly string[],
  dir: string,
  built: BuiltManifest,
): Promise<readonly string[]> {
  const counting = readerOf(built);
  const missed: string[] = [];
  for (const path of paths) {
    const found = await findEntry(built.root, path as TreePath, counting);
    if (found?.sha256 !== hashOf(readFileSync(join(dir, path)))) missed.push(path);
    // The root, which is the fourth read, is in memory.
    const { length } = counting.asked.splice(0);
    if (length > 3) missed.push(`${path}: ${length} reads`);
  }
  return missed;
}

export async function entriesOf(root: RootNode, reader: ManifestReader): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  for await (const entry of walk(root, reader)) entries.set(entry.path, entry);
  return entries;
}

/** Hashes of all texts below the root. */
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
