/**
 * The pointer that was in force last, as this machine remembers it beside its archive. Whoever may write to a store can
 * empty it or put an older signed pointer back, and only what lies elsewhere tells.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, replaceFile } from '../../kit/files.ts';
import { type Pointer, parsePointer, pointerText } from '../../wire/release/pointer.ts';
import { hashOf } from '../../wire/words/hash.ts';
import { InputError } from '../../wire/words/input-error.ts';
import type { ObjectStore } from '../store/store.ts';

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
