/** The Merkle tree against the vectors of Certificate Transparency, and each proof against every other place and size. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { consistencyProof, inclusionProof, isIncluded, leafHash, rootOf } from '../../generator/release/log/merkle.ts';
import { isConsistent } from '../support/log/proofs.ts';

/** The leaves and roots of the test vectors of RFC 6962's reference implementation. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (hex) => leafHash(Buffer.from(hex, 'hex')),
);
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const MANY = Array.from({ length: 21 }, (_, place) => leafHash(Buffer.from(`${place}`)));
const heads = Array.from({ length: MANY.length + 1 }, (_, size) => ({ size, root: rootOf(MANY.slice(0, size)) }));
const headOf = (size: number) => heads[size] ?? { size, root: Buffer.alloc(32) };
const spoilt = (hash: Buffer) => Buffer.from(hash.map((byte, place) => (place === 7 ? byte ^ 1 : byte)));

describe('the Merkle tree', () => {
  it.each(ROOTS.map((root, size) => [size, root] as const))(
    'of %d leaves has the root of the vectors',
    (size, root) => {
      expect(rootOf(LEAVES.slice(0, size)).toString('hex')).toBe(root);
    },
  );

  it('proves each leaf of each size, and no other leaf, place, size or root', () => {
    for (const { size, root } of heads) {
      for (const [place, leaf] of MANY.slice(0, size).entries()) {
        const proof = inclusionProof(place, MANY.slice(0, size));
        expect(isIncluded(leaf, place, { size, root }, proof)).toBe(true);
        expect(isIncluded(spoilt(leaf), place, { size, root }, proof)).toBe(false);
        expect(isIncluded(leaf, place, { size, root: spoilt(root) }, proof)).toBe(false);
        for (let other = 0; other <= size; other++)
          expect(other !== place && isIncluded(leaf, other, { size, root }, proof)).toBe(false);
        for (const at of proof.keys()) {
          expect(isIncluded(leaf, place, { size, root }, proof.with(at, spoilt(proof[at] ?? leaf)))).toBe(false);
          expect(isIncluded(leaf, place, { size, root }, proof.toSpliced(at, 1))).toBe(false);
        }
        expect(isIncluded(leaf, place, { size, root }, [...proof, leaf])).toBe(false);
      }
    }
  });

  it('proves that each size begins with each smaller one, and nothing of another beginning', () => {
    for (const later of heads) {
      for (const earlier of heads.slice(0, later.size + 1)) {
        const proof = consistencyProof(earlier.size, MANY.slice(0, later.size));
        const asked = [earlier.size, later.size];
        expect([asked, isConsistent(earlier, later, proof)]).toEqual([asked, true]);
        // Every log begins with the empty one.
        if (earlier.size === 0) continue;
        expect([asked, isConsistent({ ...earlier, root: spoilt(earlier.root) }, later, proof)]).toEqual([asked, false]);
        expect([asked, isConsistent(earlier, { ...later, root: spoilt(later.root) }, proof)]).toEqual([asked, false]);
        for (const at of proof.keys())
          expect(isConsistent(earlier, later, proof.with(at, spoilt(proof[at] ?? later.root)))).toBe(false);
        if (earlier.size < later.size) expect(isConsistent(later, earlier, proof)).toBe(false);
      }
    }
  });

  it('hashes a leaf and a node apart, so that no node passes for a leaf', () => {
    const [left = Buffer.of(), right = Buffer.of()] = LEAVES;
    expect(leafHash(Buffer.concat([left, right]))).not.toEqual(rootOf([left, right]));
    expect(rootOf([])).toEqual(createHash('sha256').digest());
    expect(isIncluded(left, 0, headOf(0), [])).toBe(false);
  });
});
