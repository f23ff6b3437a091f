/**
 * A store without a pointer is either new or has lost it. Publishing a "first release" over a lost pointer would start
 * the sequence at 1 again, which every reader refuses, and would not know what to remove. So the two are told apart by
 * what else lies there, and a lost pointer is refused.
 */
import { type ObjectStore, StoreError } from '../../store/store.ts';
import { ARCHIVE, NOTES, OBJECTS, POINTER_COPIES } from '../../wire/release/keys.ts';
import { POINTER_KEY } from '../../wire/release/pointer.ts';
import { FACTS_OF_POINTER } from './caching.ts';

/** Each of these objects is written only after a pointer; the last two by version 0.2. */
const AFTER_A_POINTER = [POINTER_COPIES, NOTES.stable, NOTES.hold, 'stable.json', 'hold.json'];
/** A first publication that was killed leaves these as well. */
const OF_RELEASES = [ARCHIVE, OBJECTS, NOTES.pending, NOTES.releases, 'manifests/', 'releases/'];

/** @param what of the pointer, for the message: `is missing`, or why it cannot be read */
export function lostPointer(store: ObjectStore, what: string, left: readonly string[]): StoreError {
  const there = left.length === 0 ? '' : `, but the store has ${left.join(', ')}`;
  return new StoreError(
    `${store.name}: ${POINTER_KEY} ${what}${there}. Nothing was written: "ratetree repair" shows what is there and ` +
      'brings a pointer back',
  );
}

/** Names what the store still has of releases; empty for a new store, or one whose first publication was killed. */
export async function leftWithoutPointer(store: ObjectStore): Promise<readonly string[]> {
  const later = await present(store, AFTER_A_POINTER);
  const sooner = await present(store, OF_RELEASES);
  const isUnfinished = later.length === 0 && sooner.length > 0 && (await store.get(NOTES.first)) !== null;
  return isUnfinished ? [] : [...later, ...sooner];
}

/** Marks the store as one whose first publication has begun. Called before anything else is written to a new store. */
export async function beginFirst(store: ObjectStore): Promise<void> {
  await store.create(NOTES.first, Buffer.from('{"format":"ratetree-first-1"}\n'), FACTS_OF_POINTER);
}

async function present(store: ObjectStore, prefixes: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const prefix of prefixes) {
    for await (const { key } of store.list(prefix)) {
      if (prefix.endsWith('/') || key === prefix) found.push(prefix);
      break;
    }
  }
  return found;
}
