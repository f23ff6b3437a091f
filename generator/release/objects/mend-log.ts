/**
 * Writes files of the log again that are missing or damaged. Tiles follow from entries. Lost entries are in an earlier
 * bundle, in the pointers of their releases, or in a copy of the store; they are taken only if they lead to the root
 * that the checkpoint signs. The checkpoint itself needs the key, so that publishing writes it.
 */

import { CHECKPOINT_KEY } from '../../wire/release/keys.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { compareTexts } from '../../wire/words/order.ts';
import { leafHash, rootOf } from '../log/merkle.ts';
import { type Checkpoint, type LoggedRelease, leafText, parseCheckpoint, parseLeaf } from '../log/note.ts';
import { ENTRIES, LogForked, lastBundleKey, newFiles, readEntries, sizeOfBundle } from '../log/tiles.ts';
import { FACTS_OF_TILE } from '../pointer/caching.ts';
import { listFew, type ObjectStore } from '../store/store.ts';

interface Missing {
  readonly kind: 'missing' | 'bad';
  readonly key: string;
  readonly why: string;
}

interface MendedLog {
  /** Keys of what is written again. */
  readonly mended: readonly string[];
  readonly left: readonly Missing[];
}

/** @param from another store, or a tree, which has no log; null for none */
export async function mendLog(
  store: ObjectStore,
  from: ObjectStore | null,
  releases: readonly LoggedRelease[],
): Promise<MendedLog> {
  const stores = from === null ? [store] : [store, from];
  const own = await headIn(store);
  const head = own ?? (from === null ? null : await headIn(from));
  const sizes = await sizesIn(stores);
  const left: Missing[] = [];
  if (own === null && (head !== null || sizes.length > 0)) {
    const isThere = (await store.get(CHECKPOINT_KEY)) !== null;
    const fix = `"--log ${head?.origin ?? 'NAME'}" of publish and nightly writes it again`;
    const why = isThere ? `delete it: ${fix}` : fix;
    left.push({ kind: isThere ? 'bad' : 'missing', key: CHECKPOINT_KEY, why });
  }
  if (head === null) return { mended: [], left };
  const entries = await entriesOf(head, stores, sizes, releases);
  const why = 'no copy of the entries that were signed is here: name a folder that has one with --from';
  if (entries === null) return { mended: [], left: [...left, { kind: 'bad', key: lastBundleKey(head.size), why }] };
  const mended: string[] = [];
  for (const { key, bytes } of newFiles(0, entries, entries.map(leafHash))) {
    if ((await store.get(key))?.bytes.equals(bytes) === true) continue;
    await store.put(key, bytes, FACTS_OF_TILE);
    mended.push(key);
  }
  return { mended, left };
}

/** Null also for a checkpoint that cannot be read. */
async function headIn(store: ObjectStore): Promise<Checkpoint | null> {
  const found = await store.get(CHECKPOINT_KEY);
  try {
    return found === null ? null : parseCheckpoint(found.bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** More than a bundle has while it grows. Each is tried, and whoever writes names can write many. */
const SIZES_MAX = 300;

/** The largest sizes at which bundles of entries end, the largest first. */
async function sizesIn(stores: readonly ObjectStore[]): Promise<readonly number[]> {
  const sizes = new Set<number>();
  for (const store of stores) for await (const { key } of listFew(store, ENTRIES)) sizes.add(sizeOfBundle(key) ?? 0);
  return [...sizes].sort((left, right) => right - left).slice(0, SIZES_MAX);
}

async function entriesOf(
  head: Checkpoint,
  stores: readonly ObjectStore[],
  sizes: readonly number[],
  releases: readonly LoggedRelease[],
): Promise<readonly Buffer[] | null> {
  for (const size of [head.size, ...sizes.filter((one) => one < head.size), 0]) {
    // A bundle that is damaged in one of them may be whole in the other.
    for (const inTurn of [stores, stores.toReversed()]) {
      const known = await entriesIn(inTurn, size);
      if (known === null) continue;
      const entries = [...known, ...leavesAfter(known, releases).slice(0, head.size - size)];
      if (entries.length === head.size && rootOf(entries.map(leafHash)).equals(head.root)) return entries;
    }
  }
  return null;
}

/** The entries of the releases that came later. A publisher that was killed has left its sequence to the next one. */
function leavesAfter(known: readonly Buffer[], releases: readonly LoggedRelease[]): readonly Buffer[] {
  const texts = new Set(known.map(String));
  const { sequence: last } = parseLeaf([...texts].at(-1) ?? '') ?? { sequence: 0 };
  const later = releases.filter((one) => one.sequence >= last && !texts.has(leafText(one)));
  const inOrder = later.sort((left, right) => left.sequence - right.sequence || compareTexts(left.time, right.time));
  return inOrder.map((one) => Buffer.from(leafText(one)));
}

/** Null if one is missing or cut off. */
async function entriesIn(stores: readonly ObjectStore[], size: number): Promise<readonly Buffer[] | null> {
  const read = async (key: string) => {
    for (const store of stores) {
      const found = await store.get(key);
      if (found !== null) return found.bytes;
    }
    return null;
  };
  try {
    return await readEntries(read, size);
  } catch (error) {
    if (error instanceof LogForked) return null;
    throw error;
  }
}
