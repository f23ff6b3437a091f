/** What a publisher relies on, whatever the store: a folder, a bucket, or a bucket without conditional writes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectFacts, ObjectStore } from '../../generator/release/store/store.ts';

const JSON_FACTS: ObjectFacts = { contentType: 'application/json; charset=utf-8', cacheControl: 'public, max-age=60' };
const text = (content: string) => Buffer.from(content);

export interface StoreUnderTest {
  readonly isConditional: boolean;
  readonly open: () => Promise<ObjectStore>;
}

export function storeLaws({ isConditional, open }: StoreUnderTest): void {
  let store: ObjectStore;
  let number = 0;
  /** Returns a new prefix for each test. */
  const fresh = () => `t${++number}/`;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store?.close());

  it('reports whether it has conditional writes, and holds no object of the probe', async () => {
    expect(store.capabilities).toEqual({ createOnly: isConditional, compareAndSwap: isConditional });
    expect(await listed('')).toEqual([]);
  });

  it('returns the bytes that were put, and null for an object that does not exist', async () => {
    const at = fresh();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, place) => place % 251));
    await store.put(`${at}a.json`, bytes, JSON_FACTS);
    expect((await store.get(`${at}a.json`))?.bytes.equals(bytes)).toBe(true);
    await store.put(`${at}a.json`, Buffer.alloc(0), JSON_FACTS);
    expect((await store.get(`${at}a.json`))?.bytes).toEqual(Buffer.alloc(0));
    expect(await store.get(`${at}b.json`)).toBeNull();
    expect(await store.get(at.slice(0, -1))).toBeNull();
  });

  it('creates new objects and leaves existing ones unchanged', async () => {
    const key = `${fresh()}release.json`;
    expect(await store.create(key, text('first'), JSON_FACTS)).toBe('created');
    expect(await store.create(key, text('second'), JSON_FACTS)).toBe('exists');
    expect(await store.create(key, text('first'), JSON_FACTS)).toBe('exists');
    expect((await store.get(key))?.bytes.toString()).toBe('first');
  });

  it('replaces only the version that it is told to replace', async () => {
    const key = `${fresh()}current.json`;
    expect(await store.replace(key, text('0'), JSON_FACTS, '"00000000000000000000000000000000"')).toBe('changed');
    expect(await store.replace(key, text('1'), JSON_FACTS, null)).toBe('replaced');
    expect(await store.replace(key, text('2'), JSON_FACTS, null)).toBe('changed');
    const first = await store.get(key);
    expect(await store.replace(key, text('2'), JSON_FACTS, first?.etag ?? '')).toBe('replaced');
    expect(await store.replace(key, text('3'), JSON_FACTS, first?.etag ?? '')).toBe('changed');
    const second = await store.get(key);
    expect(second?.bytes.toString()).toBe('2');
    expect(await store.replace(key, text('3'), JSON_FACTS, second?.etag ?? '')).toBe('replaced');
  });

  it('copies objects, also over existing ones, and a copy outlives its source', async () => {
    const at = fresh();
    await store.put(`${at}a`, text('new'), JSON_FACTS);
    await store.put(`${at}deep/er/b`, text('old'), JSON_FACTS);
    await store.copy(`${at}a`, `${at}deep/er/b`, JSON_FACTS);
    await store.delete([`${at}a`]);
    expect((await store.get(`${at}deep/er/b`))?.bytes.toString()).toBe('new');
    await expect(store.copy(`${at}a`, `${at}c`, JSON_FACTS)).rejects.toThrow(/COPY t\d+\/a to t\d+\/c/);
  });

  it('deletes any number of keys and ignores those that do not exist', async () => {
    const at = fresh();
    const keys = Array.from({ length: 12 }, (_, place) => `${at}f${place}/a`);
    await Promise.all(keys.map((key) => store.put(key, text('a'), JSON_FACTS)));
    await store.delete([...keys.slice(0, 11), `${at}never`]);
    expect(await listed(at)).toEqual([keys[11]]);
    expect(await store.listFolders(at)).toEqual(['f11']);
    await store.delete([]);
  });

  it('lists more than a page of keys in their order, with the times at which they were written', async () => {
    const at = fresh();
    const names = Array.from({ length: 1005 }, (_, place) => `${place % 7}/${place}`);
    const others = ['0-a', '0.b', '00', '0/x/y', 'z'];
    const keys = [...names, ...others].map((name) => `${at}${name}`).sort();
    await inBatches(keys, (key) => store.put(key, text(key), JSON_FACTS));
    const found = await all(store.list(at));
    expect(found.map(({ key }) => key)).toEqual(keys);
    expect(found.every(({ changedMs }) => Date.now() - changedMs < 600_000)).toBe(true);
    expect(await listed(`${at}0/1`)).toEqual(keys.filter((key) => key.startsWith(`${at}0/1`)));
    expect(await listed(`${at}none`)).toEqual([]);
    expect(await store.listFolders(at)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    await store.delete(keys);
    expect(await listed(at)).toEqual([]);
  });

  it.each(['v1/latest/ECB/EUR.extended.json', 'a b+c&d=e%20f', "é€/ü'(1)*!~", 'current.json', '.well-known/x'])(
    'holds an object under the key %s',
    async (name) => {
      const key = `${fresh()}${name}`;
      await store.create(key, text(name), JSON_FACTS);
      await store.copy(key, `${key}.copy`, JSON_FACTS);
      expect((await store.get(`${key}.copy`))?.bytes.toString()).toBe(name);
      expect(await listed(key)).toEqual([key, `${key}.copy`]);
      await store.delete([key, `${key}.copy`]);
      expect(await listed(key)).toEqual([]);
    },
  );

  // Without conditional writes a store cannot promise the following two.
  if (isConditional)
    it('lets one of twenty simultaneous creations win', async () => {
      const key = `${fresh()}a`;
      const attempts = await Promise.all(all20((name) => store.create(key, text(name), JSON_FACTS)));
      const winners = attempts.flatMap((result, place) => (result === 'created' ? [`${place}`] : []));
      expect(winners).toHaveLength(1);
      expect((await store.get(key))?.bytes.toString()).toBe(winners[0]);
    });

  if (isConditional)
    it('lets one of twenty simultaneous replacements of a version win', async () => {
      const key = `${fresh()}a`;
      await store.put(key, text('before'), JSON_FACTS);
      const { etag = '' } = (await store.get(key)) ?? {};
      const attempts = await Promise.all(all20((name) => store.replace(key, text(name), JSON_FACTS, etag)));
      const winners = attempts.flatMap((result, place) => (result === 'replaced' ? [`${place}`] : []));
      expect(winners).toHaveLength(1);
      expect((await store.get(key))?.bytes.toString()).toBe(winners[0]);
    });

  it('counts its requests by kind', async () => {
    const at = fresh();
    const before = { ...store.requests };
    await store.put(`${at}a`, text('a'), JSON_FACTS);
    await store.copy(`${at}a`, `${at}b`, JSON_FACTS);
    await store.get(`${at}a`);
    await listed(at);
    await store.delete([`${at}a`]);
    const made = Object.entries(store.requests).map(([kind, count]) => [kind, count - (before[kind] ?? 0)]);
    expect(Object.fromEntries(made)).toEqual({ GET: 1, HEAD: 0, PUT: 1, COPY: 1, DELETE: 1, LIST: 1 });
  });

  async function listed(prefix: string): Promise<readonly string[]> {
    return (await all(store.list(prefix))).map(({ key }) => key);
  }
}

function all20<Output>(make: (name: string) => Promise<Output>): readonly Promise<Output>[] {
  return Array.from({ length: 20 }, (_, place) => make(`${place}`));
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function inBatches<Item>(items: readonly Item[], task: (item: Item) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += 32) await Promise.all(items.slice(start, start + 32).map(task));
}
