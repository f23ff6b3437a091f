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
