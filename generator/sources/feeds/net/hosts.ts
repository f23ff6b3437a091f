/**
 * One request at a time to each host, for whichever provider, and a pause before the next one. The clock is injected.
 */
import { setTimeout } from 'node:timers/promises';

export interface Clock {
  nowMs(): number;
  /** Rejects as soon as the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<unknown>;
}

export const STEADY_CLOCK: Clock = {
  nowMs: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
};

export type InTurn = <T>(host: string, pauseMs: number, task: () => Promise<T>) => Promise<T>;

/** A pause is counted from the end of an answer, so a slow source is not asked more often. */
export function inTurns(clock: Clock, signal?: AbortSignal): InTurn {
  const last = new Map<string, Promise<unknown>>();
  const endedMs = new Map<string, number>();
  return (host, pauseMs, task) => {
    const run = async () => {
      const leftMs = (endedMs.get(host) ?? -Infinity) + pauseMs - clock.nowMs();
      if (leftMs > 0) await clock.wait(leftMs, signal).catch(() => null); // the task throws when its time is up
      try {
        return await task();
      } finally {
        endedMs.set(host, clock.nowMs());
      }
    };
    const turn = (last.get(host) ?? Promise.resolve()).then(run, run);
    last.set(host, turn);
    return turn;
  };
}
