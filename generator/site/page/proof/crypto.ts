/** Hashes and signatures by the browser itself (WebCrypto). */
import { joined } from '../../../log/bytes.ts';
import type { Verifying } from '../../../log/note.ts';

/** Browsers give WebCrypto to pages on https and on this machine only. */
export const hasCrypto = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', own(bytes)));
}

/** Null where the browser has no Ed25519. */
export async function isSigned(raw: Uint8Array, words: Uint8Array, signature: Uint8Array): Promise<boolean | null> {
  const key = await crypto.subtle.importKey('raw', own(raw), 'Ed25519', false, ['verify']).catch(lacking);
  return key === null ? null : crypto.subtle.verify('Ed25519', key, own(signature), own(words));
}

/** Goes through what asks for signatures, and verifies them; null where the browser has no Ed25519. */
export async function verified<Found>(asking: Verifying<Found>): Promise<Found | null> {
  let next = asking.next();
  while (next.done !== true) {
    const { raw, words, proof } = next.value;
    const isGood = await isSigned(raw, words, proof);
    if (isGood === null) return null;
    next = asking.next(isGood);
  }
  return next.value;
}

function lacking(error: unknown): null {
  if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
  throw error;
}

/** In a buffer of their own, as WebCrypto wants them. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(joined([bytes]));
}
