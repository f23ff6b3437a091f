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
