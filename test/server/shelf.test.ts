/** How memory deals with a store that changes, fails or grows. */
import { describe, expect, it } from 'vitest';
import type { TreePath } from '../../generator/wire/answers/paths.ts';
import { type Content, CorruptObject, StoreError, type Tree } from '../../generator/wire/release/tree-file.ts';
import { Shelf } from '../../server/trees/shelf.ts';
import { TODAY } from '../support/trees/small-tree.ts';

const path = (text: string) => text as TreePath;

describe('the memory in front of a store', () => {
  function shelfOver(files: Record<string, string | Error>, bytesMax = 1_000_000) {
    const reads: string[] = [];
    const treeOf = (release: string, isReady: () => Promise<void> = async () => {}): Tree => ({
      release: { release, date: TODAY },
      root: '0'.repeat(64),
      read: async (asked, held): Promise<Content | 'unchanged' | null> => {
        reads.push(asked);
        const found = files[asked];
        await isReady();
        if (found instanceof Error) throw found;
        if (found === undefined) return null;
        const sha256 = found.startsWith('#') ? found : null;
        return sha256 !== null && sha256 === held ? 'unchanged' : { bytes: Buffer.from(found), sha256 };
      },
    });
    const state = { tree: treeOf('one'), nowMs: 0, said: 0 };
    const shelf = new Shelf({
      bytesMax,
      tree: () => state.tree,
      nowMs: () => state.nowMs,
      onDown: () => state.said++,
    });
    const read = (asked: string, tree = state.tree) => shelf.read(tree, path(asked));
    const held = (asked: string) => shelf.held(state.tree, path(asked));
    const text = async (asked: string) => String((await read(asked)).bytes);
    return { shelf, reads, state, treeOf, read, held, text, files };
  }

  it('reads a file once, even if it is missing, and requests at the same time share the read', async () => {
    const { reads, text } = shelfOver({ a: 'A' });
    expect(await Promise.all([text('a'), text('a'), text('none')])).toEqual(['A', 'A', 'null']);
    expect(await Promise.all([text('a'), text('none')])).toEqual(['A', 'null']);
    expect(reads).toEqual(['a', 'none']);
  });

  it('reads a file again for another release', async () => {
    const { reads, text, state, treeOf, files, held } = shelfOver({ a: 'A' });
    await text('a');
    files.a = 'B';
    state.tree = treeOf('two');
    expect(held('a')).toBeNull();
    expect(await text('a')).toBe('B');
    expect(held('a')?.tree.release.release).toBe('two');
    expect(reads).toHaveLength(2);
  });

  it('keeps bytes that another release leaves unchanged, under the name of that release', async () => {
    const { read, state, treeOf } = shelfOver({ a: '#A' });
    const before = await read('a');
    state.tree = treeOf('two');
    const after = await read('a');
    expect(after.bytes).toBe(before.bytes);
    expect([before.tree.release.release, after.tree.release.release]).toEqual(['one', 'two']);
  });

  it('gives a late reader of the old release its own file, and keeps the new one', async () => {
    const { read, state, treeOf, files, held, text } = shelfOver({ a: 'A' });
    let letGo = () => {};
    const slow = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const old = treeOf('one', () => slow);
    const late = read('a', old);
    state.tree = treeOf('two');
    files.a = 'B';
    expect(await text('a')).toBe('B');
    letGo();
    const found = await late;
    expect([String(found.bytes), found.tree]).toEqual(['A', old]);
    expect(String(held('a')?.bytes)).toBe('B');
  });

  it('has a limit, and keeps what is used', async () => {
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`f${place}`, 'x'.repeat(1000)]));
    const { shelf, text, reads, held } = shelfOver(files, 50_000);
    await text('f0');
    for (let place = 1; place < 100; place++) {
      await text(`f${place}`);
      held('f0');
      expect(shelf.bytes).toBeLessThanOrEqual(50_000);
    }
    await text('f0');
    expect(reads.filter((asked) => asked === 'f0')).toHaveLength(1);
    await text('f1');
    expect(reads.filter((asked) => asked === 'f1')).toHaveLength(2);
  });

  it('has a limit even if everything is used all the time', async () => {
    const names = Array.from({ length: 100 }, (_, place) => `f${place}`);
    const { shelf, text, held } = shelfOver(Object.fromEntries(names.map((name) => [name, 'x'.repeat(1000)])), 50_000);
    for (const name of names) {
      await text(name);
      for (const other of names) held(other);
      expect(shelf.bytes).toBeLessThanOrEqual(50_000);
    }
  });

  it('wants files in use first, and then those that came last', async () => {
    const { shelf, text, held } = shelfOver({ a: 'A', b: 'B', c: 'C' });
    for (const name of ['a', 'b', 'c']) await text(name);
    held('a');
    expect(shelf.mostWanted(2)).toEqual(['a', 'c']);
    expect(shelf.mostWanted(9)).toEqual(['a', 'c', 'b']);
  });

  it('answers with the old file while the store is down, and asks nothing for a moment after three failures', async () => {
    const { reads, text, read, state, treeOf, files } = shelfOver({ a: 'A' });
    await text('a');
    state.tree = treeOf('two');
    files.a = new StoreError('down');
    files.b = new StoreError('down');
    expect(await text('a')).toBe('A');
    expect((await read('a')).tree.release.release).toBe('one');
    await expect(text('b')).rejects.toThrow(StoreError);
    expect(reads).toHaveLength(4);
    expect(await text('a')).toBe('A');
    await expect(text('b')).rejects.toThrow(StoreError);
    expect(reads).toHaveLength(4);
    state.nowMs += 1000;
    files.a = 'B';
    expect(await text('a')).toBe('B');
  });

  it('does not ask for a corrupted file for a moment, but does ask for others', async () => {
    const { reads, text, state, files } = shelfOver({ a: new CorruptObject('a', 'flipped'), b: 'B' });
    for (let times = 0; times < 5; times++) await expect(text('a')).rejects.toThrow(StoreError);
    expect(reads).toEqual(['a']);
    expect(state.said).toBe(1);
    expect(await text('b')).toBe('B');
    state.nowMs += 1000;
    files.a = 'A';
    expect(await text('a')).toBe('A');
  });
});
