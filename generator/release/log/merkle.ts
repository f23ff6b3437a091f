/**
 * The Merkle tree of RFC 6962 over the hashes of its leaves: the root of any of its sizes, the proof that a leaf is in
 * it, and the proof that a larger tree begins with a smaller one. Proofs are checked without the tree, as in RFC 9162.
 */
import { createHash } from 'node:crypto';

const [OF_LEAF, OF_NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

export const HASH_BYTES = 32;

/** SHA-256 of all these bytes, one after another. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}

export function leafHash(entry: Uint8Array): Buffer {
  return sha256(OF_LEAF, entry);
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(OF_NODE, left, right);
}

/** The root of the tree that has these leaves. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256();
  if (leaves.length === 1) return only;
  const half = splitOf(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

/** The largest power of two that is smaller. */
function splitOf(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

/** The hashes beside the way from the leaf at that place up to the root. */
export function inclusionProof(place: number, leaves: readonly Buffer[]): readonly Buffer[] {
  if (leaves.length <= 1) return [];
  const half = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return place < half
    ? [...inclusionProof(place, left), rootOf(right)]
    : [...inclusionProof(place - half, right), rootOf(left)];
}

/** Proves that the tree of the first leaves, so many of them, is the beginning of the tree of all. */
export function consistencyProof(first: number, leaves: readonly Buffer[]): readonly Buffer[] {
  return first === 0 ? [] : subProof(first, leaves, true);
}

/** @param isKnown whether who checks the proof knows the root of these leaves */
function subProof(first: number, leaves: readonly Buffer[], isKnown: boolean): readonly Buffer[] {
  if (first === leaves.length) return isKnown ? [] : [rootOf(leaves)];
  const half = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return first <= half
    ? [...subProof(first, left, isKnown), rootOf(right)]
    : [...subProof(first - half, right, false), rootOf(left)];
}

export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
}

export const isOdd = (place: number) => place % 2 === 1;
export const halved = (place: number) => Math.floor(place / 2);

/** Whether the proof leads from the leaf at that place to the root. */
export function isIncluded(leaf: Buffer, place: number, { size, root }: TreeHead, proof: readonly Buffer[]): boolean {
  if (place >= size) return false;
  let [own, last, hash] = [place, size - 1, leaf];
  for (const beside of proof) {
    if (last === 0) return false;
    if (isOdd(own) || own === last) {
      hash = nodeHash(beside, hash);
      while (!isOdd(own) && own !== 0) [own, last] = [halved(own), halved(last)];
    } else hash = nodeHash(hash, beside);
    [own, last] = [halved(own), halved(last)];
  }
  return last === 0 && hash.equals(root);
}

/** Sizes of a log, and places in it, as texts. The caller has seen that they are digits, and how many. */
export function toSize(digits: string): number {
  return Number.parseInt(digits, 10);
}
