/** How stores take conditions, one row each: those that no package brings are played by the table. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Condition, type ProbeWriter, probe, toTag } from '../../generator/store/s3-probe.ts';

interface Habits {
  readonly createOnly: boolean;
  /** Which spelling of a right tag it lets pass; `ignored`: any tag, right or wrong. */
  readonly tags: readonly ('quoted' | 'bare')[] | 'ignored';
}

/** Keeps one object per key, with the tags that S3 gives. */
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

describe('the probe', () => {
  it.each<[string, Habits, object]>([
    [
      'AWS, R2, Ceph 20: either spelling',
      { createOnly: true, tags: ['quoted', 'bare'] },
      { createOnly: true, tagForm: 'quoted' },
    ],
    ['quoted tags only', { createOnly: true, tags: ['quoted'] }, { createOnly: true, tagForm: 'quoted' }],
    ['Ceph 16 and 18: bare tags only', { createOnly: true, tags: ['bare'] }, { createOnly: true, tagForm: 'bare' }],
    ['no tag is ever right', { createOnly: true, tags: [] }, { createOnly: true, tagForm: null }],
    ['tags are ignored', { createOnly: true, tags: 'ignored' }, { createOnly: true, tagForm: null }],
    ['create-only is ignored', { createOnly: false, tags: ['bare'] }, { createOnly: false, tagForm: 'bare' }],
    ['both are ignored', { createOnly: false, tags: 'ignored' }, { createOnly: false, tagForm: null }],
  ])('%s', async (_, habits, found) => {
    const store = storeWith(habits);
    expect(await probe(store)).toEqual(found);
    expect(store.held.size).toBe(0);
  });
});
