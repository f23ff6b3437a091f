/** Keys and signatures of notes (note.ts), where hashes and Ed25519 are there at once: in Node. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Note, NoteKey, Signed, Verifying } from './note.ts';
import * as notes from './note.ts';
import { solved } from './tree.ts';

export function toNoteKey(name: string, key: KeyObject, type?: notes.KeyType): NoteKey {
  const raw = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  return solved(notes.toNoteKey(name, raw, type));
}

/** @throws InputError if it is not the text of an Ed25519 key, or was mistyped */
export const parseNoteKey = (text: string): NoteKey => solved(notes.parseNoteKey(text));

/** @throws InputError if a signature is false */
export const signersOf = (note: string, keys: readonly NoteKey[]): ReadonlyMap<NoteKey, Signed> =>
  verified(notes.signersOf(note, keys));

/** Null if the key has not signed. @throws InputError if a line claims so and is false */
export const signatureOf = (note: Note, key: NoteKey): Signed | null => verified(notes.signatureOf(note, key));

/** Goes through what asks for signatures, and verifies them. */
export function verified<Found>(asking: Verifying<Found>): Found {
  for (let next = asking.next(); ; next = asking.next(isSigned(next.value))) if (next.done === true) return next.value;
}

function isSigned({ raw, words, proof }: notes.Claim): boolean {
  const x = Buffer.from(raw).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, words, key, proof);
}
