/**
 * The Merkle tree of RFC 6962 over the hashes of its leaves: the root of any of its sizes, the proof that a leaf is in
 * it, and the proof that a larger tree begins with a smaller one. Proofs are checked without the tree, as in RFC 9162.
 *
 * Node has a hash at once, and a browser has it later. So nothing here hashes: each function asks for the hash of some
 * bytes, and goes on when it is given one.
 */
import { isEqual } from './bytes.ts';

/** Yields the pieces of what is to be hashed, and is given their SHA-256. */
export type Hashing<Found, Hash extends Uint8Array> = Generator<readonly Uint8Array[], Found, Hash>;

const [OF_LEAF, OF_NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

export const HASH_BYTES = 32;

export function* leafHash<Hash extends Uint8Array>(entry: Uint8Array): Hashing<Hash, Hash> {
  return yield [OF_LEAF, entry];
}

function* nodeHash<Hash extends Uint8Array>(left: Uint8Array, right: Uint8Array): Hashing<Hash, Hash> {
  return yield [OF_NODE, left, right];
}

/** The root of the tree that has these leaves. */
export function* rootOf<Hash extends Uint8Array>(leaves: readonly Hash[]): Hashing<Hash, Hash> {
  const [only] = leaves;
  if (only === undefined) return yield [];
  if (leaves.length === 1) return only;
  const half = splitOf(leaves.length);
  return yield* nodeHash(yield* rootOf(leaves.slice(0, half)), yield* rootOf(leaves.slice(half)));
}

/** The largest power of two that is smaller. */
function splitOf(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

/** The hashes beside the way from the leaf at that place up to the root. */
export function* inclusionProof<Hash extends Uint8Array>(
  place: number,
  leaves: readonly Hash[],
): Hashing<readonly Hash[], Hash> {
  if (leaves.length <= 1) return [];
  const half = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return place < half
    ? [...(yield* inclusionProof(place, left)), yield* rootOf(right)]
    : [...(yield* inclusionProof(place - half, right)), yield* rootOf(left)];
}

/** Proves that the tree of the first leaves, so many of them, is the beginning of the tree of all. */
export function* consistencyProof<Hash extends Uint8Array>(
  first: number,
  leaves: readonly Hash[],
): Hashing<readonly Hash[], Hash> {
  return first === 0 ? [] : yield* subProof(first, leaves, true);
}

/** @param isKnown whether who checks the proof knows the root of these leaves */
function* subProof<Hash extends Uint8Array>(
  first: number,
  leaves: readonly Hash[],
  isKnown: boolean,
): Hashing<readonly Hash[], Hash> {
  if (first === leaves.length) return isKnown ? [] : [yield* rootOf(leaves)];
  const half = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return first <= half
    ? [...(yield* subProof(first, left, isKnown)), yield* rootOf(right)]
    : [...(yield* subProof(first - half, right, false)), yield* rootOf(left)];
}

export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

const isOdd = (place: number) => place % 2 === 1;
const halved = (place: number) => Math.floor(place / 2);

/** Whether the proof leads from the leaf at that place to the root. */
export function* isIncluded(
  leaf: Uint8Array,
  place: number,
  { size, root }: TreeHead,
  proof: readonly Uint8Array[],
): Hashing<boolean, Uint8Array> {
  if (place >= size) return false;
  let [own, last, hash] = [place, size - 1, leaf];
  for (const beside of proof) {
    if (last === 0) return false;
    if (isOdd(own) || own === last) {
      hash = yield* nodeHash(beside, hash);
      while (!isOdd(own) && own !== 0) [own, last] = [halved(own), halved(last)];
    } else hash = yield* nodeHash(hash, beside);
    [own, last] = [halved(own), halved(last)];
  }
  return last === 0 && isEqual(hash, root);
}

/** Whether the proof shows that the later tree begins with the leaves of the earlier one. */
export function* isConsistent(
  earlier: TreeHead,
  later: TreeHead,
  proof: readonly Uint8Array[],
): Hashing<boolean, Uint8Array> {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && isEqual(earlier.root, later.root);
  if (earlier.size === 0) return proof.length === 0;
  let [own, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(own)) [own, last] = [halved(own), halved(last)];
  // The earlier tree is a whole branch of the later one, so its root is the first hash of the proof.
  const [start, ...rest] = own === 0 ? [earlier.root, ...proof] : proof;
  if (start === undefined) return false;
  let [before, after] = [start, start];
  for (const beside of rest) {
    if (last === 0) return false;
    if (isOdd(own) || own === last) {
      [before, after] = [yield* nodeHash(beside, before), yield* nodeHash(beside, after)];
      while (!isOdd(own) && own !== 0) [own, last] = [halved(own), halved(last)];
    } else after = yield* nodeHash(after, beside);
    [own, last] = [halved(own), halved(last)];
  }
  return last === 0 && isEqual(before, earlier.root) && isEqual(after, later.root);
}
