/** The one order in which texts are sorted, and bisection in a sorted list. */

/** Compares by UTF-16 code units, so that the locale of the process has no influence. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * The index of the first item for which `isBefore` is false, or the list's length when there is none.
 * @param isBefore true for a leading part of the sorted list and false for the rest
 */
export function lowerBound<Item>(sorted: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The dates of a sorted list from the first one to the last one, both included. */
export function within<Text extends string>(sorted: readonly Text[], first: string, last: string): readonly Text[] {
  return sorted.slice(
    lowerBound(sorted, (text) => text < first),
    lowerBound(sorted, (text) => text <= last),
  );
}

// What a map has under a key, or else what is made now and put there, as Map.getOrInsertComputed will do some day.

interface MapLike<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

export function getOrInsert<Key, Value>(map: MapLike<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const value = make();
  map.set(key, value);
  return value;
}

// Apart from the schemas, because the first view of the page needs it, and has no room for the library of the
// schemas.

/** The most decimal places of a rate or an amount in an answer. */
export const PLACES_MAX = 10;
