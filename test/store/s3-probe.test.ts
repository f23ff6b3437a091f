/**
 * How real stores treat conditional writes, one row each. Only some of them can be installed here, so the table plays
 * them all.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Condition, type ProbeWriter, probe, toTag } from '../../generator/release/store/s3-probe.ts';

interface Habits {
  readonly createOnly: boolean;
  /** Which spellings of a right tag the store accepts; `ignored` if it accepts any tag, right or wrong. */
  readonly tags: readonly ('quoted' | 'bare')[] | 'ignored';
}

/** Keeps one object per key, with tags made like those of S3. */
function storeWith({ createOnly, tags }: Habits): ProbeWriter & { readonly held: ReadonlyMap<string, string> } {
  const held = new Map<string, string>();
  const holds = (key: string, condition: Condition) => {
    if (condition === null) return true;
    if ('ifNoneMatch' in condition) return !createOnly || !held.has(key);
    return tags === 'ignored' || tags.some((form) => condition.ifMatch === toTag(held.get(key) ?? '', form));
  };
  return {
    held,
    write: async (key, bytes, condition) => {
      if (!holds(key, condition)) return 'refused';
      const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
      held.set(key, etag);
      return { etag };
    },
    remove: async (key) => void held.delete(key),
  };
}

describe('the probe recognises', () => {
  it.each<[string, Habits, object]>([
    [
      'AWS, R2 and Ceph 20, which accept either spelling',
      { createOnly: true, tags: ['quoted', 'bare'] },
      { createOnly: true, tagForm: 'quoted' },
    ],
    [
      'a store that accepts only quoted tags',
      { createOnly: true, tags: ['quoted'] },
      { createOnly: true, tagForm: 'quoted' },
    ],
    [
      'Ceph 16 and 18, which accept only bare tags',
      { createOnly: true, tags: ['bare'] },
      { createOnly: true, tagForm: 'bare' },
    ],
    ['a store that accepts no tag', { createOnly: true, tags: [] }, { createOnly: true, tagForm: null }],
    ['a store that ignores tags', { createOnly: true, tags: 'ignored' }, { createOnly: true, tagForm: null }],
    [
      'a store that ignores create-only writes',
      { createOnly: false, tags: ['bare'] },
      { createOnly: false, tagForm: 'bare' },
    ],
    ['a store that ignores both', { createOnly: false, tags: 'ignored' }, { createOnly: false, tagForm: null }],
  ])('%s', async (_, habits, found) => {
    const store = storeWith(habits);
    expect(await probe(store)).toEqual(found);
    expect(store.held.size).toBe(0);
  });
});
