/** What memory makes of a store that changes, fails or grows. */
import { describe, expect, it } from 'vitest';
import type { TreePath } from '../../generator/wire/paths.ts';
import { Shelf } from '../../server/shelf.ts';
import { type Store, StoreDown } from '../../server/store.ts';

const path = (text: string) => text as TreePath;

describe('memory before the store', () => {
  function shelfOver(files: Record<string, string | Error>, bytesMax = 1_000_000) {
    const reads: string[] = [];
    const state = { release: 'one', nowMs: 0 };
    const store: Store = {
      read: async (asked) => {
        reads.push(asked);
        const found = files[asked];
        if (found instanceof Error) throw found;
        return found === undefined ? null : Buffer.from(found);
      },
      close: async () => {},
    };
    const shelf = new Shelf({
      store,
      bytesMax,
      release: () => state.release,
      nowMs: () => state.nowMs,
      onDown: () => {},
    });
    const text = async (asked: string) => String((await shelf.read(path(asked))).bytes);
    return { shelf, reads, state, text, files };
  }

  it('reads a file once, an absent one too, and requests at the same time share the read', async () => {
    const { reads, text } = shelfOver({ a: 'A' });
    expect(await Promise.all([text('a'), text('a'), text('none')])).toEqual(['A', 'A', 'null']);
    expect(await Promise.all([text('a'), text('none')])).toEqual(['A', 'null']);
    expect(reads).toEqual(['a', 'none']);
  });

  it('reads again under another release', async () => {
    const { reads, text, state, files, shelf } = shelfOver({ a: 'A' });
    await text('a');
    files.a = 'B';
    state.release = 'two';
    expect(shelf.held(path('a'))).toBeNull();
    expect(await text('a')).toBe('B');
    expect(shelf.held(path('a'))?.release).toBe('two');
    expect(reads).toHaveLength(2);
  });

  it('is bounded, and keeps what is used', async () => {
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`f${place}`, 'x'.repeat(1000)]));
    const { shelf, text, reads } = shelfOver(files, 50_000);
    await text('f0');
    for (let place = 1; place < 100; place++) {
      await text(`f${place}`);
      shelf.held(path('f0'));
      expect(shelf.bytes).toBeLessThanOrEqual(50_000);
    }
    await text('f0');
    expect(reads.filter((asked) => asked === 'f0')).toHaveLength(1);
    await text('f1');
    expect(reads.filter((asked) => asked === 'f1')).toHaveLength(2);
  });

  it('is bounded even where everything is used all the time', async () => {
    const names = Array.from({ length: 100 }, (_, place) => `f${place}`);
    const { shelf, text } = shelfOver(Object.fromEntries(names.map((name) => [name, 'x'.repeat(1000)])), 50_000);
    for (const name of names) {
      await text(name);
      for (const other of names) shelf.held(path(other));
      expect(shelf.bytes).toBeLessThanOrEqual(50_000);
    }
  });

  it('answers with the old file while the store is down, and leaves the store alone for a moment after three failures', async () => {
    const { shelf, reads, text, state, files } = shelfOver({ a: 'A' });
    await text('a');
    state.release = 'two';
    files.a = new StoreDown('down');
    files.b = new StoreDown('down');
    expect(await text('a')).toBe('A');
    expect((await shelf.read(path('a'))).release).toBe('one');
    await expect(text('b')).rejects.toThrow(StoreDown);
    expect(reads).toHaveLength(4);
    expect(await text('a')).toBe('A');
    await expect(text('b')).rejects.toThrow(StoreDown);
    expect(reads).toHaveLength(4);
    state.nowMs += 1000;
    files.a = 'B';
    expect(await text('a')).toBe('B');
  });
});
