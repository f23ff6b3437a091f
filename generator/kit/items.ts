/** Items of lists: by key, in portions, several at once; and what is made once a key. */
import { getOrInsert } from '../wire/words/order.ts';

/** Items by key, with keys and items in the order of `items`. (The oldest Node that must work has no Map.groupBy.) */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** A function that works out the value of a key when it is first asked for, and keeps it. */
export function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => getOrInsert(known, key, () => make(key));
}

/** Yields the items in lists of so many; the last list may be shorter. */
export async function* inPortions<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  size: number,
): AsyncGenerator<readonly Item[]> {
  let portion: Item[] = [];
  for await (const item of items) {
    if (portion.push(item) < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/**
 * Runs the task for each item, at most `atOnce` at a time. After a failure no task is started, and it is thrown at the
 * end.
 */
export async function concurrently<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = toIterator(items);
  const failures: unknown[] = [];
  const work = async () => {
    while (failures.length === 0) {
      const next = await iterator.next();
      if (next.done) return;
      await task(next.value);
    }
  };
  const workers = Array.from({ length: atOnce }, () => work().catch((error) => failures.push(error)));
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}

/** An async generator answers `next` calls in the order in which they were made, so several workers can share one. */
async function* toIterator<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
