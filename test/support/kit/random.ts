/** Random numbers that are the same on every run, so that a failing case can be repeated from its seed. */
export interface SeededRandom {
  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number;
  bigBelow(limit: bigint): bigint;
  pick<Item>(items: readonly Item[]): Item;
}

/** mulberry32, a public-domain generator of 32 bits of state: enough for test cases. */
export function randomOf(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    bigBelow: (limit) => (BigInt(below(2 ** 31)) * 2n ** 31n + BigInt(below(2 ** 31))) % limit,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
