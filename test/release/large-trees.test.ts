/** What keeps memory small while a tree of a million files is published: short digests, few held reads. */
import { describe, expect, it } from 'vitest';
import { KeySet } from '../../generator/release/objects/key-set.ts';
import { readOnce } from '../../generator/release/pointer/manifest-reader.ts';

const KEYS = Array.from({ length: 5000 }, (_, place) => `v1/historical/GLOBAL/2026/03/${place}.json`);

describe('a set of keys', () => {
  it('has the keys that were added, and no others', () => {
    const set = new KeySet();
    const [added, others] = [KEYS.slice(0, 3000), KEYS.slice(3000)];
    expect(added.map((key) => set.add(key))).not.toContain(false);
    expect(added.map((key) => set.add(key))).not.toContain(true);
    expect(set.size).toBe(added.length);
    expect(added.filter((key) => !set.has(key))).toEqual([]);
    expect(others.filter((key) => set.has(key))).toEqual([]);
  });
});

describe('a reader of manifests', () => {
  it('shares simultaneous reads, and keeps only the texts that were asked for last', async () => {
    const asked: string[] = [];
    const read = async (name: string) => {
      asked.push(name);
      return 'x'.repeat(10);
    };
    // Room for two: each counts with 512 bytes beside its own.
    const reader = readOnce(read, 1100);
    await Promise.all([reader.read('a'), reader.read('a')]);
    for (const name of ['b', 'a', 'c', 'a', 'b']) await reader.read(name);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });
});
