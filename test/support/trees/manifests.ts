/** Manifests in memory: built from small trees, read with every read counted. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TreePath } from '../../../generator/wire/answers/paths.ts';
import { findEntry } from '../../../generator/wire/release/find-entry.ts';
import { textKey } from '../../../generator/wire/release/keys.ts';
import { type FileEntry, keyOf, type RootNode } from '../../../generator/wire/release/manifest.ts';
import {
  checkedReader,
  type ManifestReader,
  readChild,
  readRootNode,
  rootChildren,
} from '../../../generator/wire/release/manifest-nodes.ts';
import { walk } from '../../../generator/wire/release/manifest-walk.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import type { Released } from './release-folder.ts';

export interface CountingReader extends ManifestReader {
  /** Hashes asked for, in order. */
  readonly asked: string[];
}

/** Reads the texts of these releases. */
export function readerOf(...manifests: readonly Pick<Released, 'texts'>[]): CountingReader {
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

/** By path: where the store in the folder keeps the files of the release with this root; by default of that in force. */
export async function keysIn(dir: string, root = rootIn(dir)): Promise<ReadonlyMap<string, string>> {
  const read = async (key: string) => (existsSync(join(dir, key)) ? readFileSync(join(dir, key)) : null);
  const reader = checkedReader((sha256) => read(textKey(sha256)));
  const entries = await entriesOf(await readRootNode(root, reader), reader);
  return new Map([...entries].map(([path, entry]) => [path, keyOf(entry)]));
}

export async function keyIn(dir: string, path: string, root = rootIn(dir)): Promise<string> {
  const key = (await keysIn(dir, root)).get(path);
  if (key === undefined) throw new Error(`${dir}: ${path} is not in the manifest ${root}`);
  return key;
}

/** Keys of the texts of manifests and of files. */
export const TEXT_KEY = /^objects\/..\/[0-9a-f]{64}$/;
export const FILE_KEY = /^objects\/..\/[0-9a-f]{64}-[0-9a-f]{16}$/;

/** The root of the manifest of the release in force in the folder. */
export function rootIn(dir: string): string {
  return JSON.parse(readFileSync(join(dir, 'current.json'), 'utf8')).root;
}

/** Those of the files that the manifest does not find, or not with their hash. @param files texts in latin1 by path */
export async function missedOf(
  files: Iterable<readonly [path: string, text: string]>,
  built: Pick<Released, 'root' | 'texts'>,
): Promise<readonly string[]> {
  const counting = readerOf(built);
  const missed: string[] = [];
  for (const [path, text] of files) {
    const found = await findEntry(built.root, path as TreePath, counting);
    if (found?.sha256 !== hashOf(Buffer.from(text, 'latin1'))) missed.push(path);
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
