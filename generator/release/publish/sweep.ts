/**
 * Deletes what no release names: objects of publishers that were killed. Only this lists the whole store. An object that is younger than a day may belong to a release that is being published.
 */
import { inPortions } from '../../kit/items.ts';
import { ARCHIVE, archiveKey, DOCUMENTS, MEMORY, memoryKey, OBJECTS, textKey } from '../../wire/release/keys.ts';
import { keyOf, type RootNode, rootNode } from '../../wire/release/manifest.ts';
import {
  type Child,
  type ManifestReader,
  readChild,
  readRootNode,
  rootChildren,
} from '../../wire/release/manifest-nodes.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { readList } from '../archive/archive-in-store.ts';
import { listPending } from '../archive/pending.ts';
import { KeySet, memoryOf } from '../objects/named-only.ts';
import { readPointer, readRecords, readStableMark } from '../pointer/published.ts';
import { manifestReader } from '../pointer/released-files.ts';
import type { ObjectStore } from '../store/store.ts';

const DAY_MS = 86_400_000;
/** As many keys as one request to a bucket may name. */
const KEYS_OF_REQUEST = 1000;

/**
 * Returns the number of such objects.
 * @param deletes false to count them only
 * @throws StoreError if a manifest or a list cannot be read; InputError if one may name what this version does not see
 */
export async function sweep(store: ObjectStore, nowMs: number, deletes: boolean): Promise<number> {
  const named = await namedIn(store);
  let swept = 0;
  for await (const keys of inPortions(unnamedIn(store, named, nowMs), KEYS_OF_REQUEST)) {
    swept += keys.length;
    if (deletes) await store.delete(keys);
  }
  return swept;
}

async function* unnamedIn(store: ObjectStore, named: KeySet, nowMs: number): AsyncGenerator<string> {
  for (const prefix of [OBJECTS, ARCHIVE, MEMORY]) {
    for await (const { key, changedMs } of store.list(prefix)) {
      // Documents are evidence as long as a night keeps them, whether or not a kept release has their figures.
      if (key.startsWith(DOCUMENTS)) continue;
      if (nowMs - changedMs > DAY_MS && !named.has(key)) yield key;
    }
  }
}

/** The keys of all that the pointer, the stable copies, records and pending archives lead to. */
async function namedIn(store: ObjectStore): Promise<KeySet> {
  const [records, mark] = [await readRecords(store), await readStableMark(store)];
  const pointer = (await readPointer(store))?.pointer;
  const named = new KeySet();
  const reader = manifestReader(store);
  const roots = [...records, ...(pointer ? [pointer] : []), ...(mark ? [mark] : [])].map(({ root }) => root);
  for (const root of new Set(roots)) await nameBelow(root, reader, named);
  for (const sha256 of await memoryOf(store, pointer?.memory ?? null)) named.add(memoryKey(sha256));
  const archives = [...records, ...(pointer ? [pointer] : [])].flatMap(({ archive }) => archive ?? []);
  for (const list of new Set([...archives, ...(await listPending(store))])) {
    named.add(archiveKey(list));
    for (const [, sha256] of (await readList(store, list)).files) named.add(archiveKey(sha256));
  }
  return named;
}

/** Looks into no text twice, because releases share most of theirs. */
async function nameBelow(root: string, reader: ManifestReader, named: KeySet): Promise<void> {
  named.add(textKey(root));
  const open: Child[] = [...rootChildren(await knownRoot(root, reader))];
  for (let child = open.pop(); child !== undefined; child = open.pop()) {
    if (!named.add(textKey(child.sha256))) continue;
    const content = await readChild(child, reader);
    if (content.kind === 'children') open.push(...content.children);
    else for (const entry of content.entries) named.add(keyOf(entry));
  }
}

/**
 * A later version may have put files below a member of the root that this one does not know. Of every other text its
 * parent says how many files it leads to.
 */
async function knownRoot(sha256: string, reader: ManifestReader): Promise<RootNode> {
  const root = await readRootNode(sha256, reader);
  const members = Object.keys(JSON.parse(await reader.read(sha256)));
  const unknown = members.filter((name) => !Object.hasOwn(rootNode.shape, name));
  if (unknown.length === 0) return root;
  const words = `the manifest ${sha256} names ${unknown.join(', ')}, which this version does not know`;
  throw new InputError(`${words}: nothing is deleted; run the version that published it`);
}
