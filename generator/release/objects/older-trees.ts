/**
 * Deletes what only older trees of a folder name. The tree before the one in force stays, because a gateway may read it
 * until it has seen the new pointer.
 */

import { inPortions } from '../../kit/items.ts';
import { objectsIn } from '../../kit/memory.ts';
import { memoryKey, POINTER_COPIES } from '../../wire/release/keys.ts';
import { type Pointer, parsePointer } from '../../wire/release/pointer.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { manifestReader } from '../pointer/manifest-reader.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { namedOnlyBelow } from './named-only.ts';

const KEYS_AT_ONCE = 1000;

export async function dropOlder(store: ObjectStore, inForce: Pointer): Promise<void> {
  const copies = await readCopies(store);
  const [before] = copies.filter(({ pointer }) => pointer.root !== inForce.root).slice(-1);
  const kept = new Set([inForce.root, ...(before === undefined ? [] : [before.pointer.root])]);
  const older = copies.filter(({ pointer }) => pointer.sequence < (before?.pointer.sequence ?? inForce.sequence));
  await dropMemory(store, [...older, ...(before === undefined ? [] : [before])], inForce);
  if (older.length === 0) return;
  const roots = older.map(({ pointer }) => pointer).filter(({ root }) => !kept.has(root));
  try {
    for await (const keys of inPortions(namedOnlyBelow(roots, kept, manifestReader(store)), KEYS_AT_ONCE)) {
      await store.delete(keys.map(({ key }) => key));
    }
  } catch (error) {
    // What a damaged tree named is left to "repair --sweep".
    if (!(error instanceof StoreError)) throw error;
  }
  await store.delete(older.map(({ key }) => key));
}

interface Copy {
  readonly key: string;
  readonly pointer: Pointer;
}

/** By rising sequence. One that cannot be read is left alone. */
async function readCopies(store: ObjectStore): Promise<readonly Copy[]> {
  const copies: Copy[] = [];
  for await (const { key } of store.list(POINTER_COPIES)) {
    try {
      const bytes = await store.get(key);
      if (bytes !== null) copies.push({ key, pointer: parsePointer(bytes.bytes.toString('utf8')) });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  return copies.sort((left, right) => left.pointer.sequence - right.pointer.sequence);
}

/** Only the newest run is remembered. */
async function dropMemory(store: ObjectStore, older: readonly Copy[], inForce: Pointer): Promise<void> {
  const needed = new Set(await memoryOf(store, inForce.memory));
  const gone = new Set<string>();
  for (const memory of new Set(older.map(({ pointer }) => pointer.memory))) {
    for (const sha256 of memory === inForce.memory ? [] : await memoryOf(store, memory)) {
      if (!needed.has(sha256)) gone.add(memoryKey(sha256));
    }
  }
  await store.delete([...gone]);
}

/** The objects of what a run remembers, its index last; none if that is missing. */
export async function memoryOf(store: ObjectStore, index: string | null): Promise<readonly string[]> {
  const found = index === null ? null : await store.get(memoryKey(index));
  return found === null || index === null ? [] : [...objectsIn(found.bytes.toString('utf8')), index];
}
