/** Chance that is the same on every run: a number that follows from a name, such as `7 late ECB 2026-10-01`. Pure. */

/** At least 0 and below 1. The name is hashed by FNV-1a, and its bits are mixed as murmur3 does at its end. */
export function chanceOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Of mean 0 and deviation 1, never beyond 4.3: the sum of six even chances. */
export function bellOf(name: string): number {
  let sum = 0;
  for (let index = 0; index < 6; index++) sum += chanceOf(`${name} ${index}`);
  return (sum - 3) / Math.SQRT1_2;
}

/** One of the items. */
export function pickOf<Item>(name: string, items: readonly Item[]): Item | undefined {
  return items[Math.floor(chanceOf(name) * items.length)];
}
