/** Manifests in memory: built from small trees, read with every read counted. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { below } from '../../../generator/release/objects/below.ts';
import type { TreePath } from '../../../generator/wire/answers/paths.ts';
import { type FileEntry, keyOf } from '../../../generator/wire/release/manifest.ts';
import { type Texts, textsIn } from '../../../generator/wire/release/manifest-nodes.ts';
import { Release } from '../../../generator/wire/release/release.ts';
import type { Objects } from '../../../generator/wire/release/tree-file.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import type { Released } from './release-folder.ts';

export interface CountingTexts extends Texts {
  /** Hashes asked for, in order. */
  readonly asked: string[];
}

/** The texts of these releases as a store has them, and nothing else. */
export function objectsIn(...manifests: readonly Pick<Released, 'texts'>[]): Objects {
  const texts = new Map(manifests.flatMap((manifest) => [...manifest.texts]));
  return {
    name: '',
    read: async (key) => {
      const text = texts.get(key.slice(-64));
      return text === undefined ? null : Buffer.from(text);
    },
  };
}

/** Reads the texts of these releases. */
export function readerOf(...manifests: readonly Pick<Released, 'texts'>[]): CountingTexts {
  const texts = textsIn(objectsIn(...manifests));
  const asked: string[] = [];
  return {
    asked,
    read: (sha256) => {
      asked.push(sha256);
      return texts.read(sha256);
    },
  };
}

/** By path: where the store in the folder keeps the files of the release with this root; by default of that in force. */
export async function keysIn(dir: string, root = rootIn(dir)): Promise<ReadonlyMap<string, string>> {
  const read = async (key: string) => (existsSync(join(dir, key)) ? readFileSync(join(dir, key)) : null);
  const entries = await entriesOf(root, textsIn({ name: '', read }));
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
  built: Pick<Released, 'rootHash' | 'texts'>,
): Promise<readonly string[]> {
  const counting = readerOf(built);
  const missed: string[] = [];
  let place = 0;
  let release = await Release.open(objectsIn(built), built.rootHash, counting);
  for (const [path, text] of files) {
    // Neighbours share their way, so every fiftieth is found by a reader that has read nothing.
    if (++place % 50 === 0) release = await Release.open(objectsIn(built), built.rootHash, counting);
    const found = await release.entry(path as TreePath);
    if (found?.sha256 !== hashOf(Buffer.from(text, 'latin1'))) missed.push(path);
    const { length } = counting.asked.splice(0);
    if (length > 4) missed.push(`${path}: ${length} reads`);
  }
  return missed;
}

export async function entriesOf(root: string, texts: Texts): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  for await (const { path, sha256, bytes } of below([root], texts))
    if (path !== null && bytes !== null) entries.set(path, { path, sha256, bytes });
  return entries;
}

/** Hashes of all texts, the root's last. */
export async function textsBelow(root: string, texts: Texts): Promise<Set<string>> {
  const hashes = new Set<string>();
  for await (const { path, sha256 } of below([root], texts)) if (path === null) hashes.add(sha256);
  return hashes;
}
