/** The one order of texts, and bisection in a sorted list. */

/** By UTF-16 code units, whatever the locale of the process. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * The index of the first item that is not before the place that is looked for, or the list's length.
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
