/**
 * What some manifests name and other manifests do not: the objects that a release adds to a store, and the objects that
 * dropped releases leave unused.
 */

import { hash } from 'node:crypto';
import { groupBy, inPortions } from '../../kit/items.ts';
import { objectsIn } from '../../kit/memory.ts';
import type { TreePath } from '../../wire/answers/paths.ts';
import { archiveKey, pointerCopyKey, textKey } from '../../wire/release/keys.ts';
import { type FileEntry, keyOf } from '../../wire/release/manifest.ts';
import {
  type Child,
  type ManifestReader,
  type NodeContent,
  readChild,
  readRootNode,
  rootChildren,
} from '../../wire/release/manifest-nodes.ts';
import type { Pointer } from '../../wire/release/pointer.ts';
import { readCopies } from '../pointer/published.ts';
import { manifestReader } from '../pointer/released-files.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';

/** An object that a manifest names. */
export interface NamedObject {
  readonly key: string;
  readonly sha256: string;
  /** Of the file that lies there; null for a text of the manifest. */
  readonly path: TreePath | null;
}

/** How many texts are read at once, together with those at the same place in the other manifests. */
const READS_AT_ONCE = 16;

/**
 * Yields, each once, the texts and files that these manifests name and the other manifests do not. A file is listed in
 * only one place, so a place that is the same in one of the others is skipped. A text is yielded after it has been
 * read, so its object may be deleted at once; the root comes last.
 */
export async function* namedOnlyBelow(
  manifests: readonly { readonly root: string }[],
  others: ReadonlySet<string>,
  reader: ManifestReader,
): AsyncGenerator<NamedObject> {
  const seen = new KeySet();
  const childrenOf = async (sha256: string) => rootChildren(await readRootNode(sha256, reader));
  const there = (await Promise.all([...others].map(childrenOf))).flat();
  for (const { root } of manifests) {
    if (others.has(root) || seen.has(textKey(root))) continue;
    const own = await childrenOf(root);
    for await (const one of namedOnlyIn(own, there, reader, seen)) if (seen.add(one.key)) yield one;
    if (seen.add(textKey(root))) yield toText(root);
  }
}

function toText(sha256: string): NamedObject {
  return { key: textKey(sha256), sha256, path: null };
}

/** @param seen texts that an earlier release led to, and all below them */
async function* namedOnlyIn(
  own: readonly Child[],
  others: readonly Child[],
  reader: ManifestReader,
  seen: KeySet,
): AsyncGenerator<NamedObject> {
  const places = groupBy(others, nameOf);
  const open = own.flatMap((child) => {
    const there = new Map((places.get(nameOf(child)) ?? []).map((other) => [other.sha256, other]));
    const isKnown = there.has(child.sha256) || seen.has(textKey(child.sha256));
    return isKnown ? [] : [{ child, there: [...there.values()] }];
  });
  for (let start = 0; start < open.length; start += READS_AT_ONCE) {
    const portion = open.slice(start, start + READS_AT_ONCE).map(async ({ child, there }) => ({
      child,
      content: await readChild(child, reader),
      elsewhere: await Promise.all(there.map((other) => readChild(other, reader))),
    }));
    for (const { child, content, elsewhere } of await Promise.all(portion)) {
      yield toText(child.sha256);
      if (content.kind === 'entries') yield* filesOnlyIn(content.entries, elsewhere);
      else yield* namedOnlyIn(content.children, elsewhere.flatMap(childrenIn), reader, seen);
    }
  }
}

function* filesOnlyIn(entries: readonly FileEntry[], others: readonly NodeContent[]): Generator<NamedObject> {
  const needed = new Set(others.flatMap((content) => (content.kind === 'entries' ? content.entries.map(keyOf) : [])));
  for (const entry of entries) {
    const key = keyOf(entry);
    if (!needed.has(key)) yield { key, sha256: entry.sha256, path: entry.path };
  }
}

function childrenIn(content: NodeContent): readonly Child[] {
  return content.kind === 'children' ? content.children : [];
}

function nameOf({ trail }: Child): string {
  return trail.at(-1) ?? '';
}

// A compact set of object keys: it holds 16 bytes of the SHA-256 of each key, so a million keys take 60 MB instead
// of 200. Nobody can make two keys with the same digest.

const DIGEST_BYTES = 16;

export class KeySet {
  readonly #digests = new Set<string>();

  get size(): number {
    return this.#digests.size;
  }

  has(key: string): boolean {
    return this.#digests.has(digestOf(key));
  }

  /** Returns false if the key was in the set already. */
  add(key: string): boolean {
    const { size } = this;
    return this.#digests.add(digestOf(key)).size > size;
  }
}

/** A text of its own: a slice of a longer one would keep all of that. */
function digestOf(key: string): string {
  return hash('sha256', key, 'buffer').toString('latin1', 0, DIGEST_BYTES);
}

// Deletes what only older trees of a folder name. The tree before the one in force stays, because a gateway may
// read it until it has seen the new pointer.

const KEYS_AT_ONCE = 1000;

export async function dropOlder(store: ObjectStore, inForce: Pointer): Promise<void> {
  const copies = await readCopies(store, { signer: null });
  const [before] = copies.filter(({ root }) => root !== inForce.root).slice(-1);
  const kept = new Set([inForce.root, ...(before === undefined ? [] : [before.root])]);
  const older = copies.filter(({ sequence }) => sequence < (before?.sequence ?? inForce.sequence));
  await dropState(store, [...older, ...(before === undefined ? [] : [before])], inForce);
  if (older.length === 0) return;
  const roots = older.filter(({ root }) => !kept.has(root));
  try {
    for await (const keys of inPortions(namedOnlyBelow(roots, kept, manifestReader(store)), KEYS_AT_ONCE)) {
      await store.delete(keys.map(({ key }) => key));
    }
  } catch (error) {
    // What a damaged tree named is left to "repair --sweep".
    if (!(error instanceof StoreError)) throw error;
  }
  await store.delete(older.map(({ sequence }) => pointerCopyKey(sequence)));
}

/** Only the newest run is remembered. */
async function dropState(store: ObjectStore, older: readonly Pointer[], inForce: Pointer): Promise<void> {
  const needed = new Set(await stateOf(store, inForce.state));
  const gone = new Set<string>();
  for (const state of new Set(older.map(({ state }) => state))) {
    for (const sha256 of state === inForce.state ? [] : await stateOf(store, state)) {
      if (!needed.has(sha256)) gone.add(archiveKey(sha256));
    }
  }
  await store.delete([...gone]);
}

/** The objects of the state that a run leaves, its index last; none if that is missing. */
export async function stateOf(store: ObjectStore, index: string | null): Promise<readonly string[]> {
  const found = index === null ? null : await store.get(archiveKey(index));
  return found === null || index === null ? [] : [...objectsIn(found.bytes.toString('utf8')), index];
}
