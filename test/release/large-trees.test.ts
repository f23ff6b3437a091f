/** What keeps memory small while a tree of a million files is published: short digests, few held reads. */
import { describe, expect, it } from 'vitest';
import { KeySet } from '../../generator/release/objects/below.ts';
import { remembering } from '../../generator/wire/release/manifest-nodes.ts';

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
  it('shares simultaneous reads, and forgets all texts when they are too many', async () => {
    const asked: string[] = [];
    const reader = remembering(
      {
        read: async (name) => {
          asked.push(name);
          return 'x'.repeat(10);
        },
      },
      20,
    );
    await Promise.all([reader.read('a'), reader.read('a')]);
    for (const name of ['b', 'a', 'c', 'a', 'a']) await reader.read(name);
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('asks again for a text that could not be read', async () => {
    let attempts = 0;
    const reader = remembering({
      read: async () => {
        if (++attempts === 1) throw new Error('not now');
        return 'text';
      },
    });
    await expect(reader.read('a')).rejects.toThrow('not now');
    expect(await reader.read('a')).toBe('text');
  });
});
