/** Checks that a log only grew, as a witness does: the program itself reads all entries. */
import { halved, isOdd, nodeHash, type TreeHead } from '../../../generator/release/log/merkle.ts';

/** Whether the proof shows that the later tree begins with the leaves of the earlier one. */
export function isConsistent(earlier: TreeHead, later: TreeHead, proof: readonly Buffer[]): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
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
      [before, after] = [nodeHash(beside, before), nodeHash(beside, after)];
      while (!isOdd(own) && own !== 0) [own, last] = [halved(own), halved(last)];
    } else after = nodeHash(after, beside);
    [own, last] = [halved(own), halved(last)];
  }
  return last === 0 && before.equals(earlier.root) && after.equals(later.root);
}
