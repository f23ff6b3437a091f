/** The Merkle tree of a log (merkle.ts), where hashes are there at once: in Node. */
import { createHash } from 'node:crypto';
import * as merkle from './merkle.ts';

/** SHA-256 of all these bytes, one after another. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}

/** Goes through what asks for hashes, and hashes it. */
export function solved<Found, Hash extends Uint8Array>(asking: merkle.Hashing<Found, Buffer & Hash>): Found {
  for (let next = asking.next(); ; next = asking.next(sha256(...next.value) as Buffer & Hash))
    if (next.done === true) return next.value;
}

export const leafHash = (entry: Uint8Array): Buffer => solved(merkle.leafHash<Buffer>(entry));

export const rootOf = (leaves: readonly Buffer[]): Buffer => solved(merkle.rootOf(leaves));

export const consistencyProof = (first: number, leaves: readonly Buffer[]): readonly Buffer[] =>
  solved(merkle.consistencyProof(first, leaves));
