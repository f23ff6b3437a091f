/**
 * A store without a pointer is either new or has lost it. Publishing a "first release" over a lost pointer would start
 * the sequence at 1 again, which every reader refuses, and would not know what to remove. So the two are told apart by
 * what else lies there, and a lost pointer is refused.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, replaceFile } from '../../kit/files.ts';
import { ARCHIVE, OBJECTS, POINTER_COPIES } from '../../wire/release/keys.ts';
import { POINTER_KEY, type Pointer, parsePointer, pointerText } from '../../wire/release/pointer.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import { type ObjectStore, StoreError } from '../store/store.ts';
import { DraftChanged, type DraftSigning, readDraft, writeDraft } from './draft.ts';
import type { Trust } from './signing.ts';

/** Each of these objects is written only after a pointer. */
const AFTER_A_POINTER = [POINTER_COPIES];
/** A first publication that was killed leaves these as well. */
const OF_RELEASES = [ARCHIVE, OBJECTS];

/** The store has releases and no readable pointer to one. */
export class LostPointer extends StoreError {}

/** @param what of the pointer, for the message: `is missing`, or why it cannot be read */
export function lostPointer(store: ObjectStore, what: string, left: readonly string[]): LostPointer {
  const there = left.length === 0 ? '' : `, but the store has ${left.join(', ')}`;
  return new LostPointer(
    `${store.name}: ${POINTER_KEY} ${what}${there}. Nothing was written: "ratetree repair", with the key of the ` +
      'night, shows what is there and brings a pointer back',
  );
}

/** Names what the store still has of releases; empty for a new store, or one whose first publication was killed. */
export async function leftWithoutPointer(store: ObjectStore, trust: Trust): Promise<readonly string[]> {
  const later = await present(store, AFTER_A_POINTER);
  const sooner = await present(store, OF_RELEASES);
  const begun = later.length + sooner.length === 0 ? null : (await readDraft(store, null, trust)).draft;
  const isUnfinished = begun !== null && (later.length === 0 || begun.above > 0);
  return isUnfinished ? [] : [...later, ...sooner];
}

/** Marks the store as one whose first publication has begun. Called before anything else is written to a new store. */
export async function beginFirst(signing: DraftSigning): Promise<void> {
  const { draft, etag } = await readDraft(signing.store, null, signing);
  if (draft !== null) return;
  await writeDraft(signing, null, { archive: null }, etag).catch((error) => {
    // Another publisher has begun.
    if (!(error instanceof DraftChanged)) throw error;
  });
}

/** Lets the first publication go above a sequence that readers have seen, in a store of which nothing is left. */
export async function beginAbove(signing: DraftSigning, sequence: number): Promise<void> {
  const { draft, etag } = await readDraft(signing.store, null, signing);
  await writeDraft(signing, null, { archive: draft?.archive ?? null, above: sequence }, etag);
}

/** The sequence above which the first publication goes: 0 unless a person has said otherwise. */
export async function sequenceBegun(store: ObjectStore, trust: Trust): Promise<number> {
  return (await readDraft(store, null, trust)).draft?.above ?? 0;
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

// The pointer that was in force last, as this machine remembers it beside its archive. Whoever may write to a store
// can empty it or put an older signed pointer back, and only what lies elsewhere tells.

export function seenFile(archiveDir: string, store: Pick<ObjectStore, 'name'>): string {
  return join(archiveDir, `.pointer-${hashOf(store.name).slice(0, 16)}`);
}

/** Null if this machine has seen no pointer in the store. @throws InputError naming the file if it is damaged */
export function readSeen(archiveDir: string, store: Pick<ObjectStore, 'name'>): Pointer | null {
  const file = seenFile(archiveDir, store);
  try {
    return parsePointer(readFileSync(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${file}: ${error.message}; write current.json of ${store.name} there, or remove it`);
  }
}

export async function keepSeen(archiveDir: string, store: Pick<ObjectStore, 'name'>, pointer: Pointer): Promise<void> {
  await replaceFile(seenFile(archiveDir, store), pointerText(pointer));
}
