/** A clock that moves only when someone waits on it. */
import type { Clock } from '../../../generator/sources/feeds/net/network.ts';

export function standingClock(): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    nowMs: () => now,
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
}
